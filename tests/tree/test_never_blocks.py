# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""No call to another program is waited for once the loop runs. What takes too long is found by the clock, in every test on a desktop (tests/seat/turns.py); a
call that nobody makes there is found here."""

import re

import pytest

from project import ROOT, code, sources, write

WAITS_FOR_AN_ANSWER = re.compile(r"\bg_\w+_sync(?=\s*\()")
BEFORE_THERE_IS_A_LOOP = {"main.cpp", "serve.cpp", "daemon.cpp"}


def who_waits(root=ROOT):
    return {str(path.relative_to(root / "daemon")) for path in sources("daemon", root=root) if WAITS_FOR_AN_ANSWER.search(code(path))}


def test_nobody_waits_for_an_answer():
    assert who_waits() == BEFORE_THERE_IS_A_LOOP


@pytest.mark.parametrize("line, found", [
    ("g_dbus_proxy_call_sync(proxy);", {"watch/x.cpp"}),
    ("g_bus_get_sync (type);", {"watch/x.cpp"}),
    ("// g_bus_get_sync() would be wrong", set()),
    ("const auto in_sync = file_sync(2);", set()),
])
def test_who_waits_is_found(tmp_path, line, found):
    write(tmp_path, "daemon/watch/x.cpp", line)
    assert who_waits(tmp_path) == found
