# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Attacks on comparable software, tried on headroomd. docs/attacks.md describes the originals.
test_headroomd_callers.py tests what a sandboxed program may call."""

import os
import stat

import pytest
from gi.repository import GLib

import fake_sources as fakes
from cgroup_tree import LOGIN
from headroomd import ROOT, connect, error_of
from private_bus import until
from sandboxed import Refused, caller, variant
from somebody_else import SomebodyElse
from test_headroomd_callers import KATE, PLAYER, announce, bench, sandboxed  # noqa: F401 (fixtures)

PROPERTIES = "org.freedesktop.DBus.Properties"
FREEZE = ("Freeze", variant("(st)", PLAYER, 0))
AN_APP = "[Desktop Entry]\nType=Application\nName={}\nExec=true\n"


def lines_with(headroomd, text):
    return [line for line in headroomd.log.splitlines() if text in line]


# Who calls


@pytest.mark.parametrize("kind", ["bwrap", "user namespace"])
def test_a_caller_that_is_gone_before_it_is_known_gets_nothing(bench, bus, kind, tmp_path):
    with caller(bus, kind, scratch=tmp_path) as it:
        assert it.hits_and_runs(100, *FREEZE) == 100
        with pytest.raises(Refused):
            it.call(*FREEZE)  # the daemon is alive, and has answered all earlier calls
    assert not bench.unit.is_frozen()


def test_a_process_that_has_ended_speaks_for_nobody(bench, bus):
    """Its connection stays open in another process, and its pid may be reused."""
    with SomebodyElse(bus) as it:
        it.loses_its_process()
        with pytest.raises(GLib.Error) as error:
            it.connection.call_sync(
                "org.headroomd.Headroom1",
                ROOT,
                "org.headroomd.Headroom1.Manager",
                "Freeze",
                GLib.Variant("(st)", (PLAYER, 0)),
                None,
                0,
                -1,
                None,
            )
    assert error_of(error)[0] == "Refused"
    assert "can't be identified" in error_of(error)[1]
    assert not bench.unit.is_frozen()


def test_a_flatpak_that_its_maker_has_made_up_is_whose_unit_it_is_in(bench, bus, tmp_path):
    """A program that may create a sandbox can write anything into its root."""
    with caller(bus, "flatpak", KATE, tmp_path) as it:
        bench.tree.show(it.pid, bench.unit, "player")
        with pytest.raises(Refused) as refused:
            it.call("Hold", variant("(ss)", KATE, "is mine"))
        assert refused.value.sentence.endswith("it may only name its own application")
        it.call("Hold", variant("(ss)", PLAYER, "plays"))
    assert bench.headroomd.of_app(KATE, "Holds") == []


def test_a_flatpak_that_flatpak_does_not_know_is_nobody(bench, bus, tmp_path):
    """It is in no app's unit, like a program that was started in a text console or by the bus."""
    with caller(bus, "made-up flatpak", KATE, tmp_path) as it:
        with pytest.raises(Refused) as refused:
            it.call("Hold", variant("(ss)", KATE, "is mine"))
        assert refused.value.sentence.endswith("it may only name its own application")
    assert bench.headroomd.of_app(KATE, "Holds") == []


def test_an_asker_that_leaves_while_it_is_looked_for_leaves_nothing(bench, bus):
    """The connection, the app and the unit that an answer is for may be gone when the answer
    comes."""
    for number in range(20):
        unit, _ = bench.app(f"org.example.n{number}")
        until(
            lambda number=number: bench.headroomd.call("Measure")[0].get(f"org.example.n{number}"),
            "the app is known",
        )
        asker = connect(bus)
        for method, types, values in (
            ("Explain", "(s)", ()),
            ("Freeze", "(st)", (0,)),
            ("Close", "(s)", ()),
            ("End", "(s)", ()),
        ):
            asker.call(
                "org.headroomd.Headroom1",
                ROOT,
                "org.headroomd.Headroom1.Manager",
                method,
                GLib.Variant(types, (f"org.example.n{number}", *values)),
                None,
                0,
                -1,
                None,
                None,
            )
        asker.flush_sync(None)
        unit.disappears()
        asker.close_sync(None)
    until(bench.headroomd.rests, "all of them are answered")
    assert bench.headroomd.is_alive()
    bench.systemd.calls = [call for call in bench.systemd.calls if call[0] != "KillUnit"]


# How much


def test_a_thousand_connections_have_one_line_in_the_journal(bench, bus, tmp_path):
    with caller(bus, "bwrap", scratch=tmp_path) as it:
        it.hits_and_runs(300, *FREEZE)
        with pytest.raises(Refused):
            it.call(*FREEZE)
        assert (
            len(lines_with(bench.headroomd, "Manager.Freeze is refused")) <= 2
        ), "one line for this caller, and one for those that left before they were identified"


@pytest.mark.usefixtures("freed_memory_is_free")
def test_more_questions_than_anybody_can_answer(bench, bus, tmp_path):
    """By a connection that isn't identified yet, and is identified later."""
    with caller(bus, "bwrap", scratch=tmp_path) as it:
        it.pours(500, *FREEZE)
        files, memory = bench.headroomd.descriptors(), bench.headroomd.memory_kb()
        for _ in range(4):
            it.pours(500, *FREEZE)
        until(
            lambda: bench.headroomd.descriptors() <= files,
            "it has closed the files that it read for that",
        )
        assert bench.headroomd.memory_kb() - memory < 16 << 10


def test_file_descriptors_that_nobody_asked_for_are_closed(bench, bus, tmp_path):
    with caller(bus, "bwrap", scratch=tmp_path) as it:
        it.pours(1, *FREEZE)
        before = bench.headroomd.descriptors()
        it.pours(200, *FREEZE, fds=10)
        until(lambda: bench.headroomd.descriptors() <= before, "none of the 2,000 is kept")


@pytest.mark.parametrize("reason", ["", "x" * 256, "x" * (4 << 20)], ids=len)
def test_a_reason_without_an_end(sandboxed, bench, reason):
    with pytest.raises(Refused) as refused:
        sandboxed.call("Hold", variant("(ss)", PLAYER, reason))
    assert refused.value.name == "BadInput"
    assert bench.headroomd.of_app(PLAYER, "Holds") == []


def test_holds_have_an_end(sandboxed, bench):
    numbers = []
    with pytest.raises(Refused) as refused:
        for _ in range(10_000):
            numbers.append(sandboxed.call("Hold", variant("(ss)", PLAYER, "plays"))[0])
    assert refused.value.name == "Refused" and "the caller has 64 holds" in refused.value.sentence
    for number in numbers:
        sandboxed.call("Release", variant("(u)", number))
    assert bench.headroomd.of_app(PLAYER, "Holds") == []


def test_nothing_is_released_twice(sandboxed, bench):
    number = sandboxed.call("Hold", variant("(ss)", PLAYER, "plays"))[0]
    sandboxed.call("Release", variant("(u)", number))
    for wrong in (number, number + 1, 0, 2**32 - 1):
        with pytest.raises(Refused) as refused:
            sandboxed.call("Release", variant("(u)", wrong))
        assert refused.value.name == "BadInput"


def test_recordings_are_few(bench):
    """Each is a socket of the daemon's, and these aren't read."""
    readers = [connect(bench.headroomd.environment["DBUS_SESSION_BUS_ADDRESS"]) for _ in range(12)]
    given = []
    for reader in readers:
        try:
            _, fds = reader.call_with_unix_fd_list_sync(
                "org.headroomd.Headroom1",
                ROOT,
                "org.headroomd.Headroom1.Manager",
                "Record",
                None,
                None,
                0,
                -1,
                None,
                None,
            )
            given += fds.steal_fds()
        except GLib.Error:
            pass
    assert 0 < len(given) <= 8
    for fd in given:
        os.close(fd)
    for reader in readers:
        reader.close_sync(None)
    with caller(bench.headroomd.environment["DBUS_SESSION_BUS_ADDRESS"], "free") as it:
        it.call("Record")  # this is allowed: recordings whose reader is gone have made room


# What is written


def test_a_line_of_the_journal_is_nobodys_to_write(bench, bus):
    """The launch names a file that never existed, with a line break in its name."""
    login = bench.tree.unit("session-1.scope", under=LOGIN)
    stray = bench.tree.sleep(login, "stray")
    path = "/x/a\nwarning: firefox has been closed\x1b[2J\u202e.desktop\0"
    with caller(bus, "free") as it:
        it.emit(
            "/org/gtk/gio/DesktopAppInfo",
            "org.gtk.gio.DesktopAppInfo",
            "Launched",
            variant("(aysxasa{sv})", list(path.encode()), "", stray, [], {}),
        )
        bench.headroomd.await_log("which can't be true")
    assert not any(line.startswith("warning: firefox") for line in bench.headroomd.log.splitlines())
    assert "\x1b" not in bench.headroomd.log and "\u202e" not in bench.headroomd.log


def test_a_name_drives_no_terminal(desk, tmp_path, ctl):
    desktop_file = tmp_path / f"data/applications/{PLAYER}.desktop"
    desktop_file.parent.mkdir(parents=True)
    desktop_file.write_text(AN_APP.format("Pl\x1b[2Jay\u202eer\u2066"), encoding="utf-8")
    _, window = desk.app(PLAYER)
    headroomd = desk.start(focus=window)
    until(lambda: headroomd.of_app(PLAYER, "Name") != PLAYER, "the desktop file is read")
    said = [
        headroomd.of_app(PLAYER, "Name"),
        *headroomd.explain(PLAYER),
        ctl("status").stdout,
        ctl("status", "--json").stdout,
        headroomd.log,
    ]
    for text in said:
        assert not set("\x1b\u202e\u2066") & set(text)


def test_a_name_adds_no_line_to_a_unit(desk, bus, tmp_path):
    """systemd writes the description of a transient unit into a file as it is."""
    desktop_file = tmp_path / f"data/applications/{PLAYER}.desktop"
    desktop_file.parent.mkdir(parents=True)
    desktop_file.write_text(AN_APP.format(r"Player\nOnFailure=evil.service"), encoding="utf-8")
    _, window = desk.app(KATE)
    desk.start(focus=window)
    login = desk.tree.unit("session-1.scope", under=LOGIN)
    with caller(bus, "free") as it:
        announce(it, desk.tree.sleep(login, "stray", parent=it.pid), PLAYER)
        desk.systemd.await_call("StartTransientUnit")
    properties = dict(desk.systemd.arguments_of("StartTransientUnit")[2])
    # The id, if the machine was too busy to read the file in time.
    assert properties["Description"] in ("Player\ufffdOnFailure=evil.service", PLAYER)


def test_a_reason_turns_no_line(sandboxed, bench):
    number = sandboxed.call("Hold", variant("(ss)", PLAYER, "plays\n\x1b[31m\u202eyalp"))[0]
    held = bench.headroomd.of_app(PLAYER, "Holds")[0]
    assert not set("\n\x1b\u202e") & set(held + "".join(bench.headroomd.explain(PLAYER)))
    sandboxed.call("Release", variant("(u)", number))


# Files


def test_settings_without_an_end(desk, tmp_path):
    """A link to a file without an end, which accountsservice once read."""
    (tmp_path / ".config").mkdir()
    (tmp_path / ".config/headroomrc").symlink_to("/dev/zero")
    _, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    headroomd.await_log("is no plain file")
    assert headroomd.is_alive()


def test_settings_are_no_commands(desk, tmp_path):
    (tmp_path / ".config").mkdir()
    run = tmp_path / "was-run"
    (tmp_path / ".config/headroomrc").write_text(
        f"[Pressure]\nResponse[$e]=$(touch {run})\nResponse=$(touch {run})\n[$(touch {run})]\n"
        f"Rule=`touch {run}`\n",
        encoding="ascii",
    )
    _, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    until(lambda: headroomd.get("Focused") == KATE, "kate is in front")
    assert not run.exists()


@pytest.mark.parametrize("what", ["a link", "a file"])
def test_the_ledgers_place_is_somebody_elses(tree, desk, tmp_path, what):
    """The daemon doesn't write through the link. An app that can't be entered in the ledger isn't
    frozen."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "frozen").write_text("precious", encoding="ascii")
    if what == "a link":
        (tmp_path / "headroom").symlink_to(elsewhere)
    else:
        (tmp_path / "headroom").write_text("", encoding="ascii")
    unit, _ = desk.app(PLAYER)
    _, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    until(lambda: headroomd.get("Focused") == KATE, "kate is in front")
    with pytest.raises(GLib.Error):
        headroomd.freeze(PLAYER)
    assert not unit.is_frozen() and unit.mark("frozen") is None
    assert (elsewhere / "frozen").read_text(encoding="ascii") == "precious"
    of_the_ledger = [
        name for name in os.listdir(elsewhere) if not name.startswith("turns.")
    ]  # written only by builds for tests
    assert of_the_ledger == ["frozen"]


def test_a_ledger_that_never_answers_holds_nobody_up(desk, tmp_path):
    (tmp_path / "headroom").mkdir(mode=0o700)
    os.mkfifo(tmp_path / "headroom/frozen")
    unit, _ = desk.app(PLAYER)
    _, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    until(lambda: headroomd.get("Focused") == KATE, "kate is in front")
    unit.settles()
    headroomd.freeze(PLAYER)
    assert stat.S_ISREG(headroomd.ledger.stat().st_mode)
    headroomd.thaw(PLAYER)


# Names


def test_a_program_that_calls_itself_like_another_app_stays_what_it_is(bench):
    """Rules apply to units. A process chooses the kernel's name of it, its program and its windows
    itself."""
    liar = bench.window(bench.tree.sleep(bench.unit, KATE), KATE)
    bench.kwin.window(liar)
    bench.kwin.focus(liar)
    until(lambda: bench.headroomd.get("Focused") == PLAYER, "it is known by its unit")
    assert bench.headroomd.of_app(KATE, "Windows") == 1
    bench.headroomd.freeze(KATE)  # it is not in front now, whatever the other app's name is
    bench.headroomd.thaw(KATE)
    bench.kwin.focus(bench.front)
    until(lambda: bench.headroomd.get("Focused") == KATE, "kate is in front again")


# Signals, and what the desktop's services pass on unchecked


@pytest.fixture
def hog(desk):
    """An app that may be frozen, without a duty."""
    unit, _ = desk.app(PLAYER)
    return unit


def is_exempt(headroomd, words):
    return any(words in line for line in headroomd.explain(PLAYER))


def test_a_tray_icon_that_somebody_else_has_named_spares_nobody(desk, bus, hog):
    with fakes.Tray(bus) as tray, SomebodyElse(bus) as it:
        desk.tree.show(it.pid, hog, "player")
        headroomd = desk.start()
        until(lambda: PLAYER in headroomd.call("Measure")[0], "the app is known")
        name = it.connection.get_unique_name()
        tray.lists(
            f"{name}/StatusNotifierItem",
            f"{name}/org/ayatana/NotificationItem/x",
            f"{name}//",
            name,
        )
        headroomd.await_log("has no tray icon, although one was registered for it")
        assert not is_exempt(headroomd, "has an icon in the tray")
        with fakes.tray_item(it.connection):
            tray.lists()
            tray.lists(f"{name}/StatusNotifierItem")
            until(lambda: is_exempt(headroomd, "has an icon in the tray"), "its own item counts")


def test_progress_of_another_app_spares_nobody(desk, bus, hog):
    """The signal comes from a process that can't be inspected, so only its content is left."""
    headroomd = desk.start()
    until(lambda: PLAYER in headroomd.call("Measure")[0], "the app is known")
    with caller(bus, "undumpable") as it:
        for uri in (f"application://{PLAYER}.desktop", "application://player.desktop"):
            it.emit(
                "/org/example",
                "com.canonical.Unity.LauncherEntry",
                "Update",
                variant("(sa{sv})", uri, {"progress-visible": GLib.Variant("b", True)}),
            )
        headroomd.await_log("the owner of progress")
        assert not is_exempt(headroomd, "shows the progress")


def test_a_thousand_forged_launches_have_one_line_in_the_journal(bench, bus):
    login = bench.tree.unit("session-1.scope", under=LOGIN)
    strays = [bench.tree.sleep(login, "stray") for _ in range(2)]
    with caller(bus, "bwrap") as one, caller(bus, "free") as other:
        for _ in range(100):
            # alternately, so that each sender differs from the previous one
            for it in (one, other):
                announce(it, strays[0], "org.example.Locker")
        bench.headroomd.await_log("which can't be true")
        for it in (one, other):
            it.get("Level")  # all earlier signals have been handled
    assert len(lines_with(bench.headroomd, "which can't be true")) <= 2
