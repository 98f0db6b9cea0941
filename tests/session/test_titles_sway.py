# desktop: sway
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""Titles of windows on sway. Its answers always contain them, and Headroom keeps none. What was
read and freed stays in memory until it is overwritten. So, unlike on Plasma and X11, an occurrence
in memory doesn't mean that the title is kept; it is only printed."""

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
    ), "the app's id is found, so the search works"
    assert not left.places
