# memory: 3072
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Many apps of medium size, minimised, which together use more memory than there is. None of them
is the culprit."""

import pytest

from seat import cgroups, headroom, machine
from seat.medium import MEASURED, Medium, ended, frozen, stalled, started
from seat.waiting import until

# Together they need 1,440 MiB, and 700 MiB are left. Swap is on a disk, since that stalls longest.
# Each window takes about 70 MiB before the measurement starts; hence the machine's size.
COUNT = 12
FREE_MIB = 700
SWAP_MIB = 1024
RULED_OUT = 1


@pytest.fixture
def a_rule():
    headroom.ctl("set", f"App-{Medium.app_id_of(RULED_OUT)}/Rule", "never")
    yield
    headroom.ctl("set", f"App-{Medium.app_id_of(RULED_OUT)}/Rule", "--default")


def test_twelve_of_them_are_stopped_in_turn(a_rule):
    apps = started(COUNT)
    machine.swap_on_disk(SWAP_MIB)
    try:
        with machine.only_free(FREE_MIB):
            without, _, killed_without = stalled(apps, with_headroom=False)
            stall, acts, killed = stalled(apps, with_headroom=True)
            print(
                f"stalled {stall:.1f} of {MEASURED} s, without Headroom {without:.1f} s; killed "
                f"{killed}, without {killed_without}"
            )
            print(headroom.told(acts))
    finally:
        ended(apps)
        machine.no_swap()
        headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    known = {app.app_id for app in apps}
    assert not killed
    assert set(frozen(acts)) <= known - {Medium.app_id_of(RULED_OUT)}
    assert frozen(acts)
    assert stall <= without / 5
    until(lambda: not cgroups.frozen_units(), "no unit is frozen", within=60)
