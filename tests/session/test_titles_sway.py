# desktop: sway
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""Titles of windows on sway: its answers have them, asked for or not, and Headroom keeps none. What
has been read and given back to the allocator stays in memory until it is overwritten, so there, other
than on Plasma and X11, finding it in memory doesn't say that it is kept; it is printed."""

import pytest

from seat import apps, cgroups, headroom, sway, titles
from seat.waiting import until

OTHER = "org.example.Other"


@pytest.fixture
def other():
    unit = apps.own_unit(OTHER, "other", "xterm", "-e", "sleep", "1000")
    headroom.wait_for_app(OTHER, lambda known: known["windows"] > 0, "its window is up", within=60)
    yield lambda: activate(unit)
    apps.kill(unit)


def activate(unit):
    pids = set(cgroups.pids_in(cgroups.directory(unit)))
    sway.activate(
        until(
            lambda: next((node["pid"] for node in sway.windows() if node["pid"] in pids), None),
            f"{unit} has a window",
        )
    )


def test_a_title_stays_where_it_is(other):
    left = titles.live_through(
        lambda: [node["name"] or "" for node in sway.windows()], ("foot",), activate, other
    )
    print(left)
    assert left.app_in_memory and {"journal", "recording", "status"} <= set(
        left.places_of_app
    ), "or there would have been nothing to find"
    assert not left.places
