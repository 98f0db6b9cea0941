# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The focus on Plasma, moved like a user does: by clicks and by alt-tab, between a Wayland client
that KIO started, one that the bus started, and an X11 client."""

import contextlib
import time

import pytest

from seat import apps, cgroups, desk, headroom, kwin
from seat.unhindered import threads_of, unhindered
from seat.waiting import until

KWRITE, EDITOR, DOLPHIN = "org.kde.kwrite", "org.gnome.TextEditor", "org.kde.dolphin"
PROGRAMS = {KWRITE: "kwrite", EDITOR: "gnome-text-editor", DOLPHIN: "dolphin"}
PLACES = {KWRITE: (0, 0), EDITOR: (640, 0), DOLPHIN: (320, 400)}
SIZE = (600, 340)


def unit_of(app_id):
    pid = next(iter(cgroups.pids_running(PROGRAMS[app_id])), None)
    return pid and cgroups.unit_of(pid)


def in_front(app_id, within=10):
    until(lambda: headroom.status()["focused"] == app_id, f"{app_id} is in front", within)


def is_placed(app_id):
    """A window that has just appeared may still choose its size itself."""
    pid = cgroups.pids_running(PROGRAMS[app_id])[0]
    kwin.place_pid(pid, *PLACES[app_id], *SIZE)
    borders = 2
    return any(
        abs(x - PLACES[app_id][0]) <= borders and abs(width - SIZE[0]) <= borders
        for x, _, width, _ in kwin.windows(pid)
    )


def click(app_id):
    x, y = PLACES[app_id]
    kwin.click(x + SIZE[0] // 2, y + SIZE[1] // 2)


def alt_tab():
    kwin.hand("key", "alt+Tab")


@pytest.fixture(scope="module", autouse=True)
def three_apps():
    headroom.wait_for_daemon()
    apps.from_menu(KWRITE)
    apps.by_bus(EDITOR)
    apps.own_unit(
        DOLPHIN,
        f"n{time.monotonic_ns()}",
        "dolphin",
        properties=["Environment=QT_QPA_PLATFORM=xcb"],
    )
    for app_id in PROGRAMS:
        headroom.wait_for_app(
            app_id, lambda entry: entry["windows"] > 0, "its window is up", within=90
        )
        until(lambda name=app_id: is_placed(name), f"{app_id} is where a click hits it")
    units = [unit_of(app_id) for app_id in PROGRAMS]
    yield
    apps.stop(*units)


def followed():
    click(DOLPHIN)
    in_front(DOLPHIN)
    click(KWRITE)
    in_front(KWRITE)
    moves = []
    before, now = DOLPHIN, KWRITE
    for turn in range(20):
        if turn % 2:
            before, now = now, before
            moves.append((now, alt_tab))
        else:
            before, now = now, next(app_id for app_id in PROGRAMS if app_id not in (before, now))
            moves.append((now, lambda app_id=now: click(app_id)))
    pids = {app_id: cgroups.pids_running(PROGRAMS[app_id])[0] for app_id in PROGRAMS}
    with contextlib.closing(kwin.FocusChanges()) as changes:
        return desk.follow(
            moves,
            lambda app_id, since: changes.first(pids[app_id], since),
            "KWin's own event to Focused",
        )


def test_the_focus_moved_twenty_times():
    told = followed()
    assert told["later"]["p50_ms"] <= desk.prompt_ms(told)


def test_the_focus_moved_twenty_times_while_nobody_waits_for_a_processor():
    with unhindered(
        *threads_of(kwin.process(), "QDBusConnection")
    ):  # KWin makes sure that its main thread doesn't wait
        told = desk.best_of_three(followed)
    assert told["after"]["p99_ms"] <= desk.PROMPT_MS


def test_the_one_of_x11_is_one_and_is_in_its_own_unit():
    assert "X11" in kwin_says(DOLPHIN) and "X11" not in kwin_says(KWRITE)
    for app_id in PROGRAMS:
        assert unit_of(app_id) in headroom.units(app_id)


def kwin_says(app_id):
    """Whether the process is a client of the X server or of KWin."""
    pid = cgroups.pids_running(PROGRAMS[app_id])[0]
    maps = open(f"/proc/{pid}/maps", encoding="utf-8").read()
    return "X11" if "libqxcb.so" in maps else "Wayland"


@pytest.mark.parametrize(
    "away, back",
    [
        (lambda: kwin.click(1270, 790), lambda: click(KWRITE)),
        (lambda: kwin.hand("key", "Super_L"), lambda: kwin.hand("key", "Escape")),
    ],
    ids=["a click on no window", "the menu"],
)
def test_what_comes_in_between_takes_nothing_away(away, back):
    click(KWRITE)
    in_front(KWRITE)
    assert [app for app in desk.seen_while(away, back) if app != KWRITE] == []
    assert headroom.status()["focused"] == KWRITE
