# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""The app in front takes all memory, so only the user can act: the desktop has more of the CPU
then, and no longer. bench/hog_in_front.py measures what that brings."""

import pytest

from seat import apps, cgroups, headroom, machine
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
