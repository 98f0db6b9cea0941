# desktop: sway
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""sway: what its socket reports, and what happens when sway is killed."""

import contextlib
import itertools
import os
import signal
import subprocess
import time

import pytest

from seat import apps, cgroups, clipboard, closing, desk, headroom, sway, xwayland
from seat.headroom import in_front
from seat.unhindered import unhindered
from seat.waiting import SLOWNESS, Waited, until

# Two Wayland clients and an X11 client, by sway's names for them.
CALCULATOR, EDITOR, XTERM = "org.gnome.Calculator", apps.mousepads_id(), "XTerm"
COMMANDS = {
    CALCULATOR: ["gnome-calculator"],
    EDITOR: ["mousepad"],
    XTERM: ["xterm", "-fa", "Monospace"],
}


def has_window(name, unit):
    return any(
        cgroups.unit_of(node["pid"]) == unit
        for node in sway.windows()
        if sway.is_called(name, node)
    )


def start(name):
    within = 20 if name == XTERM else 120
    unit = xwayland.started(name, COMMANDS[name], lambda unit: has_window(name, unit), within)
    until(lambda: headroom.units(name), f"{name} is known")
    return unit


def bring_to_front(name):
    sway.activate(sway.pid_of(name))
    in_front(name)


def takes_clicks(pid):
    sway.click(pid)
    return sway.focused_pid() == pid


@pytest.fixture(scope="module", autouse=True)
def three_apps():
    headroom.wait_for_daemon()
    units = [start(name) for name in COMMANDS]
    for name in COMMANDS:  # sway reports the place of a window before it is there
        until(lambda pid=sway.pid_of(name): takes_clicks(pid), f"{name} is where sway reports it")
    yield
    apps.stop(*units)


def test_the_source_is_found_and_says_what_it_can_tell():
    assert headroom.status()["window_source"] == "sway"
    assert (
        "sway reports the windows, which one is active and which are hidden"
        in headroom.ctl("doctor", check=False).stdout
    )
    assert headroom.app(CALCULATOR)["windows"] == 1


def test_an_app_is_closed_by_its_window():
    """A Wayland client: wlroots may not show an X11 window (seat/xwayland.py)."""
    assert not closing.told_to_end(f"foot --app-id {closing.APP}")


def followed():
    """Alternately by a command, and by a click with the pointer."""
    pids = {name: sway.pid_of(name) for name in COMMANDS}
    sway.activate(pids[XTERM])
    in_front(XTERM)
    order = list(itertools.islice(itertools.cycle(COMMANDS), 20))
    ways = [sway.activate, sway.click]
    moves = [
        (name, lambda pid=pids[name], way=ways[turn % 2]: way(pid))
        for turn, name in enumerate(order)
    ]
    with contextlib.closing(sway.FocusEvents()) as events:
        return desk.follow(
            moves,
            lambda name, since: events.first(pids[name], since),
            "sway's own event to Focused",
        )


def test_the_focus_moved_twenty_times():
    told = followed()
    assert told["after"]["p50_ms"] <= desk.PROMPT_MS


def test_the_focus_moved_twenty_times_while_nobody_waits_for_a_processor():
    with unhindered():
        told = desk.best_of_three(followed)
    assert told["after"]["p99_ms"] <= desk.PROMPT_MS


def test_alt_tab_and_another_workspace():
    bring_to_front(CALCULATOR)
    sway.alt_tab()
    until(lambda: sway.focused_pid() != sway.pid_of(CALCULATOR), "sway has moved the focus")
    until(lambda: headroom.status()["focused"] != CALCULATOR, "Headroom has noticed")
    bring_to_front(CALCULATOR)
    front = desk.Told("Focused")
    sway.msg("workspace", "number", "2")
    until(
        lambda: "may be visible" not in headroom.ctl("why", EDITOR).stdout,
        "the editor is known to be hidden",
    )
    front.listen(0.5)
    sway.msg("workspace", "number", "1")
    until(
        lambda: "may be visible" in headroom.ctl("why", EDITOR).stdout,
        "the editor is visible again",
    )
    front.close()
    assert [
        app for _, app in front.seen if app != CALCULATOR
    ] == [], "an empty workspace has changed the foreground app"


def refuses_to_freeze(name):
    return "the compositor would disconnect it" in headroom.ctl("freeze", name, check=False).stderr


def test_what_is_in_sight_is_not_frozen_and_what_comes_into_sight_goes_on():
    """Up to 1.10, sway buffers 4 KiB of unread events for a client, and disconnects a client with
    more."""
    bring_to_front(CALCULATOR)
    assert refuses_to_freeze(EDITOR)
    sway.msg(f"[pid={sway.pid_of(EDITOR)}]", "move", "to", "workspace", "number", "2")
    until(
        lambda: headroom.ctl("freeze", EDITOR, check=False).returncode == 0,
        "the hidden editor may be frozen",
    )
    unit = headroom.units(EDITOR)[0]
    until(lambda: cgroups.is_frozen(unit), "it is frozen")
    sway.msg(f"[pid={sway.pid_of(EDITOR)}]", "move", "to", "workspace", "number", "1")
    until(lambda: not cgroups.is_frozen(unit), "it is thawed once it is visible")


def test_a_sway_in_a_window_is_not_heard():
    cursor, before = headroom.journal_cursor(), len(sway.sockets())
    with sway.pinned():
        nested = apps.own_unit(
            "org.example.nested",
            f"n{time.monotonic_ns()}",
            "env",
            "WLR_BACKENDS=wayland",
            "WLR_RENDERER=pixman",
            "sway",
            "--config",
            "/dev/null",
        )
        try:
            until(lambda: sway.pid_of("wlroots"), "the nested sway has a window", within=60)
            until(lambda: len(sway.sockets()) > before, "the nested sway has its socket")
            bring_to_front(EDITOR)
            headroom.user("restart", "headroomd.service")
            headroom.wait_for_daemon()
            until(
                lambda: any("and is ignored" in line for line in headroom.journal(cursor)),
                "Headroom found both sockets, and ignores the nested one",
            )
            headroom.wait_for_app(
                CALCULATOR, lambda entry: entry["windows"] == 1, "it has one window"
            )
            bring_to_front(CALCULATOR)
        finally:
            apps.stop(nested)  # not killed: it would leave the newest socket behind
            until(lambda: len(sway.sockets()) == before, "its socket is gone")


def is_copied_by_keys():
    """The first keys of a new keyboard are lost until the app has detected it."""
    subprocess.run(
        [
            "wtype",
            "-s",
            "500",
            "12",
            "-s",
            "200",
            "-M",
            "ctrl",
            "-k",
            "a",
            "-s",
            "200",
            "-k",
            "c",
            "-s",
            "200",
            "-m",
            "ctrl",
        ],
        check=True,
        timeout=20 * SLOWNESS,
    )
    try:
        return until(clipboard.wayland_types, "something can be pasted", within=3)
    except Waited:
        return False


def calculator_copies():
    """The editor can't be used: it ignores Ctrl+C from this keyboard."""
    bring_to_front(CALCULATOR)
    until(is_copied_by_keys, "something can be pasted")


def test_who_has_copied_is_left_alone_until_somebody_else_copies():
    until(clipboard.is_followed, "the compositor reports the clipboard")
    bring_to_front(CALCULATOR)
    clipboard.only_the_one_in_front_can_copy()
    calculator_copies()
    bring_to_front(EDITOR)
    until(lambda: clipboard.is_in(CALCULATOR), "the calculator is the clipboard owner")
    clipboard.only_the_one_in_front_can_copy()
    unit = clipboard.by_wl_copy("org.example.copier")
    until(
        lambda: not clipboard.is_in(CALCULATOR), "the calculator is no longer the clipboard owner"
    )
    bring_to_front(CALCULATOR)
    until(
        lambda: clipboard.is_in(EDITOR),
        "the editor counts as clipboard owner, since only the app in front is known",
    )
    clipboard.clear_wayland()
    until(lambda: not clipboard.is_in(EDITOR), "the clipboard has no owner")
    apps.kill(unit)


def test_the_lock_screen_takes_nothing_away():
    bring_to_front(CALCULATOR)
    front = desk.Told("Focused")
    locker = apps.own_unit("swaylock", f"n{time.monotonic_ns()}", "swaylock", "--color", "000000")
    front.listen(1.5)
    apps.kill(locker)
    front.close()
    assert [app for _, app in front.seen] == []


@pytest.mark.parametrize(
    "starts",
    [
        lambda: sway.run("gnome-calculator"),
        lambda: subprocess.run(["setsid", "--fork", "gnome-calculator"], check=True),
    ],
    ids=["launcher", "terminal"],
)
def test_what_stands_still_goes_on_when_it_is_started_again(starts):
    """sway reports no starts, and the new process is in sway's unit, or in the test's."""
    unit = next(iter(headroom.units(CALCULATOR)))
    bring_to_front(EDITOR)
    sway.msg(
        f'[app_id="{CALCULATOR}"]', "move", "container", "to", "workspace", "number", "9"
    )  # a visible app would not be paused
    until(
        lambda: "may be visible" not in headroom.ctl("why", CALCULATOR).stdout,
        "the calculator is known to be hidden",
    )
    headroom.ctl("freeze", CALCULATOR)
    until(lambda: cgroups.is_frozen(unit), "it is frozen")
    before = set(cgroups.pids_running("gnome-calculator"))
    starts()
    try:
        until(lambda: not cgroups.is_frozen(unit), "it is thawed", within=2)
        name = headroom.app(CALCULATOR)["name"]
        told = headroom.history_since_paused(name)
        assert any(f"resumed {name}: it was launched again" in line for line in told), told
    finally:
        # It ends once the first one has answered, so it may be gone.
        for pid in set(cgroups.pids_running("gnome-calculator")) - before:
            with contextlib.suppress(ProcessLookupError):  # it has left already
                os.kill(pid, signal.SIGTERM)
        until(
            lambda: set(cgroups.pids_running("gnome-calculator")) <= before,
            "the second one is gone",
        )


def test_killed_and_back():
    old = cgroups.pids_running("sway")[0]
    os.kill(old, signal.SIGKILL)
    until(
        lambda: [pid for pid in cgroups.pids_running("sway") if pid != old],
        "sway is back",
        within=20,
    )
    until(
        sway.is_up,
        "sway has set its displays in the session's environment, which may differ from before",
        within=20,
    )
    until(
        lambda: headroom.status()["window_source"] == "sway",
        "sway is the window source again",
        within=2,
    )
    start(CALCULATOR)
    until(lambda: sway.focused_pid() == sway.pid_of(CALCULATOR), "the calculator has the focus")
    in_front(CALCULATOR, within=2)
    start(EDITOR)
    calculator_copies()
    bring_to_front(EDITOR)
    until(lambda: clipboard.is_in(CALCULATOR), "the new sway's clipboard is followed")
