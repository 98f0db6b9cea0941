# desktop: x11
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Titles of windows on X11. They are properties, like all that Headroom reads there, and it doesn't
read these."""

import subprocess

import pytest

from seat import apps, cgroups, headroom, titles, x11
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
    window = until(
        lambda: next((each for each in x11.listed() if x11.pid_of(each) in pids), None),
        f"{unit} has a window",
    )
    x11.xdo("windowactivate", window)


def all_titles():
    return [
        subprocess.run(
            ["xprop", "-id", window, "WM_NAME"],
            check=False,
            capture_output=True,
            text=True,
            timeout=20,
        ).stdout
        for window in x11.listed()
    ]


def test_a_title_stays_where_it_is(other):
    left = titles.live_through(all_titles, ("xterm", "-e"), activate, other)
    print(left)
    assert left.app_in_memory and {"journal", "recording", "status"} <= set(
        left.places_of_app
    ), "the app's id is found, so the search works"
    assert not left.in_memory and not left.places
