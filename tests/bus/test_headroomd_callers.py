# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Which caller may call what: what a sandboxed program tries with the permission to talk to
headroomd, and what it gets."""

import json

import pytest
from gi.repository import Gio, GLib

from cgroup_tree import LOGIN
from headroomd import ROOT
from private_bus import until
from sandboxed import Refused, caller, variant

KATE = "org.kde.kate"
PLAYER = "org.example.Player"
OBJECTS = "org.freedesktop.DBus.ObjectManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"
COMPOSITOR = "org.headroomd.Headroom1.Compositor"
OF_KATE = ROOT + "/apps/org_2ekde_2ekate"
OF_NOBODY = ROOT + "/apps/org_2eexample_2eNobody"
USER_NAMESPACE = ("unshare", "--user", "--map-current-user")
SANDBOXES = ["bwrap", "undumpable in bwrap", "proxy", "flatpak", "user namespace"]


@pytest.fixture
def bench(desk):
    """Kate in front, and behind it a player, which is the sandboxed program."""
    _, desk.front = desk.app(KATE)
    desk.unit, desk.behind = desk.app(PLAYER)
    desk.headroomd = desk.start(focus=desk.front)
    until(lambda: desk.headroomd.get("Focused") == KATE, "kate is in front")
    yield desk
    assert desk.headroomd.is_alive()
    assert desk.tree.nothing_is_frozen()
    assert desk.headroomd.get("Focused") == KATE
    assert [call for call in desk.systemd.calls if call[0] != "SetUnitProperties"] == []


@pytest.fixture
def sandboxed(bench, bus, tmp_path):
    with caller(bus, "flatpak", PLAYER, tmp_path) as made:
        yield made


def ask(method, types="", *values):
    return lambda it: it.call(method, types and variant(types, *values))


# Each is a way to learn about the user or other apps, or to change what happens to them.
ATTACKS = {
    "freezes another application": ask("Freeze", "(st)", "firefox", 0),
    "freezes what is in front": ask("Freeze", "(st)", KATE, 0),
    "freezes itself, to be thought idle": ask("Freeze", "(st)", PLAYER, 0),
    "thaws what the user has frozen": ask("Thaw", "(s)", KATE),
    "thaws everything": ask("ThawAll"),
    "closes another application": ask("Close", "(s)", KATE),
    "ends another application": ask("End", "(s)", KATE),
    "asks why something was done to another": ask("Explain", "(s)", KATE),
    "asks what another application uses": ask("Measure"),
    "asks what the machine waits for": ask("MeasureMachine"),
    "asks what another application needs": ask("MeasureNeed", "(s)", KATE),
    "cancels a measurement": ask("CancelMeasurement", "(s)", KATE),
    "reads what another application needs": lambda it: it.get("Measurement", "App", OF_KATE),
    "asks for the totals": ask("Totals"),
    "asks which application had the focus since yesterday": ask("History", "(t)", 0),
    "switches the reaction to pressure off": ask("SetSetting", "(ss)", "Pressure/Enabled", "false"),
    "exempts itself by a rule": ask("SetSetting", "(ss)", f"App-{PLAYER}/Rule", "never"),
    "has another application frozen by a rule": ask(
        "SetSetting", "(ss)", f"App-{KATE}/Rule", "always"
    ),
    "switches everything off for a day": ask("DisableFor", "(t)", 86_400_000_000),
    "reads whether everything is switched off": lambda it: it.get("DisabledUntil"),
    "switches the extension of GNOME Shell on": ask("EnableExtension"),
    "asks what is in front": lambda it: it.get("Focused"),
    "reads the settings": lambda it: it.get("Settings"),
    "reads the rules, with all other properties": lambda it: it.call(
        "GetAll", f"('{COMPOSITOR.removesuffix('Compositor')}App',)", OF_KATE, PROPERTIES
    ),
    "reads which application makes the machine short": lambda it: it.get("LevelReason"),
    "reads which application is named as the cause": lambda it: it.get("Culprit"),
    "reads what was done to that one": lambda it: it.get("CulpritSummary"),
    "reads whether that one can be paused": lambda it: it.get("CanFreezeCulprit"),
    "reads the version, to choose an attack": lambda it: it.get("Version"),
    "reads what the machine can do": lambda it: it.get("Capabilities"),
    "reads where windows are known from": lambda it: it.get("WindowSource"),
    "reads whether windows are known": lambda it: it.get("WindowsKnown"),
    "reads whether another application is frozen": lambda it: it.get("State", "App", OF_KATE),
    "reads who holds another application": lambda it: it.get("Holds", "App", OF_KATE),
    "reads what happened to another application": lambda it: it.get("Reason", "App", OF_KATE),
    "tries whether an application runs": lambda it: it.get("Id", "App", OF_NOBODY),
    "lists what runs": lambda it: it.call("GetManagedObjects", "", ROOT, OBJECTS),
    "has another application left alone": ask("Hold", "(ss)", KATE, "is mine"),
    "has everything left alone": ask("Hold", "(ss)", "*", "is mine"),
    "claims another id with its own as a part": ask("Hold", "(ss)", PLAYER + ".", "is mine"),
    "reports windows": lambda it: it.call(
        "Report", variant("(s)", json.dumps({"type": "focus", "focus": None})), ROOT, COMPOSITOR
    ),
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_a_sandboxed_program_gets_nothing(sandboxed, attack):
    with pytest.raises(Refused) as refused:
        attack(sandboxed)
    assert refused.value.name == "Refused"
    assert "in a sandbox" in refused.value.sentence


@pytest.mark.parametrize("kind", SANDBOXES)
def test_whatever_the_sandbox_is_made_of(bench, bus, tmp_path, kind):
    with caller(bus, kind, scratch=tmp_path) as it:
        with pytest.raises(Refused) as refused:
            it.call("Freeze", variant("(st)", PLAYER, 0))
        assert refused.value.name == "Refused" and refused.value.sentence.startswith(
            "Manager.Freeze is refused: the caller is in a sandbox (it "
        )
        bench.headroomd.await_log("Manager.Freeze is refused")
        with pytest.raises(Refused):
            it.call("Freeze", variant("(st)", PLAYER, 0))
        until(bench.headroomd.rests, "all that it logs is read")
        assert (
            bench.headroomd.log.count("Manager.Freeze is refused") == 1
        ), "the journal has it once"


def test_who_lets_nobody_look_at_it_is_not_believed(bench, bus):
    with caller(bus, "undumpable") as it:
        with pytest.raises(Refused) as refused:
            it.call("ThawAll")
        assert refused.value.sentence == (
            "Manager.ThawAll is refused: the caller can't be identified (its program can't "
            "be read)"
        )


def test_who_is_in_no_sandbox_is_not_refused(bench, bus):
    with caller(bus, "free") as it:
        assert it.call("ThawAll") == [0]
        assert it.get("Focused") == [KATE]
        assert set(it.get_all()) == {
            "Capabilities",
            "Culprit",
            "CulpritSummary",
            "CanFreezeCulprit",
            "Focused",
            "Level",
            "LevelReason",
            "LevelReasonCode",
            "Settings",
            "DisabledUntil",
            "Version",
            "WindowSource",
            "WindowsKnown",
        }
        assert OF_KATE in it.call("GetManagedObjects", "", ROOT, OBJECTS)[0]
        assert (
            '<node name="org_2ekde_2ekate"/>'
            in it.call("Introspect", "", ROOT + "/apps", INTROSPECTABLE)[0]
        )
        with pytest.raises(Refused) as refused:
            it.get("Id", "App", OF_NOBODY)
        assert refused.value.name == "org.freedesktop.DBus.Error.UnknownObject"


def test_what_runs_is_not_listed_to_a_sandboxed_program(bench, sandboxed):
    assert bench.headroomd.of_app(KATE, "Id") == KATE
    assert sandboxed.call("Introspect", "", ROOT + "/apps", INTROSPECTABLE) == ["<node>\n</node>\n"]
    described = Gio.DBusNodeInfo.new_for_xml(
        sandboxed.call("Introspect", "", ROOT, INTROSPECTABLE)[0]
    )
    assert [node.path for node in described.nodes] == ["apps"]
    assert {"Freeze", "Hold"} <= {
        method.name
        for method in described.lookup_interface("org.headroomd.Headroom1.Manager").methods
    }


def test_the_level_is_everybodys(sandboxed):
    assert sandboxed.get("Level") == ["calm"] or sandboxed.get("Level") == ["unknown"]
    assert set(sandboxed.get_all()) == {"Level"}


def test_headroomctl_in_a_sandbox_reports_the_refusal(bench, ctl):
    refused = ctl("status", within=USER_NAMESPACE, check=1).stderr
    assert refused.startswith(
        "headroomctl: Manager.Version is refused: the caller is in a sandbox (it "
    )


def test_the_level_suffices_to_start_something_in_a_sandbox(bench, ctl, start_ctl):
    assert ctl("jobs", "echo", "built", within=USER_NAMESPACE).stdout == "built\n"
    assert bench.headroomd.get("Level") == "unknown"
    options = ("run", "--when-room", "--verbose", "--need=1M", "true")
    waits = "Waiting until pressure is calm. It is unknown now.\n"
    assert start_ctl(*options, within=USER_NAMESPACE).stderr.readline() == waits
    bench.systemd.calls = [call for call in bench.systemd.calls if call[0] != "StartTransientUnit"]


def test_a_flatpak_holds_itself_alone(bench, sandboxed):
    number = sandboxed.call("Hold", variant("(ss)", PLAYER, "plays"))[0]
    assert bench.headroomd.of_app(PLAYER, "Holds") == [f"{sandboxed.name}: plays"]
    sandboxed.call("Release", variant("(u)", number))
    assert bench.headroomd.of_app(PLAYER, "Holds") == []


def test_nobody_releases_what_another_holds(bench, sandboxed):
    number = bench.headroomd.hold(KATE, "is written to")
    with pytest.raises(Refused) as refused:
        sandboxed.call("Release", variant("(u)", number))
    assert refused.value.name == "BadInput"
    assert len(bench.headroomd.of_app(KATE, "Holds")) == 1


@pytest.mark.parametrize("kind", ["bwrap", "proxy"])
def test_a_sandbox_without_an_id_is_its_units(bench, bus, tmp_path, kind):
    with caller(bus, kind, scratch=tmp_path) as it:
        bench.tree.show(it.pid, bench.unit, "player")
        it.call("Hold", variant("(ss)", PLAYER, "plays"))
        assert len(bench.headroomd.of_app(PLAYER, "Holds")) == 1
        with pytest.raises(Refused) as refused:
            it.call("Hold", variant("(ss)", KATE, "plays"))
        assert refused.value.sentence.endswith("it may only name its own application")


def test_signals_go_to_those_who_may_read_what_is_in_them(bench, bus, tmp_path):
    with caller(bus, "flatpak", PLAYER, tmp_path) as it, caller(bus, "free") as reader:
        it.get("Level")
        reader.call(
            "Introspect", "", ROOT, INTROSPECTABLE
        )  # like bindings that create a proxy at run time
        bench.headroomd.hold(PLAYER)  # changes App.Holds
        bench.kwin.focus(bench.behind)
        until(lambda: bench.headroomd.get("Focused") == PLAYER, "the player is in front")
        bench.app("firefox")
        until(lambda: "firefox" in bench.headroomd.call("Measure")[0], "firefox is known")
        bench.headroomd.freeze("firefox")
        until(
            lambda: {("boost", False), ("freeze", True)}
            <= {
                (values[0], values[4])
                for _, _, signal, values in reader.heard()
                if signal == "Acted"
            },
            "acts arrive, and which of them are news",
        )
        bench.headroomd.thaw("firefox")
        heard = reader.heard()
        assert {signal for _, _, signal, _ in heard} >= {
            "PropertiesChanged",
            "Acted",
            "InterfacesAdded",
        }
        assert [
            values[1]["Focused"]
            for _, _, signal, values in heard
            if signal == "PropertiesChanged" and "Focused" in values[1]
        ] == [PLAYER]
        assert [
            each
            for each in it.heard()
            if not (each[2] == "PropertiesChanged" and set(each[3][1]) == {"Level"})
        ] == []
        bench.kwin.focus(bench.front)
        until(lambda: bench.headroomd.get("Focused") == KATE, "kate is in front")


def test_each_property_has_the_type_that_its_description_says(bench):
    connection = bench.headroomd.connection
    for path, interface in ((ROOT, "Manager"), (OF_KATE, "App")):
        described = connection.call_sync(
            "org.headroomd.Headroom1", path, INTROSPECTABLE, "Introspect", None, None, 0, -1, None
        ).unpack()[0]
        node = Gio.DBusNodeInfo.new_for_xml(described)
        wanted = {
            each.name: each.signature
            for each in node.lookup_interface("org.headroomd.Headroom1." + interface).properties
        }
        answer = connection.call_sync(
            "org.headroomd.Headroom1",
            path,
            PROPERTIES,
            "GetAll",
            GLib.Variant("(s)", ("org.headroomd.Headroom1." + interface,)),
            None,
            0,
            -1,
            None,
        ).get_child_value(0)
        given = {
            answer.get_child_value(i)
            .get_child_value(0)
            .get_string(): answer.get_child_value(i)
            .get_child_value(1)
            .get_variant()
            .get_type_string()
            for i in range(answer.n_children())
        }
        assert given == wanted


# Announced launches


@pytest.fixture
def stray(bench):
    """A process outside of all apps' units. If it is announced as launched, it is adopted."""
    bench.login = bench.tree.unit("session-1.scope", under=LOGIN)
    yield lambda **how: bench.tree.sleep(bench.login, "stray", **how)
    bench.systemd.calls = [call for call in bench.systemd.calls if call[0] != "StartTransientUnit"]


def announce(it, pid, app="org.example.Stray"):
    it.emit(
        "/org/gtk/gio/DesktopAppInfo",
        "org.gtk.gio.DesktopAppInfo",
        "Launched",
        variant(
            "(aysxasa{sv})",
            list(f"/usr/share/applications/{app}.desktop\0".encode()),
            "",
            pid,
            [],
            {},
        ),
    )


def adopted(bench):
    return [call[1][0] for call in bench.systemd.calls if call[0] == "StartTransientUnit"]


def test_a_launcher_is_believed_of_what_it_has_started(bench, bus, stray):
    with caller(bus, "free") as it:
        announce(it, stray(parent=it.pid))
        bench.systemd.await_call("StartTransientUnit")
    assert [name.startswith("app-headroom-org.example.Stray-") for name in adopted(bench)] == [True]


def test_a_launcher_that_has_ended_is_believed_by_the_mark_that_gio_leaves(bench, bus, stray):
    pid = stray()
    file = "/usr/share/applications/org.example.Stray.desktop"
    (bench.tree.proc / str(pid) / "environ").write_bytes(
        f"GIO_LAUNCHED_DESKTOP_FILE={file}\0GIO_LAUNCHED_DESKTOP_FILE_PID={pid}\0".encode()
    )
    with caller(bus, "free") as it:
        announce(it, pid)
    bench.systemd.await_call("StartTransientUnit")


@pytest.mark.parametrize("kind", ["free", "bwrap"])
def test_a_forged_launch_changes_nothing(bench, bus, stray, kind):
    """Launches of a process that isn't its child, and of a frozen app. A sandboxed program isn't
    believed even about its own children."""
    bench.unit.settles()  # an app that isn't frozen in time is thawed
    bench.headroomd.freeze(PLAYER)
    with caller(bus, kind) as it:
        for _ in range(20):
            announce(it, stray(), "org.example.Locker")
            announce(it, stray(parent=1 if kind == "free" else it.pid), PLAYER)
        bench.headroomd.await_log("which can't be true; ignoring it (1 of these so far)")
        # the last launch is valid, so the others would have counted, too
        with caller(bus, "free") as launcher:
            announce(launcher, stray(parent=launcher.pid))
            bench.systemd.await_call("StartTransientUnit")
    assert len(adopted(bench)) == 1 and "Stray" in adopted(bench)[0]
    assert bench.unit.is_frozen()
    assert bench.headroomd.log.count("which can't be true") == 1, "the journal has it once"
    bench.headroomd.thaw(PLAYER)
