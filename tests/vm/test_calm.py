# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""An app that was frozen because memory was short is thawed by calm once memory has room for it
again, and not before."""

import pytest

from seat import cgroups, headroom, machine
from seat.loads import Load
from seat.probe import Probe
from seat.waiting import until

FREE_MIB = 450
HELD_AT_LEAST_S = 5  # Config::freezing.shortest_freeze


@pytest.fixture
def probe():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    in_front = Probe("--window")
    yield in_front
    in_front.stop()


def test_a_frozen_app_goes_on_when_it_is_calm(probe):
    cursor = headroom.journal_cursor()
    with machine.only_free(FREE_MIB):
        hog = Load("hog")
        try:
            until(hog.is_halted, "the hog is frozen, or the kernel has killed it", within=90)
            assert hog.is_frozen()
            until(
                lambda: headroom.status()["level"] == "calm", "the level falls to calm", within=60
            )
            assert hog.is_frozen(), "it stays frozen, since memory has no room for it"
        except BaseException:
            hog.stop()
            raise
    try:
        until(
            lambda: headroom.acts_on(headroom.acts(cursor), "thaw", hog.app_id),
            "it is thawed",
            within=90,
        )
    finally:
        hog.stop()  # or it starts to grow again
    acts = headroom.acts(cursor)
    print(headroom.told(acts))
    [thaw] = headroom.acts_on(acts, "thaw", hog.app_id)
    [freeze] = headroom.acts_on(acts, "freeze", hog.app_id)[:1]
    assert "no longer short" in thaw["MESSAGE"]
    assert thaw["at"] - freeze["at"] >= HELD_AT_LEAST_S
    assert not machine.killed(cursor)
    until(lambda: not cgroups.frozen_units(), "no unit is frozen", within=60)
