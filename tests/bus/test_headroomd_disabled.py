# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""DisableFor() and DisabledUntil: for a while Headroom does nothing by itself."""

import time

import pytest
from gi.repository import GLib

from headroomd import error_of
from private_bus import until

KATE = "org.kde.kate"
HOUR_US = 3_600_000_000


def disable(headroomd, length_us):
    headroomd.call("DisableFor", "(t)", length_us)


def test_the_weights_are_back_before_the_call_returns_and_again_set_after_it(desk):
    kate, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    until(lambda: headroomd.of_app(KATE, "Boosted"), "the foreground app is boosted")
    disable(headroomd, HOUR_US)
    assert not headroomd.of_app(KATE, "Boosted")
    disable(headroomd, 0)
    assert headroomd.of_app(KATE, "Boosted") and headroomd.get("DisabledUntil") == 0


def test_when_it_ends_is_a_time_of_day(desk):
    headroomd = desk.start()
    assert headroomd.get("DisabledUntil") == 0
    before = time.time_ns() // 1000
    disable(headroomd, HOUR_US)
    after = time.time_ns() // 1000
    assert before + HOUR_US <= headroomd.get("DisabledUntil") <= after + HOUR_US
    headroomd.await_log("paused on request for 01:00:00")


def test_it_ends_by_itself(desk):
    kate, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    disable(headroomd, 200_000)
    headroomd.await_log("paused on request for")
    until(lambda: headroomd.get("DisabledUntil") == 0, "the time is over")
    until(lambda: headroomd.of_app(KATE, "Boosted"), "it is boosted again")


def test_the_users_own_freeze_stays(desk):
    kate, _ = desk.app(KATE)
    headroomd = desk.start()
    kate.settles()
    headroomd.freeze(KATE)
    disable(headroomd, HOUR_US)
    assert kate.is_frozen() and headroomd.of_app(KATE, "Frozen")


def test_more_than_a_day_is_refused_and_changes_nothing(desk):
    headroomd = desk.start()
    for length_us in (24 * HOUR_US + 1, 2**64 - 1):
        with pytest.raises(GLib.Error) as error:
            disable(headroomd, length_us)
        assert error_of(error) == ("BadInput", "Headroom can be paused for a day at most")
    assert headroomd.get("DisabledUntil") == 0
    disable(headroomd, 24 * HOUR_US)
    assert headroomd.get("DisabledUntil") > 0
