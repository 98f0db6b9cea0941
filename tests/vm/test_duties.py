# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""One app really makes memory short, and its duty prevents a freeze. Once the duty is over, the app
is frozen. tests/session/test_duties.py has the other duties. This one needs a logind, which only
this machine has."""

import subprocess
import sys
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, machine
from seat.loads import SLEEPER
from seat.probe import Probe
from seat.waiting import until

FREE_MIB = 450  # the same as in tests/vm/test_pressure.py
HOG = Path("/var/tmp/sleeping-hog.py")

# The command for the duty, and the words that report it.
INHIBITS = (
    "systemd-inhibit",
    "--what=sleep",
    "--who=Busy",
    "--why=burns a disc",
    "--mode=block",
    "sleep",
    "infinity",
)
WORDS = "keeps the session from sleeping or ending (burns a disc)"


@pytest.fixture(autouse=True, scope="module")
def small_machine():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    HOG.write_text(SLEEPER, encoding="ascii")
    with machine.only_free(FREE_MIB):
        machine.swap_on_zram(512)
        yield
        machine.no_swap()


@pytest.fixture
def probe():
    """A probe in front that needs the memory that the hog takes."""
    in_front = Probe("--window")
    yield in_front
    in_front.stop()


def warned(cursor, app_id):
    return [
        act
        for act in headroom.acts(cursor)
        if act["HEADROOM_ACTION"] == "warn" and act["HEADROOM_APP"] == app_id
    ]


def test_it_is_frozen_when_it_is_over_and_not_before(probe):
    assert probe.unit
    app_id = "org.example.Busy"
    unit = apps.own_unit(
        app_id, "busy", "sh", "-c", f'"$@" & exec "$0" {HOG}', sys.executable, *INHIBITS
    )
    path = cgroups.directory(unit)
    try:
        until(
            lambda: WORDS in headroom.ctl("why", app_id, check=False).stdout,
            "`headroomctl why` names the duty",
            within=60,
        )
        main = int(headroom.user("show", "--value", "-p", "MainPID", unit).stdout)
        cursor = headroom.journal_cursor()
        headroom.user("kill", "--kill-whom=main", "--signal=USR1", unit)
        until(
            lambda: warned(cursor, app_id) or not path.exists(),
            "the user is told why it is not frozen, or the kernel has killed it",
            within=90,
        )
        assert warned(cursor, app_id) and not cgroups.is_frozen(unit)
        subprocess.run(
            ["kill", "-KILL", *(str(pid) for pid in cgroups.pids_in(path) if pid != main)],
            check=True,
        )
        until(
            lambda: not path.exists() or cgroups.is_frozen(unit),
            "it is frozen, or the kernel has killed it",
            within=60,
        )
        assert cgroups.is_frozen(unit)
    finally:
        apps.kill(unit)
