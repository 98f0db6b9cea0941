# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""The app in front takes all memory, so only the user can act: the desktop has more of the CPU
then, and no longer; and a pause minimises the app first. bench/hog_in_front.py measures what that
brings."""

import pytest

from seat import apps, cgroups, headroom, kwin, machine
from seat.front_hog import FREE_MIB, SWAP_MIB, FrontHog
from seat.waiting import until

BOOST = 500  # Boost/CpuWeight's default
DESKTOP = "session.slice"


@pytest.fixture
def hog():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    with machine.only_free(FREE_MIB), machine.zram(SWAP_MIB):
        load = FrontHog()
        yield load
        load.stop()


def test_the_desktop_has_the_cpu(hog):
    hog.come_to_the_front()
    cursor = headroom.journal_cursor()
    hog.begin()
    until(lambda: cgroups.cpu_weight(DESKTOP) == BOOST, "the desktop is boosted", within=120)
    assert not hog.is_frozen()
    until(
        lambda: [
            act
            for act in headroom.acts(cursor)
            if act["MESSAGE"].startswith("boosted the desktop: memory is short")
        ],
        "the journal has it",
    )
    headroom.user("kill", "--signal=KILL", "headroomd.service")
    apps.kill(hog.unit)  # so that the next daemon has no reason to do it again
    until(lambda: cgroups.cpu_weight(DESKTOP) == 100, "it no longer is", within=60)
    headroom.wait_for_daemon()
    cgroups.until_unmarked(cgroups.MANAGER / DESKTOP)


def test_a_pause_minimises_it_first(hog):
    hog.come_to_the_front()
    cursor = headroom.journal_cursor()
    hog.begin()
    hog.warning(cursor)
    headroom.ctl("freeze", hog.app_id)
    until(hog.is_frozen, "it is paused", within=60)
    done = until(
        lambda: [
            act["MESSAGE"]
            for act in headroom.acts_on(headroom.acts(cursor), "minimise", hog.app_id)
        ],
        "the journal has it",
    )
    assert len(done) == 1 and done[0].endswith("to pause it: you requested it")
    kwin.activate_pid(hog.editor)
    until(lambda: not hog.is_frozen(), "a click on its window resumes it", within=60)
