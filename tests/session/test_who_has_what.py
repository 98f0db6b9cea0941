# desktop: sway
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""Thirty windows and six streams of twelve apps, on Wayland and X11. Each is listed under the app
that owns it."""

import pytest

from seat import apps, cgroups, headroom, sound, sway, xwayland
from seat.waiting import until

WINDOWS = {f"org.example.many{number:02}": 2 + number % 2 for number in range(12)}
STREAMS = {app_id: 1 - number % 2 for number, app_id in enumerate(WINDOWS)}


def command(app_id):
    """Each window is a process of its own in the app's unit, and so is the player, as in a browser.
    The name that a window reports isn't the app's id."""
    windows = [
        "foot --app-id=terminal sleep 1000 &",
        "xterm -class Terminal -e sleep 1000 &",
        "foot --app-id=terminal sleep 1000 &",
    ]
    player = [" ".join(sound.commands()["pw-play"]) + " &"] * STREAMS[app_id]
    return ["sh", "-c", " ".join([*windows[: WINDOWS[app_id]], *player, "wait"])]


def windows_in(unit):
    """Counted by the cgroup of each window's process. Windows that an earlier test has left behind
    may close at any time, so they aren't counted."""
    return sum(cgroups.unit_of(node["pid"]) == unit for node in sway.windows())


def start(app_id):
    return xwayland.started(
        app_id, command(app_id), lambda unit: windows_in(unit) == WINDOWS[app_id]
    )


@pytest.fixture
def twelve_apps():
    headroom.wait_for_daemon()
    until(sound.has_sink, "a sink exists", within=30)
    units = []
    # one after the other: a dozen xterms at the same time are lost more often
    for app_id in WINDOWS:
        units.append(start(app_id))
        if STREAMS[app_id]:
            until(lambda: sound.nodes_of(units[-1], "running"), f"{app_id} plays", within=60)
    yield
    apps.kill(*units)


def table(text):
    """App → (windows, streams), from the table for people. Its columns end where the words of the
    heading end."""
    lines = text.splitlines()
    heading = next(line for line in lines if line.startswith("APP"))
    ends = [heading.index(word) + len(word) for word in ("WINDOWS", "STREAMS")]
    rows = [line for line in lines if line.startswith("org.example.many")]
    return {row.split()[0]: tuple(int(row[:end].split()[-1]) for end in ends) for row in rows}


@pytest.mark.usefixtures("twelve_apps")
def test_everything_is_shown_under_the_app_whose_it_is():
    assert sum(WINDOWS.values()) == 30 and sum(STREAMS.values()) == 6

    def counted(what):
        return {
            entry["id"]: entry[what]
            for entry in headroom.status()["apps"]
            if entry["id"] in WINDOWS
        }

    until(lambda: counted("windows") == WINDOWS, "each window is counted for its app")
    until(lambda: counted("streams") == STREAMS, "each stream is counted for its app")
    assert (
        sum(entry["streams"] for entry in headroom.status()["apps"]) == 6
    ), "no stream is counted for another app"
    said = headroom.ctl("status", "--columns=app,windows,streams").stdout
    print(said)
    assert table(said) == {app_id: (WINDOWS[app_id], STREAMS[app_id]) for app_id in WINDOWS}
