# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: what a focus change, a request and an end cause, down to the files and the calls to
systemd."""

import contextlib
import signal
import subprocess

import pytest
from gi.repository import GLib

from cgroup_tree import MANAGER
from fake_hyprland import FakeHyprland
from fake_kwin import FakeGnomeShell, FakeKwin, normal_window
from fake_systemd import NOT_SET, FakeSystemd
from headroomd import HEADROOMD, error_of
from private_bus import PATIENCE, private_bus, until
from short_of_memory import Figures

KATE = "org.kde.kate"
UNSET = [("CPUWeight", NOT_SET)]


def weights_of(systemd, count):
    return [
        (unit, runtime, properties)
        for unit, runtime, properties in systemd.await_calls("SetUnitProperties", count)
    ]


# Boost


def test_focus_boosts_and_its_loss_unsets(desk):
    kate, kate_window = desk.app(KATE)
    firefox, firefox_window = desk.app("firefox")
    headroomd = desk.start(focus=kate_window)
    assert weights_of(desk.systemd, 1) == [(kate.name, True, [("CPUWeight", 500)])]
    assert kate.mark("weights") == "cpu=500"
    assert headroomd.get("Focused") == KATE
    assert headroomd.of_app(KATE, "Boosted")
    desk.kwin.focus(firefox_window)
    assert weights_of(desk.systemd, 3)[1:] == [
        (firefox.name, True, [("CPUWeight", 500)]),
        (kate.name, True, UNSET),
    ]
    until(lambda: kate.mark("weights") is None, "the mark is gone")
    assert kate.read("cpu.weight") == "100\n"
    assert not headroomd.of_app(KATE, "Boosted")


def test_io_weights_are_set_where_a_disk_heeds_them(desk):
    (desk.tree.sys / "block/sda/queue").mkdir(parents=True)
    (desk.tree.sys / "block/sda/queue/scheduler").write_text("none [bfq]\n", encoding="ascii")
    kate, window = desk.app(KATE)
    desk.start(focus=window)
    # systemd makes it 500 for BFQ.
    assert weights_of(desk.systemd, 1) == [
        (kate.name, True, [("CPUWeight", 500), ("IOWeight", 4500)])
    ]
    assert kate.mark("weights") == "cpu=500 io=4500"


def test_io_cost_gets_weights_as_they_are(desk):
    (desk.tree.root / "io.cost.qos").write_text("254:0 enable=1 ctrl=user\n", encoding="ascii")
    (desk.tree.sys / "block/sda/queue").mkdir(parents=True)
    (desk.tree.sys / "block/sda/queue/scheduler").write_text("none [bfq]\n", encoding="ascii")
    kate, window = desk.app(KATE)
    desk.start(focus=window)
    assert weights_of(desk.systemd, 1)[0][2] == [("CPUWeight", 500), ("IOWeight", 500)]
    assert kate.mark("weights") == "cpu=500 io=500"


def test_a_controller_that_no_unit_has_needed_yet_is_delegated_all_the_same(desk):
    """systemd enables it for the apps with the first weight that is set."""
    (desk.tree.sys / "block/sda/queue").mkdir(parents=True)
    (desk.tree.sys / "block/sda/queue/scheduler").write_text("none [bfq]\n", encoding="ascii")
    (desk.tree.root / MANAGER / "app.slice/cgroup.controllers").write_text(
        "memory pids\n", encoding="ascii"
    )
    _, window = desk.app(KATE)
    desk.start(focus=window)
    assert weights_of(desk.systemd, 1)[0][2] == [("CPUWeight", 500), ("IOWeight", 4500)]


def test_a_scheduler_that_ignores_weights_gets_none(desk):
    (desk.tree.sys / "kernel/sched_ext").mkdir(parents=True)
    (desk.tree.sys / "kernel/sched_ext/state").write_text("enabled\n", encoding="ascii")
    _, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    available, reason, remedy = headroomd.get("Capabilities")["cpu-weight"]
    assert not available and "sched_ext" in reason and remedy
    assert "org.kde.kate is the active app but has no boost." in headroomd.explain(KATE)
    assert not desk.systemd.calls


def test_somebody_elses_weight_is_left_alone(desk):
    kate, window = desk.app(KATE)
    kate.write("cpu.weight", "300\n")
    headroomd = desk.start(focus=window)
    headroomd.await_log("could not boost: another program has set its weights")
    assert not desk.systemd.calls
    assert kate.mark("weights") is None
    failed = f"{kate.name} was not boosted: another program has set its weights"
    assert any(line.startswith(failed) for line in headroomd.explain(KATE))


def test_a_weight_that_somebody_sets_later_stays(desk):
    kate, kate_window = desk.app(KATE)
    _, firefox_window = desk.app("firefox")
    headroomd = desk.start(focus=kate_window)
    until(lambda: kate.read("cpu.weight") == "500\n", "kate is boosted")
    kate.write("cpu.weight", "200\n")
    desk.kwin.focus(firefox_window)
    headroomd.await_log(
        "not unsetting weights: another program has set its weights since, so they stay"
    )
    assert kate.read("cpu.weight") == "200\n"
    assert kate.mark("weights") is None
    assert kate.name not in [
        unit for unit, _, properties in weights_of(desk.systemd, 2) if properties == UNSET
    ]


def test_a_boost_that_systemd_refuses_is_not_in_force(desk):
    desk.systemd.failures["SetUnitProperties"] = (
        "org.freedesktop.systemd1.NoSuchUnit",
        "Unit not loaded.",
    )
    kate, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    headroomd.await_log("could not boost: asking systemd for SetUnitProperties: Unit not loaded.")
    assert kate.mark("weights") is None
    assert not headroomd.of_app(KATE, "Boosted")


def test_a_script_that_was_there_first_is_run_once_more_beside_itself(kwin, start_headroomd):
    """It is never unloaded: a daemon that is killed at any moment must leave KWin with the
    script."""
    kwin.script_is_loaded = True
    start_headroomd()
    kwin.await_call("start")
    # Five seconds later, that copy is unloaded.
    assert [method for method, _ in kwin.calls][:4] == [
        "isScriptLoaded",
        "unloadScript",
        "loadScript",
        "start",
    ]
    path, name = kwin.arguments_of("loadScript")
    assert (
        path.endswith("/kwin/scripts/headroom/contents/code/main.js") and name == "headroom-again"
    )
    assert kwin.await_calls("unloadScript", 2) == [("headroom-again",), ("headroom-again",)]


def test_a_script_that_is_switched_off_is_not_run(kwin, start_headroomd):
    headroomd = start_headroomd()
    kwin.await_call("isScriptLoaded")
    kwin.snapshot()  # the daemon handles it after the answer
    assert headroomd.get("WindowSource") == "kwin"
    assert [method for method, _ in kwin.calls] == ["isScriptLoaded"]


def test_a_script_that_is_switched_off_in_the_session_no_longer_counts(desk, hog):
    """KWin reports nothing then, and what was hidden may be visible by now."""
    _, window = desk.app(KATE)
    with Figures(desk.tree, hog) as figures:
        headroomd = desk.start(focus=window)
        assert headroomd.get("WindowSource") == "kwin"
        desk.kwin.script_ended = True
        figures.grow()
        desk.tree.makes_the_daemon_sample()
        until(lambda: headroomd.get("WindowSource") == "", "nothing reports windows")
        desk.kwin.script_ended = False  # KWin is asked at each change of the level
        desk.report(focus=window)
        assert headroomd.get("WindowSource") == "kwin", "it was switched on again"


def test_a_script_that_is_loaded_still_counts_in_a_shortage(desk, hog):
    _, window = desk.app(KATE)
    with Figures(desk.tree, hog) as figures:
        headroomd = desk.start(focus=window)
        figures.grow()
        desk.tree.makes_the_daemon_sample()
        assert desk.kwin.await_calls("isScriptLoaded", 2)
        until(lambda: headroomd.get("Level") != "calm", "memory is short")
        assert headroomd.get("WindowSource") == "kwin"


# Adoption


def test_an_app_is_closed_by_its_windows_which_a_script_asks_for(desk):
    kate, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    headroomd.call("Close", "(s)", KATE)
    desk.kwin.await_call("start")
    path, name = desk.kwin.arguments_of("loadScript")
    assert (
        path.endswith("/kwin/scripts/headroom/contents/code/wish.js") and name == "headroom-wish-1"
    )
    desk.kwin.focus(window)
    asks = {"source": "kwin", "sent": 2, "type": "ask"}
    assert desk.kwin.report(asks) == "close " + window["id"]
    assert desk.kwin.report(asks) == ""
    assert [method for method, _ in desk.kwin.calls] == [
        "isScriptLoaded",
        "loadScript",
        "start",
    ], "the reporting script stays loaded"
    assert not [
        method for method, _ in desk.systemd.calls if method == "KillUnit"
    ], "an end by systemd would lose unsaved work"
    assert [
        act
        for act in headroomd.history()
        if kate.name in act and "asked org.kde.kate to close its windows: you requested it" in act
    ]


def test_a_stray_with_a_window_gets_a_scope(tree, bus, kwin, start_headroomd):
    source = next(unit for unit in tree.units if unit.name == "dbus.service")
    main = tree.sleep(source, "dbus-daemon")
    stray = tree.sleep(source, "gnome-maps", parent=main)
    systemd = FakeSystemd(bus)
    systemd.tree = tree
    systemd.describe(
        "dbus.service", Names=GLib.Variant("as", ["dbus.service"]), MainPID=GLib.Variant("u", main)
    )
    with systemd:
        headroomd = start_headroomd()
        kwin.await_call("isScriptLoaded")
        kwin.snapshot(normal_window(stray, "org.gnome.Maps"))
        headroomd.await_log("org.gnome.Maps has a window but runs in dbus.service")
        systemd.await_call("StartTransientUnit")
        name, mode, properties, auxiliary = systemd.arguments_of("StartTransientUnit")
        assert name.startswith("app-headroom-org.gnome.Maps-") and name.endswith(".scope")
        assert (mode, auxiliary) == ("fail", [])
        properties = dict(properties)
        assert (properties["Slice"], properties["Delegate"], properties["OOMPolicy"]) == (
            "app.slice",
            True,
            "continue",
        )
        kwin.focus({"id": "w"})
        assert weights_of(systemd, 1) == [(name, True, [("CPUWeight", 500)])]
        assert systemd.moved == [stray]
        assert headroomd.of_app("org.gnome.Maps", "Units") == [name]


def test_what_a_browser_has_left_with_a_messenger_is_fetched(desk):
    """As after a click on a link: Chromium has moved its browser process to a scope."""
    messenger = desk.tree.unit("app.slice/app-slack-1.scope")
    scope = desk.tree.unit("app.slice/app-org.chromium.Chromium-77.scope")
    host = desk.tree.sleep(messenger, "slack")
    browser = desk.tree.sleep(scope, "chromium")
    reader = desk.tree.sleep(messenger, "cat", parent=browser)
    zygote = desk.tree.sleep(messenger, "chromium", parent=browser)
    task = desk.tree.proc / f"{browser}/task/{browser}"
    task.mkdir(parents=True)
    (task / "children").write_text(f"{reader} {zygote} ", encoding="ascii")
    messenger.write("cgroup.procs", f"{host}\n{reader}\n")  # systemd moves the zygote
    scope.write("cgroup.procs", f"{browser}\n")
    desk.window(host, "slack")
    desk.window(browser, "chromium")
    headroomd = desk.start()
    desk.systemd.await_call("StartTransientUnit")
    name = desk.systemd.arguments_of("StartTransientUnit")[0]
    assert name.startswith("app-headroom-org.chromium.Chromium-")
    until(
        lambda: any(
            unit.name == name and unit.read("cgroup.procs") == str(reader)
            for unit in list(desk.tree.units)
        ),
        "what reads the browser's output has followed",
    )
    assert desk.systemd.moved == [zygote]
    until(lambda: headroomd.can_freeze("slack"), "the messenger consists of nothing else")
    assert len(headroomd.of_app("org.chromium.Chromium", "Units")) == 2


# Freeze


def test_freeze_is_written_down_and_thawed_by_focus(desk):
    kate, kate_window = desk.app(KATE)
    _, firefox_window = desk.app("firefox")
    headroomd = desk.start(focus=firefox_window)
    kate.settles()
    headroomd.freeze(KATE)
    assert kate.is_frozen()
    assert kate.mark("frozen") == "1"
    assert (
        headroomd.ledger.read_text(encoding="ascii")
        == f"{kate.directory.stat().st_ino} {kate.path}\n"
    )
    assert headroomd.of_app(KATE, "Frozen")
    until(lambda: headroomd.of_app(KATE, "State") == "frozen", "kate is frozen")
    desk.kwin.focus(kate_window)
    assert not kate.is_frozen()
    assert kate.mark("frozen") is None
    assert headroomd.ledger.read_text(encoding="ascii") == ""
    assert (
        headroomd.of_app(KATE, "Reason") == "boosted org.kde.kate: org.kde.kate is the active app"
    )


def test_thaw_and_thaw_all(desk):
    kate, _ = desk.app(KATE)
    firefox, _ = desk.app("firefox")
    headroomd = desk.start()
    headroomd.thaw(KATE)  # no error
    assert headroomd.call("ThawAll") == (0,)
    for app, unit in ((KATE, kate), ("firefox", firefox)):
        unit.settles()
        headroomd.freeze(app)
    assert kate.is_frozen() and firefox.is_frozen()
    headroomd.thaw(KATE)
    kate.settles(frozen=False)
    assert not kate.is_frozen() and firefox.is_frozen()
    kate.settles()
    headroomd.freeze(KATE)
    assert headroomd.call("ThawAll") == (2,)
    assert desk.tree.nothing_is_frozen()


def test_the_watchdog_is_armed_while_something_is_frozen(desk):
    desk.app(KATE)
    headroomd = desk.start()
    headroomd.freeze(KATE)
    headroomd.await_notice("WATCHDOG_USEC=10000000")
    headroomd.thaw(KATE)
    headroomd.await_notice("WATCHDOG_USEC=0")


def test_the_hold_ends(desk):
    kate, _ = desk.app(KATE)
    headroomd = desk.start()
    kate.settles()
    headroomd.freeze(KATE, hold_us=50_000)
    headroomd.await_log("it was paused for the longest time allowed")
    assert not kate.is_frozen()


def test_what_does_not_stop_is_thawed(desk):
    kate, _ = desk.app(KATE)
    headroomd = desk.start()
    headroomd.freeze(KATE)
    state = headroomd.of_app(KATE, "State")
    may_be_over = "thaw" in [what for _, what, *_ in headroomd.history()]  # on a busy machine
    assert state == "freezing" or may_be_over
    headroomd.await_log("resumed org.kde.kate: it could not be paused in time")
    assert not kate.is_frozen()
    assert headroomd.log.count("paused org.kde.kate") == 1
    with pytest.raises(GLib.Error) as error:
        headroomd.freeze(KATE)
    assert error_of(error) == ("Refused", "an earlier attempt to pause it took too long")


def test_a_second_instance_thaws_the_first(desk):
    kate, _ = desk.app(KATE)
    headroomd = desk.start()
    kate.settles()
    headroomd.freeze(KATE)
    desk.tree.unit(f"app.slice/app-{KATE}-2.scope")
    headroomd.await_log("it was launched again")
    assert not kate.is_frozen()


# Ends


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_undoes_all(desk, how):
    kate, _ = desk.app(KATE)
    firefox, firefox_window = desk.app("firefox")
    headroomd = desk.start(focus=firefox_window)
    kate.settles()
    headroomd.freeze(KATE)
    until(lambda: firefox.read("cpu.weight") == "500\n", "firefox is boosted")
    assert headroomd.terminate(how) == 0
    assert desk.tree.nothing_is_frozen()
    assert weights_of(desk.systemd, 2)[1] == (firefox.name, True, UNSET)
    assert firefox.mark("weights") is None
    assert headroomd.ledger.read_text(encoding="ascii") == ""


def test_what_a_kill_leaves_behind_is_swept(desk):
    kate, _ = desk.app(KATE)
    firefox, firefox_window = desk.app("firefox")
    headroomd = desk.start(focus=firefox_window)
    kate.settles()
    headroomd.freeze(KATE)
    until(lambda: firefox.read("cpu.weight") == "500\n", "firefox is boosted")
    headroomd.terminate(signal.SIGKILL)
    assert kate.is_frozen() and firefox.mark("weights")
    assert (
        headroomd.thaw_leftovers()
        == "1 units thawed, the weights of 1 unset, the memory of 0 no longer protected, "
        "0 processes of terminals' tabs moved back\n"
    )
    assert desk.tree.nothing_is_frozen()
    assert firefox.mark("weights") is None and firefox.read("cpu.weight") == "100\n"
    assert headroomd.thaw_leftovers() == ""


def test_the_next_life_sweeps_too(desk, start_headroomd):
    kate, _ = desk.app(KATE)
    first = desk.start()
    kate.settles()
    first.freeze(KATE)
    first.terminate(signal.SIGKILL)
    assert kate.is_frozen()
    second = start_headroomd()
    second.await_log("undid what was left behind: 1 units thawed, the weights of 0 unset")
    assert desk.tree.nothing_is_frozen()


def test_a_second_daemon_ends_without_touching_the_firsts(desk, start_headroomd):
    kate, _ = desk.app(KATE)
    first = desk.start()
    kate.settles()
    first.freeze(KATE)
    second = start_headroomd(ready=False)
    assert second.await_end() == 4
    assert "another Headroom runs here" in second.log
    assert kate.is_frozen() and kate.mark("frozen")
    assert first.is_alive()


@pytest.mark.parametrize("prefix", ["", "MONITOR_"])
def test_what_follows_a_second_daemon_does_not_touch_the_firsts(desk, prefix):
    """systemd sets these for ExecStopPost=, and for what OnFailure= starts."""
    kate, _ = desk.app(KATE)
    first = desk.start()
    kate.settles()
    first.freeze(KATE)
    ended = {f"{prefix}EXIT_CODE": "exited", f"{prefix}EXIT_STATUS": "4"}
    assert "nothing is undone" in first.thaw_leftovers(**ended)
    assert kate.is_frozen() and kate.mark("frozen")
    first.thaw_leftovers(**{**ended, f"{prefix}EXIT_CODE": "killed"})
    assert not kate.is_frozen()


def test_the_bus_goes_away(tree, start_headroomd):
    kate = tree.unit(f"app.slice/app-{KATE}-1.scope")
    with private_bus() as address:
        headroomd = start_headroomd(address=address)
        kate.settles()
        headroomd.freeze(KATE)
        assert kate.is_frozen()
    assert headroomd.await_end() == 1
    assert tree.nothing_is_frozen()


def test_the_compositor_goes_away(tree, bus, systemd, start_headroomd):
    systemd.tree = tree
    kate = tree.unit(f"app.slice/app-{KATE}-1.scope")
    window = normal_window(tree.sleep(kate), KATE)
    headroomd = start_headroomd()
    with FakeKwin(bus) as kwin:
        kwin.await_call("isScriptLoaded")
        kwin.snapshot(window, focus=window)
        assert headroomd.get("WindowSource") == "kwin"
    assert weights_of(systemd, 2) == [
        (kate.name, True, [("CPUWeight", 500)]),
        (kate.name, True, UNSET),
    ]
    assert headroomd.get("WindowSource") == ""
    assert headroomd.get("Focused") == ""
    assert not headroomd.get("Capabilities")["windows"][0]


def test_freezes_end_with_the_compositor(tree, bus, systemd, start_headroomd):
    """A click on a window would end none. Nothing is frozen until the next compositor reports its
    windows."""
    systemd.tree = tree
    kate = tree.unit(f"app.slice/app-{KATE}-1.scope")
    window = normal_window(tree.sleep(kate), KATE)
    headroomd = start_headroomd()
    for _ in range(2):
        with FakeKwin(bus) as kwin:
            kwin.await_call("isScriptLoaded")
            kwin.snapshot(window)
            kate.settles()
            headroomd.freeze(KATE)
            assert kate.is_frozen()
        until(lambda: headroomd.get("WindowSource") == "", "the compositor is gone")
        assert tree.nothing_is_frozen()
        kate.settles(frozen=False)
        with pytest.raises(GLib.Error) as error:
            headroomd.freeze(KATE)
        assert error_of(error) == (
            "Refused",
            "windows are no longer reported, so a click on one would resume nothing",
        )
    assert headroomd.log.count(f"resumed {KATE}: windows are no longer reported") == 2


def test_hyprland_may_offer_to_end_what_is_paused(tree, systemd, start_headroomd, tmp_path):
    """It does since 0.48, unless the user has switched that off."""
    systemd.tree = tree
    kate, firefox = (tree.unit(f"app.slice/app-{app}-1.scope") for app in (KATE, "firefox"))
    windows = [
        {"id": 10, "pid": tree.sleep(firefox), "app_id": "firefox"},
        {"id": 11, "pid": tree.sleep(kate), "app_id": KATE},
    ]

    with contextlib.closing(FakeHyprland(tmp_path, windows)) as hyprland:
        hyprland.dialog = 1
        headroomd = start_headroomd()
        until(lambda: headroomd.get("Focused") == "firefox", "Hyprland is connected")

        def can_freeze():
            return headroomd.get("Capabilities")["freeze"][0]

        until(lambda: not can_freeze(), "Hyprland's dialog is known")
        _, reason, remedy = headroomd.get("Capabilities")["freeze"]
        assert "misc:enable_anr_dialog = false" in remedy
        with pytest.raises(GLib.Error) as error:
            headroomd.freeze(KATE)
        assert error_of(error) == ("Refused", reason)
        hyprland.dialog = 0
        hyprland.say(b"configreloaded>>\n")
        until(can_freeze, "the dialog is known to be off")
        kate.settles()
        headroomd.freeze(KATE)
        assert kate.is_frozen()
        hyprland.dialog = 1
        hyprland.say(b"configreloaded>>\n")
        headroomd.await_log(f"resumed {KATE}: it may no longer be paused")
        assert not kate.is_frozen()


def test_gnome_shell_with_the_extension_and_without(tree, bus, systemd, start_headroomd):
    systemd.tree = tree
    kate = tree.unit(f"app.slice/app-{KATE}-1.scope")
    window = normal_window(tree.sleep(kate), KATE)
    headroomd = start_headroomd()
    with FakeGnomeShell(bus) as shell:
        until(lambda: headroomd.get("WindowSource") == "mutter", "the shell is found by its name")
        assert not headroomd.get("WindowsKnown")
        reason, remedy = headroomd.get("Capabilities")["windows"][1:]
        assert (
            "neither its windows nor which are hidden" in reason
            and "headroomctl enable-extension" in remedy
        )
        assert (
            shell.report({"source": "gnome-shell", "sent": 1, "type": "focus", "focus": "w"})
            == "snapshot"
        )
        assert (
            shell.report(
                {
                    "source": "gnome-shell",
                    "sent": 1,
                    "type": "snapshot",
                    "windows": [window],
                    "focus": "w",
                }
            )
            == ""
        )
        assert (
            headroomd.get("WindowSource"),
            headroomd.get("WindowsKnown"),
            headroomd.get("Focused"),
        ) == ("gnome-shell", True, KATE)
        headroomd.call("Close", "(s)", KATE)
        assert shell.wish_waits.wait(PATIENCE)
        assert shell.report({"source": "gnome-shell", "sent": 1, "type": "ask"}) == "close w"
        assert shell.report({"source": "gnome-shell", "sent": 1, "type": "end"}) == ""
        until(lambda: headroomd.get("WindowSource") == "mutter", "the extension is gone")
        assert headroomd.get("Focused") == "" and not headroomd.get("WindowsKnown")
    until(lambda: headroomd.get("WindowSource") == "", "the shell is gone")


def test_a_dry_run_touches_nothing(desk, start_headroomd):
    kate, window = desk.app(KATE)
    headroomd = start_headroomd("--dry-run")
    desk.kwin.await_call("isScriptLoaded")
    desk.kwin.snapshot(window, focus=window)
    headroomd.await_log("boosted org.kde.kate")
    firefox = desk.tree.unit("app.slice/app-firefox-1.scope")
    until(lambda: headroomd.call("Measure")[0].get("firefox"), "firefox is known")
    headroomd.freeze("firefox")
    assert headroomd.terminate() == 0
    assert not desk.systemd.calls
    assert not firefox.is_frozen() and kate.mark("weights") is None


def test_version():
    assert subprocess.run(
        [HEADROOMD, "--version"], capture_output=True, text=True, check=True
    ).stdout.startswith("headroomd ")
