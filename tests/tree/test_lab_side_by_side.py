# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The lab prepares a desktop's system while it compiles, and prints one step at a time."""

import contextlib
import io
import sys
import threading

from project import ROOT

sys.path.insert(0, str(ROOT / "tests/lab"))

import pytest  # noqa: E402

from headroom_lab import build, progress, session  # noqa: E402
from headroom_lab.progress import Step, Trouble  # noqa: E402

PATIENCE = 20  # seconds


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def nothing_is_cached(monkeypatch, tmp_path):
    monkeypatch.setattr(session, "_inside", lambda: contextlib.nullcontext(tmp_path))
    monkeypatch.setattr(progress, "_SHORT_SECONDS", 0)


def test_the_system_is_prepared_while_the_checkout_is_compiled(monkeypatch, tmp_path):
    both = threading.Barrier(2, timeout=PATIENCE)

    @contextlib.contextmanager
    def waits_for_the_other(*_):
        both.wait()
        yield tmp_path

    monkeypatch.setattr(session, "system", waits_for_the_other)
    monkeypatch.setattr(build, "staged", waits_for_the_other)
    with session.layers("plasma", (), False) as made:
        assert len(made) == 3


def test_a_system_that_cannot_be_made_is_reported(monkeypatch, tmp_path):
    @contextlib.contextmanager
    def compiles(*_):
        yield tmp_path

    def fails(*_):
        raise Trouble("the plasma system could not be made")

    monkeypatch.setattr(session, "system", fails)
    monkeypatch.setattr(build, "staged", compiles)
    with pytest.raises(Trouble, match="plasma system"):
        with session.layers("plasma", (), False):
            pass


def test_of_two_steps_one_has_the_line():
    out = Terminal()
    with Step("Plasma system", out) as one, Step("Headroom", out) as other:
        one.note("10 fetched")
        other.note("1/400")
        one.done()
        other.note("2/400")
    assert "10 fetched" in out.getvalue()
    assert "1/400" not in out.getvalue()
    assert out.getvalue().index("Plasma system: done") < out.getvalue().index("2/400")
