# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Many apps of medium size, minimised, which together use more memory than there is. None of them is to blame."""

import time

import pytest

from seat import cgroups, headroom, kwin, machine
from seat.medium import Medium
from seat.probe import Probe
from seat.waiting import until

# Together 1,440 MiB, where 700 are left. A disk, since it is what hangs longest.
COUNT = 12
FREE_MIB = 700
SWAP_MIB = 1024
MEASURED = 90  # seconds
STALL_MS = 100
RULED_OUT = 1


def started(count):
    apps = []
    try:
        for number in range(1, count + 1):
            apps.append(Medium(number))
    except BaseException:
        ended(apps)
        raise
    return apps


def ended(apps):
    for app in apps:
        app.stop()


def stalled(apps, with_headroom):
    """Seconds that the app in front stalled while all of them used what they hold; what Headroom did meanwhile, and whom the kernel has killed."""
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    probe = Probe("--window")
    try:
        machine.wait_for_calm()
        cursor = headroom.journal_cursor()
        if not with_headroom:
            headroom.user("stop", "headroomd.service")
        probe.begin()
        for app in apps:
            app.use()
        time.sleep(MEASURED)  # the length of the measurement
        for app in apps:
            app.give_back()
        frames = probe.end()
    finally:
        probe.stop()
    return frames.stall_seconds(STALL_MS), headroom.acts(cursor), machine.killed(cursor)


def said(acts):
    return [(round(act["at"], 1), act["MESSAGE"]) for act in acts]


def frozen(acts):
    return [act["HEADROOM_APP"] for act in acts if act["HEADROOM_ACTION"] == "freeze"]


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
            print(f"stalled {stall:.1f} of {MEASURED} s, without Headroom {without:.1f} s; killed {killed}, without {killed_without}")
            print(said(acts))
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
    until(lambda: not cgroups.frozen_units(), "nobody is frozen", within=60)


def test_nobody_is_stopped_where_there_is_enough_memory():
    apps = started(COUNT // 3)
    try:
        stall, acts, killed = stalled(apps, with_headroom=True)
        print(f"stalled {stall:.1f} of {MEASURED} s; {machine.memory()["MemAvailable"]} MiB available; {said(acts)}")
    finally:
        ended(apps)
    assert not frozen(acts)
    assert not killed
