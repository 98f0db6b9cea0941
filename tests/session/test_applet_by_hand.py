# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The applet in Plasma's panel, from the shortage to the thaw: read like a screen reader, and
clicked on the screen. The shortage is of a processor, for which a container needs no controller."""

import contextlib
import time

import pytest

from seat import applet, cgroups, desk, headroom, kwin, reader
from seat.applet import SHELL, row_of
from seat.busy import Busy
from seat.waiting import until

HOG, FRONT = "org.example.Hog", "org.example.Front"
NAMED_WITHIN = 1.0  # seconds


@pytest.fixture(scope="module", autouse=True)
def screen_reader():
    reader.listen()


@pytest.fixture(autouse=True)
def applet_closed():
    yield
    applet.close()


@pytest.fixture
def level():
    """Followed from calm on, so that the shortage is a change."""
    until(lambda: headroom.status()["level"] == "calm", "it is calm", within=60)
    with contextlib.closing(desk.Told("Level")) as followed:
        yield followed


@pytest.fixture
def hog(level):
    """Loops on the processor that the foreground app needs, too. The hog's window is on the right;
    the panel is below both."""
    assert level
    with contextlib.ExitStack() as held:
        front = Busy(FRONT)
        held.callback(front.stop)
        kwin.place_pid(front.pid, 0, 0, 500, 500)
        hidden = Busy(HOG, loops=2)
        held.callback(hidden.stop)
        kwin.place_pid(hidden.pid, 510, 0, 300, 300)
        kwin.activate_pid(front.pid)
        until(
            lambda: headroom.status()["focused"] == FRONT,
            "the app that stalls is in front",
            within=30,
        )
        yield hidden


def opened(icon):
    """Clicks on the icon. Returns the seconds until the hog is named with what it waits for. The
    query itself is part of that."""
    clicked = time.monotonic()
    kwin.click(*icon)
    until(lambda: "waiting for" in row_of(HOG), "the hog is named")
    return time.monotonic() - clicked


def test_the_hog_is_named_frozen_and_thawed_by_hand(level, hog):
    since, is_now = level.await_one(lambda told: told != "calm", since=0, within=60)
    icon = reader.place_of(SHELL, "Headroom: ", "button")
    print(
        f"{is_now}; the icon is in the panel, at rest, {time.monotonic() - since:.2f} s after that"
    )
    took = [opened(icon)]
    for _ in range(2):
        kwin.click(*icon)
        until(lambda: not row_of(HOG), "the applet is closed again")
        took.append(opened(icon))
    print(
        f"the hog is named {', '.join(f'{seconds:.2f}' for seconds in took)} s after the click: "
        f"{row_of(HOG)}"
    )
    until(lambda: "waiting" in row_of(FRONT), "the app that stalls is listed")
    until(
        lambda: any(
            "waited for the CPU" in name or name == "The CPU was busy"
            for name in reader.names(SHELL)
        ),
        "and the reason",
    )

    applet.keep_open()
    reader.click_on(SHELL, HOG, "list item")
    # Until then, the only button that begins so pauses Headroom for an hour.
    until(lambda: "Pause" in reader.names(SHELL, "button"), "its details are open")
    reader.click_on(SHELL, "Pause", "button")
    until(lambda: cgroups.is_frozen(hog.unit), "the hog is frozen")
    until(lambda: "Paused" in row_of(HOG), "its row shows that it is frozen")

    kwin.click(660, 200)
    until(lambda: not cgroups.is_frozen(hog.unit), "a click on its window thaws it")
    until(
        lambda: "Paused" not in row_of(HOG) and "Active" in row_of(HOG),
        "its row shows that it is in front",
    )
    until(
        lambda: any("Resumed" in name and "Hog" in name for name in reader.names(SHELL)),
        "its details show the thaw",
    )
    assert (
        min(took) <= NAMED_WITHIN
    ), "the hog is named in time; other load on this machine can only make it longer"
