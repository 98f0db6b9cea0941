# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Kills the daemon a thousand times, at random moments while it acts on an app of many units, on a
tab and on a stray. Now and then it also kills the process that cleans up. A second later, nothing
is frozen and nothing of ours is left.

HEADROOM_TEST_KILLS=400-600 runs only those kills, identically: each derives its random numbers from
its own number."""

import os

import pytest

from seat import kills, kills_in_time, konsole
from seat.loads import Load

FIRST, END = (int(each) for each in os.environ.get("HEADROOM_TEST_KILLS", "0-1000").split("-"))

pytestmark = pytest.mark.usefixtures("no_start_limit")


@pytest.fixture(name="scene")
def scene_of_kills(closing):
    """Compilers run in the background, and no number of processors is enough for them."""
    units, shells = konsole.with_two_tabs()
    closing.extend(units)
    load = Load("make")
    scene = kills.Scene(f"org.kde.konsole:{shells[0]}")
    yield scene
    scene.end()
    load.stop()


def test_nothing_stands_still_a_second_after_a_kill(scene):
    kills_in_time.are_in_time(kills.in_turn(scene, range(FIRST, END), f"kills-{FIRST}-{END}"))
