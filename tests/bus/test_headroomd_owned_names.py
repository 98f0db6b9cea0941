# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Names on the bus that only the desktop, or one app, should own. While such a name is free, any
program may take it. One in a sandbox, or one that can't be identified, gets nothing by that."""

import json

import pytest
from gi.repository import GLib

import fake_sources as fakes
from headroomd import ROOT, error_of
from private_bus import take_name, until
from sandboxed import Refused, caller, variant
from somebody_else import SomebodyElse

KATE = "org.kde.kate"
PLAYER = "org.example.Player"
KWIN, GNOME_SHELL = "org.kde.KWin", "org.gnome.Shell"
COMPOSITOR = "org.headroomd.Headroom1.Compositor"
AN_APP = "[Desktop Entry]\nType=Application\nName=Kate\nExec=true\n"
# All but the first are for programs outside of sandboxes.
REPORT = (variant("(s)", json.dumps({"source": "kwin", "type": "ask"})), ROOT, COMPOSITOR)
CALLS = {
    "reports windows": lambda it: it.call("Report", *REPORT),
    "freezes": lambda it: it.call("Freeze", variant("(st)", PLAYER, 0)),
    "closes": lambda it: it.call("Close", variant("(s)", PLAYER)),
    "sets": lambda it: it.call("SetSetting", variant("(ss)", "Pressure/Enabled", "false")),
    "reads what happened": lambda it: it.call("History", variant("(t)", 0)),
    "reads what is in front": lambda it: it.get("Focused"),
}


def allowed(it):
    """The calls that aren't refused."""
    return [name for name, call in CALLS.items() if not is_refused(call, it)]


def is_refused(call, it):
    try:
        call(it)
    except Refused as error:
        return error.name == "Refused"
    return False


@pytest.fixture
def player(tree):
    unit = tree.unit(f"app.slice/app-{PLAYER}-1.scope")
    tree.sleep(unit, "player")
    return unit


@pytest.fixture
def headroomd(tree, systemd, start_headroomd, player):
    """Without a compositor, whose names are free."""
    systemd.tree = tree
    started = start_headroomd()
    until(lambda: PLAYER in started.call("Measure")[0], "the app is known")
    yield started
    assert started.is_alive()
    assert not player.is_frozen()


# Compositors


@pytest.mark.parametrize("name", [KWIN, GNOME_SHELL])
@pytest.mark.parametrize("kind", ["bwrap", "undumpable in bwrap"])
def test_a_compositor_in_a_sandbox_is_none(headroomd, bus, kind, name):
    with caller(bus, kind) as it:
        assert it.own(name)
        headroomd.await_log(f"owns the name {name}")  # and is no part of the desktop either
        assert "it has a mount namespace of its own" in headroomd.log
        assert not allowed(it)


def test_a_compositor_whose_process_has_ended_is_none(headroomd, bus):
    """The connection goes on in another process, which may be in a sandbox."""
    with SomebodyElse(bus) as it:
        it.loses_its_process()
        take_name(it.connection, KWIN)
        headroomd.await_log(f"owns the name {KWIN}")
        for interface, method, values in (
            (COMPOSITOR, "Report", GLib.Variant.parse(None, REPORT[0], None, None)),
            ("org.headroomd.Headroom1.Manager", "ThawAll", None),
        ):
            with pytest.raises(GLib.Error) as error:
                it.connection.call_sync(
                    "org.headroomd.Headroom1", ROOT, interface, method, values, None, 0, -1, None
                )
            assert error_of(error)[0] == "Refused"


def test_kwin_may_report_where_nobody_may_look_at_it(headroomd, bus):
    """Its program has a capability, so root owns its files in /proc. It gets no more than that."""
    with caller(bus, "undumpable") as it:
        assert not allowed(it)
        assert it.own(KWIN)
        until(lambda: allowed(it), "it counts as the compositor")
        assert allowed(it) == ["reports windows"]


def test_gnome_shell_may_be_looked_at(headroomd, bus):
    with caller(bus, "undumpable") as it:
        assert it.own(GNOME_SHELL)
        headroomd.await_log(f"owns the name {GNOME_SHELL}, and its reports are ignored")
        assert not allowed(it)


# The end of a session


@pytest.mark.parametrize("name", ["org.kde.LogoutPrompt", "org.kde.Shutdown"])
def test_no_sandboxed_program_ends_the_session(headroomd, bus, player, name):
    player.settles()
    headroomd.freeze(PLAYER)
    with caller(bus, "bwrap") as it:
        assert it.own(name)
        headroomd.await_log(f"owns the name {name}, which only the desktop should own")
        assert player.is_frozen()
        headroomd.thaw(PLAYER)
        player.settles(frozen=False)
        assert headroomd.can_freeze(PLAYER), "nobody logs out"
        player.settles()
    until(lambda: is_free(headroomd, name), "the name is free again")
    with fakes.Comer(headroomd.environment["DBUS_SESSION_BUS_ADDRESS"], name) as prompt:
        prompt.take_name()
        until(lambda: not player.is_frozen(), "Plasma's own prompt counts")
        player.settles(frozen=False)


def is_free(headroomd, name):
    return not headroomd.connection.call_sync(
        "org.freedesktop.DBus",
        "/",
        "org.freedesktop.DBus",
        "NameHasOwner",
        GLib.Variant("(s)", (name,)),
        None,
        0,
        -1,
        None,
    ).unpack()[0]


def test_no_sandboxed_program_is_the_session_manager(headroomd, bus, player):
    """Its signals could announce a logout. It isn't even told of the client."""
    with caller(bus, "bwrap") as sandboxed, SomebodyElse(bus, neighbour=sandboxed.pid) as it:
        manager = fakes.EndingSession(bus)
        manager.export(it.connection)
        take_name(it.connection, manager.name)
        headroomd.await_log(f"owns the name {manager.name}, which only the desktop should own")
        until(headroomd.rests, "the daemon has nothing more to do")
        while GLib.MainContext.default().iteration(False):
            pass  # what it has called is answered here
        # GetInhibitors only reads. RegisterClient would have the daemon delay the logout.
        assert [name for name, _ in manager.calls if name != "GetInhibitors"] == []
        assert headroomd.can_freeze(PLAYER)
        headroomd.thaw(PLAYER)


# Screen readers


def is_read_aloud(headroomd):
    return any("a screen reader is running" in line for line in headroomd.explain(PLAYER))


def test_no_sandboxed_program_is_a_screen_reader(headroomd, bus):
    """While one runs, no app with a window is frozen under pressure."""
    name = "org.gnome.Orca.Service"
    with caller(bus, "bwrap") as it:
        assert it.own(name)
        headroomd.await_log(f"owns the name {name}, which only the desktop should own")
        until(headroomd.rests, "the daemon has nothing more to do")
        assert not is_read_aloud(headroomd)
    until(lambda: is_free(headroomd, name), "the name is free again")
    with caller(bus, "free") as it:
        assert it.own(name)
        until(lambda: is_read_aloud(headroomd), "a program outside of sandboxes is believed")


def test_no_sandboxed_program_announces_a_screen_reader(headroomd, bus):
    """It isn't even asked."""
    with caller(bus, "bwrap") as sandboxed, SomebodyElse(bus, neighbour=sandboxed.pid) as it:
        service = fakes.Accessibility(bus)
        service.listed = GLib.Variant("b", True)
        service.export(it.connection)
        take_name(it.connection, service.name)
        headroomd.await_log(f"owns the name {service.name}, which only the desktop should own")
        until(headroomd.rests, "the daemon has nothing more to do")
        while GLib.MainContext.default().iteration(False):
            pass  # a question would be answered here
        assert not is_read_aloud(headroomd)


# Parts of the desktop


@pytest.mark.parametrize("when", ["before the daemon", "after the daemon"])
def test_no_sandboxed_program_is_the_panel(tree, systemd, start_headroomd, bus, player, when):
    """The unit of a part of the desktop is never frozen."""
    systemd.tree = tree
    name = "org.xfce.Panel"
    with caller(bus, "bwrap") as it:
        tree.show(it.pid, player, "player")
        if when == "before the daemon":
            assert it.own(name)
        headroomd = start_headroomd()
        if when == "after the daemon":
            assert it.own(name)
        headroomd.await_log(f"owns the name {name}, which only the desktop should own")
        until(lambda: headroomd.can_freeze(PLAYER), "it is an app like others")
        headroomd.thaw(PLAYER)
        player.settles(frozen=False)
    until(lambda: is_free(headroomd, name), "the name is free again")
    with caller(bus, "free") as it:
        tree.show(it.pid, player, "panel")
        assert it.own(name)
        until(lambda: not headroomd.can_freeze(PLAYER), "a real panel is a part of the desktop")
        headroomd.thaw(PLAYER)


# Apps


def test_no_sandboxed_program_is_another_app(desk, bus, tmp_path):
    """An app that takes its name has just been started, so it is thawed."""
    desktop_file = tmp_path / f"data/applications/{KATE}.desktop"
    desktop_file.parent.mkdir(parents=True)
    desktop_file.write_text(AN_APP, encoding="utf-8")
    unit, _ = desk.app(KATE)
    other, _ = desk.app(PLAYER)
    headroomd = desk.start()
    unit.settles()
    until(lambda: headroomd.can_freeze(KATE), "the app is known")
    with caller(bus, "bwrap") as it:
        desk.tree.show(it.pid, other, "player")
        assert it.own(KATE)
        assert it.own("org.xfce.Panel")
        headroomd.await_log("owns the name org.xfce.Panel")  # its names come in their order
        until(headroomd.rests, "both are handled")
        assert unit.is_frozen()
    until(lambda: is_free(headroomd, KATE), "the name is free again")
    with caller(bus, "free") as it:
        desk.tree.show(it.pid, other, "player")
        assert it.own(KATE)
        until(lambda: not unit.is_frozen(), "a program outside of sandboxes is believed")
