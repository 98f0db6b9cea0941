# desktop: x11
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""X11 with a window manager that follows EWMH: what the server reports, and what happens when the
manager or the server is killed."""

import contextlib
import itertools
import os
import signal
import subprocess
import time

import pytest

from seat import apps, cgroups, clipboard, closing, desk, headroom, quiet, x11
from seat.headroom import in_front
from seat.unhindered import threads_of, unhindered
from seat.waiting import until

CALCULATOR, EDITOR, XTERM = "org.gnome.Calculator", "org.xfce.mousepad", "xterm"
COMMANDS = {
    CALCULATOR: ["gnome-calculator"],
    EDITOR: ["mousepad"],
    XTERM: ["xterm", "-fa", "Monospace"],
}
PROGRAMS = {CALCULATOR: "gnome-calculator", EDITOR: "mousepad", XTERM: "xterm"}


def window_of(name):
    return x11.window_of(PROGRAMS[name])


def start(name):
    unit = apps.own_unit(name, f"n{time.monotonic_ns()}", *COMMANDS[name])
    until(lambda: window_of(name), f"{name} has a window", within=120)
    until(lambda: headroom.units(name), f"{name} is known")
    return unit


def activate(name):
    x11.xdo("windowactivate", window_of(name))


@pytest.fixture(scope="module", autouse=True)
def three_apps():
    headroom.wait_for_daemon()
    headroom.ctl("set", headroom.UNFOCUSED, "2")
    x11.without_key_repeat()
    units = [start(name) for name in COMMANDS]
    for name, x in zip(COMMANDS, (0, 430, 860)):
        x11.xdo("windowmove", window_of(name), str(x), "100")
        x11.xdo("windowsize", window_of(name), "400", "500")
    yield
    apps.stop(*units)
    headroom.ctl("set", headroom.UNFOCUSED, "--default")


def test_the_source_is_found_and_says_what_it_can_tell():
    assert headroom.status()["window_source"] == "x11"
    assert (
        "X11 reports the windows, which one is active and which are hidden"
        in headroom.ctl("doctor", check=False).stdout
    )
    assert headroom.app(CALCULATOR)["windows"] == 1


def followed():
    """Alternately by a panel's request, and by a click."""
    activate(XTERM)
    in_front(XTERM)
    where = dict(zip(COMMANDS, (200, 630, 1060)))
    order = list(itertools.islice(itertools.cycle(COMMANDS), 20))
    ways = [activate, lambda name: x11.xdo("mousemove", str(where[name]), "300", "click", "1")]
    moves = [
        (name, lambda name=name, way=ways[turn % 2]: way(name)) for turn, name in enumerate(order)
    ]
    with contextlib.closing(x11.ActiveWindowChanges()) as changes:
        return desk.follow(
            moves, lambda _name, since: changes.last(since), "the server's own event to Focused"
        )


def test_the_focus_moved_twenty_times():
    told = followed()
    assert told["after"]["p50_ms"] <= desk.PROMPT_MS


def test_the_focus_moved_twenty_times_while_nobody_waits_for_a_processor():
    with unhindered(
        *threads_of(cgroups.pids_running("Xvfb")[0])
    ):  # the server reports the change that the manager has made
        told = desk.best_of_three(followed)
    assert told["after"]["p99_ms"] <= desk.PROMPT_MS


def test_ten_thousand_changes_a_second():
    """By a client that sets the property in the manager's name. Memory stays the same, no work goes
    on afterwards, and the focus is right."""
    activate(XTERM)
    in_front(XTERM)
    pid, memory, used = (
        headroom.daemon_pid(),
        quiet.memory_kib(headroom.daemon_pid()),
        quiet.used_us("headroomd.service"),
    )
    x11.flood([window_of(CALCULATOR), window_of(XTERM)], seconds=2, a_second=10_000)
    activate(EDITOR)
    in_front(EDITOR)
    grown = quiet.memory_kib(pid) - memory
    print(
        f"{(quiet.used_us('headroomd.service') - used) / 1000:.0f} ms of a processor, {grown} KiB"
    )
    assert grown < 4 << 10
    until(lambda: quiet.rests(pid), "the daemon rests once the flood is over")


def test_alt_tab_and_minimised():
    activate(EDITOR)
    in_front(EDITOR)
    activate(CALCULATOR)
    in_front(CALCULATOR)
    x11.alt_tab()
    in_front(EDITOR)
    activate(CALCULATOR)
    in_front(CALCULATOR)
    until(
        lambda: "is visible" in headroom.ctl("why", EDITOR).stdout,
        "it is no longer exempt for having been in front recently",
        within=20,
    )
    window = window_of(EDITOR)
    x11.xdo("windowminimize", window)
    until(
        lambda: "is visible" not in headroom.ctl("why", EDITOR).stdout,
        "the editor is known to be hidden",
    )
    x11.xdo("windowactivate", window)
    in_front(EDITOR)


def test_a_terminal_is_told_by_what_it_has_open():
    """No desktop file has the name of its unit."""
    activate(CALCULATOR)
    in_front(CALCULATOR)
    assert "is a terminal" in headroom.ctl("why", XTERM).stdout
    assert "is a terminal" not in headroom.ctl("why", EDITOR).stdout


def test_progress_on_a_window_exempts_its_app():
    """As Firefox shows its downloads."""
    activate(CALCULATOR)
    in_front(CALCULATOR)
    shown, words = "_NET_WM_XAPP_PROGRESS", "shows the progress of a task"
    xprop = ["xprop", "-id", window_of(EDITOR)]
    subprocess.run([*xprop, "-f", shown, "32c", "-set", shown, "40"], check=True, timeout=20)
    until(lambda: words in headroom.ctl("why", EDITOR).stdout, "its progress is known")
    subprocess.run([*xprop, "-remove", shown], check=True, timeout=20)
    until(lambda: words not in headroom.ctl("why", EDITOR).stdout, "it is over")


def test_another_desktop_and_a_click_on_none_take_nothing_away():
    activate(CALCULATOR)
    in_front(CALCULATOR)
    front = desk.Told("Focused")
    x11.xdo("mousemove", "1270", "790", "click", "2")
    x11.xdo("set_desktop", "1")
    until(
        lambda: "is visible" not in headroom.ctl("why", EDITOR).stdout,
        "the editor is known to be hidden",
    )
    # The manager handles events in order, so by now its menu has opened and gets the keys.
    x11.xdo("key", "Escape")
    front.listen(0.5)
    x11.xdo("set_desktop", "0")
    until(lambda: "is visible" in headroom.ctl("why", EDITOR).stdout, "the editor is visible again")
    front.listen(0.5)
    front.close()
    assert [app for _, app in front.seen if app != CALCULATOR] == []


def test_without_a_list_of_windows_nothing_is_known():
    subprocess.run(["xprop", "-root", "-remove", "_NET_CLIENT_LIST"], check=True, timeout=20)
    until(lambda: not headroom.status()["window_source"], "no source reports windows")
    unit = apps.own_unit(
        "org.example.writes-it-anew", f"n{time.monotonic_ns()}", "xmessage", "a window"
    )
    until(
        lambda: headroom.status()["window_source"] == "x11",
        "the manager has written the list again",
    )
    apps.kill(unit)
    activate(CALCULATOR)
    in_front(CALCULATOR)
    assert headroom.app(EDITOR)["windows"] == 1


def test_an_app_is_closed_by_its_window():
    assert not closing.told_to_end()


def copy(app_id, selection="clipboard"):
    unit = clipboard.by_xclip(app_id, selection)
    headroom.wait_for_app(app_id)
    return unit


def test_who_has_copied_is_left_alone_until_somebody_else_copies():
    """By programs without a window: the X server knows the owner, whatever app is in front."""
    first, second, marks = "org.example.first", "org.example.second", "org.example.marks"
    assert clipboard.is_followed()
    activate(CALCULATOR)
    in_front(CALCULATOR)
    activate(XTERM)
    in_front(XTERM)
    units = [copy(first)]
    until(lambda: clipboard.is_in(first), "the first app is the clipboard owner")
    units += [copy(marks, selection="primary"), copy(second)]
    until(lambda: clipboard.is_in(second), "the second app is the clipboard owner")
    assert not clipboard.is_in(first), "the first app is no longer the clipboard owner"
    assert not clipboard.is_in(
        marks
    ), "the owner of the primary selection is not the clipboard owner"
    assert not clipboard.is_in(CALCULATOR)
    apps.kill(units.pop())
    units.append(copy(second))
    until(lambda: clipboard.is_in(second), "the second app is the clipboard owner again")
    activate(EDITOR)
    in_front(EDITOR)
    x11.xdo("type", "text")
    x11.xdo("key", "ctrl+a", "ctrl+c")
    until(lambda: not clipboard.is_in(second), "the second app is no longer the clipboard owner")
    activate(XTERM)
    until(lambda: clipboard.is_in(EDITOR), "the editor stays the clipboard owner")
    apps.kill(*units)


def test_what_was_copied_before_us_is_known():
    app_id = "org.example.before"
    unit = copy(app_id)
    headroom.user("restart", "headroomd.service")
    headroom.wait_for_daemon()
    until(lambda: clipboard.is_in(app_id), "the new daemon has queried the owner")
    apps.kill(unit)


def test_a_server_that_does_not_tell_whose_a_window_is():
    """An X server without X-Resource. A request for it would make xcb drop the connection. The
    server would then be found again, and so on without end."""
    cursor, at = headroom.journal_cursor(), ":77"
    bare = apps.own_unit(
        "org.example.bare",
        "server",
        "Xvfb",
        at,
        "-nolisten",
        "tcp",
        "-noreset",
        "-ac",
        "-extension",
        "X-Resource",
    )
    copier = None
    try:
        until(lambda: x11.answers(at), "the server answers")
        headroom.user("set-environment", f"DISPLAY={at}")
        headroom.user("restart", "headroomd.service")
        until(
            lambda: any("lacks X-Resource" in line for line in headroom.journal(cursor)),
            "the journal names the missing extension",
        )
        copier = apps.own_unit(
            "org.example.copier",
            "first",
            "xclip",
            "-quiet",
            "-display",
            at,
            "-selection",
            "clipboard",
            "/etc/os-release",
        )
        headroom.wait_for_app("org.example.copier")
        assert not headroom.status()["window_source"] and not clipboard.is_followed()
        assert (
            sum("X-Resource" in line for line in headroom.journal(cursor)) == 1
        ), "the server is not tried again and again"
    finally:
        headroom.user("set-environment", f"DISPLAY={os.environ['DISPLAY']}")
        apps.kill(bare, *filter(None, [copier]))
        headroom.user("restart", "headroomd.service")
        headroom.wait_for_daemon()


def test_the_manager_killed_and_back():
    x11.mark_manager()
    os.kill(cgroups.pids_running("openbox")[0], signal.SIGKILL)
    until(x11.manager_is_new, "the manager is back", within=20)
    until(lambda: all(window_of(name) for name in COMMANDS), "the manager has found the windows")
    for name in (CALCULATOR, EDITOR, XTERM):
        activate(name)
        until(
            lambda name=name: x11.active_window() == int(window_of(name)),
            f"the manager has made {name} active",
        )
        in_front(name, within=2)


def test_the_server_killed_and_back():
    # By signals: openbox is restarted, and systemd starts the server with it.
    source, abilities = desk.Told("WindowSource"), desk.Told("Capabilities")
    since = time.monotonic()
    subprocess.run(
        ["systemctl", "--user", "kill", "--signal=KILL", "headroom-lab-screen.service"],
        check=True,
        timeout=20,
    )
    source.await_one(lambda name: not name, since)
    abilities.await_one(lambda known: not known["clipboard"][0], since)
    source.close()
    abilities.close()
    subprocess.run(
        ["systemctl", "--user", "restart", "headroom-lab-screen.service", "openbox.service"],
        check=True,
        timeout=60,
    )
    until(lambda: x11.answers(os.environ["DISPLAY"]), "the server answers", within=20)
    until(x11.manager_is_new, "the manager runs", within=20)
    until(
        lambda: headroom.status()["window_source"] == "x11",
        "the server is the window source again",
        within=2,
    )
    unit = copy("org.example.after")
    until(lambda: clipboard.is_in("org.example.after"), "the clipboard is followed again")
    apps.kill(unit)
    start(CALCULATOR)
    activate(CALCULATOR)
    in_front(CALCULATOR, within=2)
