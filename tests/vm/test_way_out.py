# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""The app in front takes all memory, so only the user can act: the desktop has more of the CPU
then, and no longer. bench/hog_in_front.py measures what that brings."""

import os
import signal
import sys
import uuid
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, kwin, machine
from seat.loads import THRASH, WAITS, python
from seat.waiting import until

APP = "org.example.FrontHog"
FREE_MIB, SWAP_MIB, TAKEN_MIB = 450, 1536, 900  # as in bench/hog_in_front.py
BOOST = 500  # Boost/CpuWeight's default
DESKTOP = "session.slice"


@pytest.fixture
def hog():
    """An editor, and a program in its unit that takes too much after a signal."""
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    with machine.only_free(FREE_MIB):
        machine.swap_on_zram(SWAP_MIB)
        unit = apps.own_unit(
            APP,
            uuid.uuid4().hex,
            *("sh", "-c", '"$@" & exec kwrite', "sh"),
            *python(WAITS + THRASH, str(TAKEN_MIB)),
        )
        yield unit
        apps.kill(unit)
        machine.no_swap()


def process(unit, name):
    running = cgroups.pids_running(name)
    return next(pid for pid in cgroups.pids_in(cgroups.directory(unit)) if pid in running)


def test_the_desktop_has_the_cpu(hog):
    headroom.wait_for_app(APP, lambda entry: entry["windows"] > 0, "its window is up", within=240)
    cursor = headroom.journal_cursor()
    kwin.activate_pid(process(hog, "kwrite"))
    headroom.in_front(APP, within=60)
    os.kill(process(hog, Path(sys.executable).resolve().name), signal.SIGUSR1)
    until(lambda: cgroups.cpu_weight(DESKTOP) == BOOST, "the desktop is boosted", within=120)
    assert not cgroups.is_frozen(hog)
    until(
        lambda: [
            act
            for act in headroom.acts(cursor)
            if act["MESSAGE"].startswith("boosted the desktop: memory is short")
        ],
        "the journal has it",
    )
    headroom.user("kill", "--signal=KILL", "headroomd.service")
    apps.kill(hog)  # so that the next daemon has no reason to do it again
    until(lambda: cgroups.cpu_weight(DESKTOP) == 100, "it no longer is", within=60)
    headroom.wait_for_daemon()
    cgroups.until_unmarked(cgroups.MANAGER / DESKTOP)
