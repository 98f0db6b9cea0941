# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A frozen app is thawed when KWin reports its start. It may be started by a call over the bus, and
then no new process ever appears."""

import contextlib

import pytest

from fake_wayland import FakeStarts, FakeWayland
from private_bus import until
from sandboxed import caller

KATE, FIREFOX, OTHER = "org.kde.kate", "firefox", "org.example.other"
BEGUN = "reports which applications start"
NO_APPS = [
    "",
    ".desktop",
    "/",
    f"/{KATE}/",
    f"{KATE}\n",
    "a\x7f",
    "x" * 256,
    "x" * 3000,
    f"{KATE}.desktop.desktop",
    "org.kde",
    KATE + "x",
]


@pytest.fixture
def compositor(tmp_path):
    with contextlib.closing(FakeStarts(tmp_path)) as started:
        yield started


@pytest.fixture
def frozen(desk, compositor):
    """KATE's frozen unit, and the daemon."""
    unit, _ = desk.app(KATE)
    desk.app(OTHER)
    _, in_front = desk.app(FIREFOX)
    headroomd = desk.start(focus=in_front)
    headroomd.await_log(BEGUN)
    unit.settles()
    headroomd.freeze(KATE)
    until(lambda: headroomd.of_app(KATE, "State") == "frozen", "kate is frozen")
    return unit, headroomd


def test_it_goes_on(frozen, compositor):
    unit, headroomd = frozen
    compositor.starts(KATE)
    headroomd.await_log(f"resumed {KATE}: it was launched again")
    assert not unit.is_frozen()


@pytest.mark.parametrize("name", [f"{KATE}.desktop", f"/usr/share/applications/{KATE}.desktop"])
def test_by_the_name_of_its_file(frozen, compositor, name):
    _, headroomd = frozen
    compositor.starts(name)
    headroomd.await_log(f"resumed {KATE}: it was launched again")


def test_others_and_nonsense_are_no_reason(frozen, compositor, desk):
    """The last start is of another frozen app. It counts, so the others would have, too."""
    unit, headroomd = frozen
    other = next(each for each in desk.tree.units if OTHER in each.name)
    other.settles()
    headroomd.freeze(OTHER)
    compositor.say(*(compositor.start_message(name) for name in (*NO_APPS, FIREFOX, OTHER)))
    headroomd.await_log(f"resumed {OTHER}: it was launched again")
    assert unit.is_frozen()
    assert not compositor.hangs_up()


def test_a_sandboxed_app_in_front_thaws_an_app_once(frozen, compositor, desk, bus):
    """KWin announces any app that the client of the active window claims to start."""
    unit, headroomd = frozen
    with caller(bus, "bwrap") as it:
        hostile = desk.tree.unit("app.slice/app-org.example.Hostile-1.scope")
        desk.tree.show(it.pid, hostile, "hostile")
        window = desk.window(it.pid, "org.example.Hostile")
        desk.kwin.window(window)
        desk.kwin.focus(window)
        until(lambda: headroomd.get("Focused") == "org.example.Hostile", "it is in front")
        compositor.starts(KATE)  # it could be the user, in a panel
        until(lambda: not unit.is_frozen(), "kate is thawed")
        unit.settles(frozen=False)
        unit.settles()
        headroomd.freeze(KATE)
        compositor.starts(f"{KATE}.desktop")
        headroomd.await_log(f"several starts of {KATE} within a minute")
        assert unit.is_frozen()
    desk.kwin.focus(next(each for each in desk.windows if each["app"] == FIREFOX))
    until(lambda: headroomd.get("Focused") == FIREFOX, "firefox is in front again")
    compositor.starts(KATE)
    until(lambda: not unit.is_frozen(), "a program outside of sandboxes is believed")


def test_a_launcher_is_believed_in_the_moment_after_its_popup_has_closed(frozen, compositor, desk):
    """Until KWin has chosen the next window, none is active."""
    unit, headroomd = frozen
    shell = desk.tree.sleep(desk.tree.unit("session.slice/plasma-plasmashell.service"))
    popup = desk.window(shell, "plasmashell")
    for _ in range(2):
        desk.kwin.window(popup, kind="shell")
        desk.kwin.focus(popup)
        desk.kwin.focus(None)
        compositor.starts(KATE)
        until(lambda: not unit.is_frozen(), "kate is thawed, more than once a minute")
        unit.settles(frozen=False)
        unit.settles()
        headroomd.freeze(KATE)
    assert "several starts" not in headroomd.log


def test_what_makes_no_sense_ends_it_and_nothing_else(frozen, compositor, desk):
    unit, headroomd = frozen
    for nonsense in FakeWayland.nonsense.values():
        with contextlib.suppress(OSError):  # it may hang up in the middle
            compositor.say(nonsense)
    until(compositor.hangs_up, "the daemon hangs up")
    assert headroomd.is_alive() and unit.is_frozen()
    until(headroomd.rests, "the daemon rests, and doesn't look for another compositor for ever")
    headroomd.thaw(KATE)


def test_the_first_start_of_what_runs_is_nothing(desk, compositor):
    unit, _ = desk.app(KATE)
    headroomd = desk.start()
    headroomd.await_log(BEGUN)
    compositor.starts(KATE)
    until(headroomd.rests, "the daemon has handled the start")
    unit.settles()
    headroomd.freeze(KATE)
    assert unit.is_frozen(), "an earlier start doesn't count"


def test_who_tells_nothing_is_left(desk, tmp_path):
    """A compositor for panels that isn't KWin."""
    with contextlib.closing(FakeWayland(tmp_path, [{"id": 1, "app_id": KATE}])):
        desk.app(KATE)
        headroomd = desk.start()
        headroomd.await_log(
            "does not report which applications start: it does not offer the protocol to us"
        )
        until(headroomd.rests, "the daemon rests")
