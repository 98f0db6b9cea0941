# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A measurement that starts scopes runs in one of the user's units. From outside of them systemd
refuses."""

import sys

import pytest

from project import ROOT, write

sys.path.insert(0, str(ROOT / "bench"))

import _in_a_user_unit as in_a_user_unit  # noqa: E402


def outside(root=ROOT):
    """Measurements that start scopes from where they were started themselves."""
    return [
        path.name
        for path in sorted((root / "bench").glob("*.py"))
        if '"--scope"' in (text := path.read_text(encoding="utf-8")) and "start_again()" not in text
    ]


def test_what_starts_scopes_runs_in_a_unit():
    assert not outside()


@pytest.mark.parametrize("text, found", [("", ["x.py"]), ("start_again()", [])])
def test_a_scope_from_outside_is_found(tmp_path, text, found):
    write(tmp_path, "bench/x.py", f'run("systemd-run", "--scope")\n{text}\n')
    assert outside(tmp_path) == found


def test_it_is_started_once_more_with_its_arguments_and_limits(monkeypatch):
    started = []
    monkeypatch.setattr(in_a_user_unit.os, "execvp", lambda _, words: started.append(words))
    monkeypatch.setenv("HEADROOM_TEST_ROUNDS", "2")
    monkeypatch.setattr(sys, "argv", ["/bench/x.py", "case", "0"])
    in_a_user_unit.start_again()
    (words,) = started
    assert words[:2] == ["systemd-run", "--user"] and "--setenv=HEADROOM_TEST_ROUNDS" in words
    assert words[words.index("/bench/x.py") :][:3] == ["/bench/x.py", "case", "0"]
    monkeypatch.setattr(sys, "argv", words[words.index("/bench/x.py") :])
    in_a_user_unit.start_again()
    assert len(started) == 1
