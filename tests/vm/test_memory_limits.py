# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A hog is frozen, reclaimed to swap, and thawed. Meanwhile and afterwards, no cgroup has a memory
limit that was not there before."""

import json
import signal
from pathlib import Path

import pytest

from seat import cgroups, headroom, machine
from seat.loads import Load
from seat.probe import Probe
from seat.waiting import until

FREE_MIB = 450  # the same as in tests/vm/test_pressure.py
NUMBER = 900  # of the hog: an app of its own


@pytest.fixture
def hog():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    with machine.only_free(FREE_MIB):
        machine.swap_on_zram(512)
        probe = Probe("--window")
        load = Load("sleeper", NUMBER)
        try:
            yield load
        finally:
            load.stop()
            probe.stop()
            machine.no_swap()


def is_caught(pid, number):
    """Whether the process has a handler for the signal. Without one the signal would kill it."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.split("SigCgt:")[1].split()[0], 16) >> (number - 1) & 1


def changed(before):
    now = cgroups.memory_limits()
    return {
        where: (value, now[where])
        for where, value in before.items()
        if where in now and now[where] != value
    }


def actions(app_id):
    return {
        entry["action"]
        for entry in json.loads(headroom.ctl("history", "--json").stdout)["entries"]
        if entry["app"] == app_id
    }


def test_no_app_gets_a_limit(hog):
    before = cgroups.memory_limits()
    assert any(str(hog.path) == directory for directory, _ in before), "the hog is among them"
    cursor = headroom.journal_cursor()
    pid = next(iter(cgroups.pids_in(hog.path)))
    until(lambda: is_caught(pid, signal.SIGUSR1), "it waits for the signal")
    headroom.user("kill", "--signal=USR1", hog.unit)
    until(hog.is_halted, "the hog is frozen, or the kernel has killed it", within=90)
    assert hog.is_frozen()
    until(lambda: "reclaim" in actions(hog.app_id), "its memory is being reclaimed", within=60)
    assert not changed(before)
    headroom.ctl("thaw", hog.app_id)
    until(lambda: not hog.is_frozen(), "it runs again", within=30)
    assert not changed(before)
    assert not machine.killed(cursor), "the kernel has killed no process"

    (hog.path / "memory.high").write_text("1073741824", encoding="ascii")
    assert changed(before), "the test would notice a limit"
