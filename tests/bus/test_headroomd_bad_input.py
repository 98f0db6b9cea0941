# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: any bad input leads to a clear error or a refusal in the log. Nothing is moved or
frozen, and the daemon keeps running."""

import os

import pytest
from gi.repository import Gio, GLib

from cgroup_tree import LOGIN, MANAGER, NOBODY
from fake_kwin import report
from headroomd import connect, error_of
from private_bus import until

KATE = "org.kde.kate"
GIO = "/org/gtk/gio/DesktopAppInfo", "org.gtk.gio.DesktopAppInfo"


@pytest.fixture
def bench(desk):
    """A desk with one app in front and another behind it. After the test the state must be the
    same."""
    _, desk.front = desk.app(KATE)
    _, desk.behind = desk.app("firefox")
    desk.headroomd = desk.start(focus=desk.front)
    desk.systemd.await_call("SetUnitProperties")
    yield desk
    assert desk.headroomd.is_alive()
    assert desk.tree.nothing_is_frozen()
    assert [call for call in desk.systemd.calls if call[0] != "SetUnitProperties"] == []
    assert desk.headroomd.get("Focused") == KATE


# Reports


def test_only_the_compositor_is_heard(bench, bus):
    stranger = connect(bus)
    for what in (
        {"type": "focus", "focus": bench.behind["id"]},
        {"type": "snapshot", "windows": [], "focus": None},
        "nonsense",
    ):
        with pytest.raises(GLib.Error) as error:
            report(stranger, what)
        assert error_of(error) == ("Refused", "only the compositor reports windows")
    bench.headroomd.await_log(
        f"process {os.getpid()} on the bus: only the compositor reports windows"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "null",
        "[]",
        "{}",
        "{",
        '{"type":"focus"}',
        '{"type":"focus","focus":7}',
        '{"type":"gone"}',
        '{"type":"window","window":{"id":"{0}"}}',
        '{"type":"focus","focus":"{1}"',
        "{'type':'focus','focus':'{1}'}",
        '{"type":"focus","focus":"{1}\\u0000"}',
        '{"type":"focus","focus":null,"x":' + '["]",' * 100_000,
        '{"type":"focus","focus":"{1}"}' + " " * 2**20,
    ],
    ids=lambda text: text[:40] or "empty",
)
def test_a_malformed_report_changes_nothing(bench, text):
    with pytest.raises(GLib.Error) as error:
        bench.kwin.report(text)
    name, sentence = error_of(error)
    assert name == "BadInput" and sentence
    bench.headroomd.await_log("refused a window report: ")
    assert bench.headroomd.of_app(KATE, "Windows") == 1
    assert len(bench.systemd.calls) == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"snapshot","focus":null}',
        '{"type":"snapshot","focus":"{1}","windows":[{"id":"{1}","pid":"7","app":"",'
        '"kind":"normal","hidden":false,"fullscreen":true}]}',
    ],
    ids=["no windows", "a bad one"],
)
def test_after_a_malformed_snapshot_no_windows_are_known(bench, text):
    with pytest.raises(GLib.Error) as error:
        bench.kwin.report(text)
    name, sentence = error_of(error)
    assert name == "BadInput" and sentence
    until(lambda: bench.headroomd.get("WindowSource") == "", "windows are unknown")
    assert bench.kwin.report({"type": "focus", "focus": bench.front["id"]}) == "snapshot"
    bench.kwin.snapshot(*bench.windows, focus=bench.front)
    until(lambda: bench.headroomd.get("Focused") == KATE, "windows are known again")


def test_a_report_about_unknown_windows_asks_for_all(bench):
    assert bench.kwin.report({"type": "focus", "focus": "{unseen}"}) == "snapshot"
    assert bench.kwin.report({"type": "gone", "id": "{unseen}"}) == ""


# Processes


def refused_pids(tree):
    unit = tree.unit("app.slice/app-gone-1.scope")
    dead = tree.sleep(unit)
    tree.end(dead)
    return {
        "0": 0,
        "1": 1,
        "dead": dead,
        "the largest": 2**31 - 1,
        "another user's": tree.sleep(unit, user=NOBODY),
    }


@pytest.mark.parametrize(
    "which", ["0", "1", "dead", "the largest", "another user's", "the daemon's own"]
)
def test_a_window_of_a_process_that_is_not_the_users(bench, which):
    pid = (
        bench.headroomd.process.pid
        if which == "the daemon's own"
        else refused_pids(bench.tree)[which]
    )
    window = bench.window(pid, "gone")
    bench.kwin.window(window)
    bench.headroomd.await_log("a window's process is not followed: ")
    bench.kwin.focus(window)
    assert bench.headroomd.get("Focused") == "gone", "the compositor may report that"
    bench.kwin.focus(bench.front)
    assert {unit for unit, _, _ in bench.systemd.await_calls("SetUnitProperties", 1)} == {
        f"app-{KATE}-1.scope"
    }


def announce(connection, path, pid):
    body = GLib.Variant.new_tuple(
        GLib.Variant.new_bytestring(path),
        GLib.Variant("s", ""),
        GLib.Variant("x", pid),
        GLib.Variant("as", []),
        GLib.Variant("a{sv}", {}),
    )
    connection.emit_signal(None, *GIO, "Launched", body)
    connection.flush_sync(None)


NO_APPS = [
    b"/x/a\xff.desktop",
    b"/x/a\nb.desktop",
    b"/x/" + b"a" * 300 + b".desktop",
    b"",
    b"/x/.desktop",
    b"a.desktop",
    b"/x/a",
]


def test_a_launch_of_what_can_be_no_app(bench):
    """The last launch is valid. Once it has taken effect, the others would have, too."""
    login = bench.tree.unit("session-1.scope", under=LOGIN)
    for path in NO_APPS:
        announce(
            bench.headroomd.connection,
            path,
            bench.tree.sleep(login, "stray\nprogram", parent=os.getpid()),
        )
    good = bench.tree.sleep(login, "good", parent=os.getpid())
    announce(bench.headroomd.connection, b"/x/good.desktop", good)
    bench.systemd.await_call("StartTransientUnit")
    assert bench.systemd.arguments_of("StartTransientUnit")[0].startswith("app-headroom-good-")
    bench.headroomd.await_log("good was launched as an app but runs in session-1.scope")
    bench.systemd.calls = [call for call in bench.systemd.calls if call[0] != "StartTransientUnit"]


@pytest.mark.parametrize("pid", [-1, 0, 1, 2**31 - 1, 2**31, 2**62])
def test_a_launch_of_a_pid_that_is_no_process(bench, pid):
    announce(bench.headroomd.connection, b"/x/org.gnome.Maps.desktop", pid)


# Ids

BAD_IDS = [
    "",
    "x" * 4000,
    "/",
    "../../../etc/passwd",
    "org/kde/kate",
    '"',
    "'; reboot; '",
    "\\x2f",
    "a b",
    "\n",
    "%s%n",
    "ünï",
    "*",
    KATE + "\u200b",
    KATE + "\u202e",
]


@pytest.mark.parametrize("app", BAD_IDS, ids=lambda app: repr(app[:20]))
def test_an_app_that_is_none(bench, app):
    wanted = "BadInput" if app == "" or len(app) > 255 or app[-1] in "\n\u202e" else "NoSuchApp"
    for ask in (bench.headroomd.freeze, bench.headroomd.thaw, bench.headroomd.explain):
        with pytest.raises(GLib.Error) as error:
            ask(app)
        name, sentence = error_of(error)
        assert name == wanted
        assert len(sentence) < 400


def test_nothing_is_started_for_a_caller(bench):
    """A sandboxed program could start anything outside of its sandbox."""
    with pytest.raises(GLib.Error) as error:
        bench.headroomd.call("Launch", "(assass)", ["true"], "true", [], "")
    assert error.value.matches(Gio.dbus_error_quark(), Gio.DBusError.UNKNOWN_METHOD)


@pytest.mark.parametrize("hold_us", [2**64 - 1, 2**63, 2**52, 1])
def test_any_hold_is_within_bounds(bench, hold_us):
    bench.headroomd.freeze("firefox", hold_us)
    bench.headroomd.thaw("firefox")


def test_the_focused_app_is_refused(bench):
    with pytest.raises(GLib.Error) as error:
        bench.headroomd.freeze(KATE)
    assert error_of(error) == (
        "Refused",
        f"{KATE} is the active app, which is never paused",
    )


# The tree


def test_a_unit_that_disappears_before_it_is_frozen(bench):
    unit = next(unit for unit in bench.tree.units if "firefox" in unit.name)
    unit.disappears()
    with pytest.raises(GLib.Error) as error:
        bench.headroomd.freeze("firefox")
    assert error_of(error)[0] in ("NoSuchApp", "Refused", "Failed")


def test_a_unit_that_disappears_before_its_focus_or_under_it(bench):
    until(bench.headroomd.rests, "it has read how both were launched")
    for window in (bench.behind, bench.front):
        unit = next(unit for unit in bench.tree.units if window["app"] in unit.name)
        unit.disappears()
        bench.kwin.focus(window)
    until(lambda: bench.headroomd.of_app(KATE, "Units") == [], "the daemon has noticed")


def test_a_unit_that_disappears_while_frozen(bench):
    until(bench.headroomd.rests, "it has read how both were launched")
    bench.headroomd.freeze("firefox")
    next(unit for unit in bench.tree.units if "firefox" in unit.name).disappears()
    until(lambda: bench.headroomd.ledger.read_text(encoding="ascii") == "", "the ledger is empty")
    bench.headroomd.thaw("firefox")
    assert bench.headroomd.is_alive()


def test_a_unit_without_the_freezers_file(bench):
    unit = next(unit for unit in bench.tree.units if "firefox" in unit.name)
    (unit.directory / "cgroup.freeze").unlink()
    with pytest.raises(GLib.Error) as error:
        bench.headroomd.freeze("firefox")
    name, sentence = error_of(error)
    assert name == "Failed" and "cgroup.freeze" in sentence
    assert not bench.headroomd.ledger.exists(), "what can't be frozen isn't in the ledger"
    assert unit.mark("frozen") is None
    unit.write("cgroup.freeze", "0\n")


def test_a_unit_that_is_a_link(bench):
    outside = bench.tree.unit("app-linked-1.scope", under="elsewhere")
    (bench.tree.root / MANAGER / "app.slice/app-linked-1.scope").symlink_to(outside.directory)
    bench.tree.unit("app.slice/app-later-1.scope")
    until(lambda: bench.headroomd.call("Measure")[0].get("later"), "the daemon has noticed both")
    with pytest.raises(GLib.Error) as error:
        bench.headroomd.freeze("linked")
    assert error_of(error)[0] == "NoSuchApp"


@pytest.mark.parametrize(
    "file, capability",
    [("app.slice/cgroup.freeze", "freeze"), ("cgroup.controllers", "cpu-weight")],
)
def test_a_tree_without_the_expected_files(desk, file, capability):
    _, kate = desk.app(KATE)
    desk.app("firefox")
    (desk.tree.root / MANAGER / file).unlink()
    headroomd = desk.start(focus=kate)
    available, reason, remedy = headroomd.get("Capabilities")[capability]
    assert not available and reason and remedy
    if capability == "freeze":
        with pytest.raises(GLib.Error) as error:
            headroomd.freeze("firefox")
        assert error_of(error) == ("Refused", reason)
    else:
        assert headroomd.get("Focused") == KATE
        assert not desk.systemd.calls
    assert desk.tree.nothing_is_frozen()
    assert headroomd.is_alive()


def test_a_tree_without_a_user_manager(tree, start_headroomd):
    os.rename(tree.root / MANAGER, tree.root / "elsewhere")
    headroomd = start_headroomd(ready=False)
    assert headroomd.await_end() == 1
    assert "there is no systemd user manager here" in headroomd.log


def test_no_bus(tree, start_headroomd):
    headroomd = start_headroomd(ready=False, address="unix:path=/nonexistent", connected=False)
    assert headroomd.await_end() == 1
    assert "the session bus can't be reached" in headroomd.log


@pytest.mark.parametrize("arguments", [["--nonsense"], ["argument"], ["--replay"]])
def test_arguments_that_make_no_sense(start_headroomd, arguments):
    headroomd = start_headroomd(*arguments, ready=False)
    assert headroomd.await_end() == 2
    assert headroomd.log.startswith("headroomd: ")
