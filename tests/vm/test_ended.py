# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Two more ways in which the daemon ends while an app is frozen, both of which need root: an
upgrade replaces it, and the OOM killer kills it."""

import contextlib
import os
import subprocess
import time
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, machine
from seat.waiting import SLOWNESS, until

WITHIN = (
    1.0 * SLOWNESS
)  # seconds until all apps run again; tests/session/test_killed.py has the bound for a real machine


APP = "org.example.Standing"


@pytest.fixture(scope="module")
def unit():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    unit = apps.own_unit(APP, "1", "sleep", "infinity")
    headroom.wait_for_app(APP)
    yield unit
    apps.kill(unit)


@pytest.fixture
def standing(unit):
    """The unit of a frozen app. tests/session/test_killed.py has one with windows."""
    headroom.wait_for_daemon()
    headroom.ctl("freeze", APP)
    until(lambda: cgroups.is_frozen(unit), "it is frozen")
    return unit


def runs_again(unit, since, what):
    until(lambda: not cgroups.is_frozen(unit), "it runs again", within=10)
    took = time.monotonic() - since
    print(f"{what}: running again after {took:.2f} s")
    assert took <= WITHIN
    headroom.wait_for_daemon()
    cgroups.until_unmarked(cgroups.directory(unit))


def test_upgraded_while_frozen(standing):
    """As dpkg upgrades: another file takes the name of the running program, then the service is
    restarted."""
    before = headroom.daemon_pid()
    program = os.readlink(f"/proc/{before}/exe")
    machine.root(
        "sh", "-c", f"cp -p {program} {program}.dpkg-new && mv {program}.dpkg-new {program}"
    )
    assert os.readlink(f"/proc/{before}/exe").endswith(" (deleted)")
    headroom.user("daemon-reload")
    restarted = time.monotonic()
    # The command would wait for the start of the next daemon, too.
    headroom.user("try-restart", "--no-block", "headroomd.service")
    runs_again(standing, restarted, "upgraded")
    until(lambda: headroom.daemon_pid() not in (0, before), "the next daemon runs")
    headroom.wait_for_daemon()
    assert os.readlink(f"/proc/{headroom.daemon_pid()}/exe") == program


@contextlib.contextmanager
def trigger(key):
    """A function that presses a key of sysrq at once. The start of sudo is no part of what is
    measured."""
    with subprocess.Popen(
        ["sudo", "sh", "-c", f"echo ready; read -r _; echo {key} >/proc/sysrq-trigger"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as waiting:
        assert waiting.stdout.readline() == "ready\n"
        yield waiting.stdin.close


def test_killed_for_its_memory_while_frozen(standing):
    """The test gives the daemon the highest oom_score_adj, then triggers the OOM killer by
    sysrq."""
    cursor, before = headroom.journal_cursor(), headroom.daemon_pid()
    machine.root("sh", "-c", f"echo 1000 >/proc/{before}/oom_score_adj")
    with trigger("f") as pull:
        killed = time.monotonic()
        pull()
        until(lambda: not Path(f"/proc/{before}").exists(), "the daemon is gone", within=10)
        runs_again(standing, killed, "killed for its memory")
    until(lambda: machine.killed(cursor), "the journal has the kernel's message")
    assert machine.killed(cursor) == ["headroomd"]
    assert headroom.daemon_pid() != before
