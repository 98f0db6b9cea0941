# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""GNOME, with nothing installed in it and with our extension: what is in front is known, and what isn't known is said."""

import contextlib
import itertools
import json
import os
import signal
from pathlib import Path

import pytest

from seat import apps, cgroups, clipboard, closing, desk, gnome, headroom
from seat.headroom import in_front
from seat.latency import Reports
from seat.unhindered import threads_of, unhindered
from seat.waiting import until

CALCULATOR, EDITOR, MONITOR, XTERM = (
    "org.gnome.Calculator",
    "org.gnome.TextEditor",
    "org.gnome.SystemMonitor",
    "org.example.Xterm",
)
PROGRAMS = {
    CALCULATOR: "gnome-calculator",
    EDITOR: "gnome-text-editor",
    MONITOR: "gnome-system-monitor",
    XTERM: "xterm",
}


def pid_of(app_id):
    running = cgroups.pids_running(PROGRAMS[app_id])
    return next((pid for pid in gnome.windows() if pid in running), None)


def own_unit(app_id):
    pid = pid_of(app_id)
    return pid and cgroups.unit_of(pid)


@pytest.fixture(scope="module", autouse=True)
def four_apps():
    """The editor is started by the bus, in its own unit; the others by the shell. The last one is no Wayland client."""
    headroom.wait_for_daemon()
    gnome.overview(False)
    units = []
    for app_id in PROGRAMS:
        (apps.by_bus if app_id == EDITOR else gnome.from_menu)(app_id)
        until(lambda app=app_id: pid_of(app), f"{app_id} has a window", within=60)
        until(lambda app=app_id: gnome.focused_pid() == pid_of(app), f"{app_id} has the focus")
        units.append(own_unit(app_id))
    for app_id, place in zip(PROGRAMS, itertools.product((0, 640), (40, 420))):
        gnome.place(pid_of(app_id), *place, 620, 360)
    yield
    gnome.extension(False)
    apps.stop(*units)


@pytest.fixture(params=["mutter", "gnome-shell"])
def source(request):
    gnome.extension(request.param == "gnome-shell")
    until(
        lambda: headroom.status()["window_source"] == request.param,
        f"{request.param} is the source",
    )
    return request.param


def bring_to_front(app_id):
    gnome.activate(pid_of(app_id))
    in_front(app_id)


def test_each_app_is_in_its_own_unit_before_its_window_has_the_focus():
    """Mutter notes a window's cgroup when it first has the focus, and never looks again."""
    for app_id in PROGRAMS:
        unit = own_unit(app_id)
        assert unit not in ("dbus.service", None), app_id
        assert (
            os.listxattr(cgroups.directory(unit)).count("user.xdg.inactive-since") == 1
        ), f"mutter knows {app_id} by another unit"


def test_alt_tab_goes_back_to_the_one_before(source):
    bring_to_front(CALCULATOR)
    bring_to_front(EDITOR)
    for app_id in (CALCULATOR, EDITOR, CALCULATOR):
        gnome.keys("Alt", "Tab")
        in_front(app_id)


def await_its_window(unit):
    there = until(lambda: cgroups.directory(unit), "it runs")
    pid = until(
        lambda: next((pid for pid in gnome.windows() if pid in cgroups.pids_in(there)), None),
        "its window is up",
        within=60,
    )
    gnome.activate(pid)
    until(lambda: headroom.status()["focused"] == closing.APP, "it is in front")


@pytest.mark.parametrize("source", ["gnome-shell"], indirect=True)
def test_an_app_is_closed_by_its_window_where_windows_are_known(source):
    assert source
    assert not closing.told_to_end("gnome-text-editor --standalone", await_its_window)


@pytest.mark.parametrize("source", ["mutter"], indirect=True)
def test_what_cant_be_asked_is_ended_only_when_the_user_has_been_told(source):
    """Its window is not known, and it has no name on the bus."""
    assert source

    def close():
        refused = headroom.ctl("close", closing.APP, check=False)
        assert (
            refused.returncode == 1 and f"headroomctl close --force {closing.APP}" in refused.stderr
        ), refused
        assert headroom.units(closing.APP)
        headroom.ctl("close", "--force", closing.APP)

    assert closing.told_to_end("gnome-text-editor --standalone", await_its_window, close)


def moves_of_the_focus():
    """Twenty, by turns as a click in the overview does it and by alt-tab, which goes back to the one before."""
    before, now = EDITOR, XTERM
    for app_id in (before, now):
        bring_to_front(app_id)
    for turn in range(20):
        if turn % 2:
            before, now = now, before
            yield now, lambda: gnome.keys("Alt", "Tab")
        else:
            before, now = now, next(
                app_id for app_id in (CALCULATOR, EDITOR, XTERM) if app_id not in (before, now)
            )
            yield now, lambda pid=pid_of(now): gnome.activate(pid)


def followed(source):
    """From the Shell's own event: the mark that it sets on the app's cgroup, or what the extension reports."""
    moves = list(moves_of_the_focus())
    if source == "mutter":
        units = {app_id: own_unit(app_id) for app_id in (CALCULATOR, EDITOR, XTERM)}
        with contextlib.closing(desk.Marks(*units.values())) as marks:
            return desk.follow(
                moves,
                lambda app_id, since: marks.first(units[app_id], since),
                "the Shell's mark to Focused",
            )
    pids = {app_id: pid_of(app_id) for app_id in (CALCULATOR, EDITOR, XTERM)}
    with contextlib.closing(gnome.FocusChanges()) as changes:
        return desk.follow(
            moves,
            lambda app_id, since: changes.first(pids[app_id], since),
            "the Shell's own event to Focused, by the extension",
        )


def test_the_focus_moved_twenty_times(source):
    told = followed(source)
    assert told["after"]["p50_ms"] <= told["heard"]["p50_ms"] + desk.PROMPT_MS


def test_the_focus_moved_twenty_times_while_nobody_waits_for_a_processor(source):
    with unhindered(*threads_of(cgroups.pids_running("gnome-shell")[0], "gdbus")):
        told = followed(source)
    assert told["after"]["p99_ms"] <= desk.PROMPT_MS


@pytest.mark.parametrize(
    "away, back",
    [
        (lambda: gnome.overview(True), lambda: gnome.overview(False)),
        (lambda: gnome.lock(True), lambda: gnome.lock(False)),
    ],
    ids=["overview", "lock"],
)
def test_what_comes_in_between_takes_nothing_away(source, away, back):
    bring_to_front(CALCULATOR)
    assert desk.seen_while(away, back) == []
    assert headroom.status()["focused"] == CALCULATOR


def test_the_compositors_word_is_needed_for_what_is_hidden(source):
    bring_to_front(CALCULATOR)
    entry = headroom.app(EDITOR)
    if source == "mutter":
        assert entry["windows"] is None
        until(
            lambda: "it isn't known whether" in headroom.ctl("why", EDITOR).stdout,
            "it is no longer spared for having been in front",
            within=15,
        )
        assert "headroomctl enable-extension" in headroom.ctl("doctor", check=False).stdout
        return
    assert entry["windows"] == 1
    gnome.minimise(pid_of(EDITOR))
    until(
        lambda: "can be seen" not in headroom.ctl("why", EDITOR).stdout,
        "the editor is known to be hidden",
    )
    gnome.minimise(pid_of(EDITOR), False)
    until(lambda: "can be seen" in headroom.ctl("why", EDITOR).stdout, "the editor can be seen")
    gnome.to_workspace(pid_of(EDITOR), 1)
    until(
        lambda: "can be seen" not in headroom.ctl("why", EDITOR).stdout, "the editor is elsewhere"
    )
    gnome.to_workspace(pid_of(EDITOR), 0)
    until(lambda: "can be seen" in headroom.ctl("why", EDITOR).stdout, "the editor is back")


def test_thawed_by_focus(source):
    bring_to_front(CALCULATOR)
    unit = own_unit(EDITOR)
    headroom.ctl("freeze", EDITOR)
    until(lambda: cgroups.is_frozen(unit), "the editor stands still")
    gnome.activate(pid_of(EDITOR))
    until(lambda: not cgroups.is_frozen(unit), "the editor runs again", within=5)
    in_front(EDITOR)


@pytest.mark.parametrize("source", ["gnome-shell"], indirect=True)
def test_one_that_stands_still_can_be_closed(source):
    """The Shell asks whether it still runs; frozen it can't answer, and the Shell would offer to force it to quit."""
    assert source
    unit = apps.own_unit(closing.APP, "stands-still", "gnome-text-editor", "--standalone")
    try:
        pid = until(
            lambda: next(
                (pid for pid in gnome.windows() if pid in cgroups.pids_in(cgroups.directory(unit))),
                None,
            ),
            "its window is up",
            within=60,
        )
        bring_to_front(CALCULATOR)
        headroom.ctl("freeze", closing.APP)
        until(lambda: cgroups.is_frozen(unit), "it stands still")
        gnome.close(pid)
        until(lambda: not headroom.units(closing.APP), "it has ended", within=20)
        assert "its window was to answer" in headroom.ctl("history").stdout
    finally:
        apps.stop(unit)


FILES = "org.gnome.Nautilus"
FILES_WINDOW = f"global.display.list_all_windows().find(w => w.get_wm_class() === '{FILES}')"


@pytest.fixture(name="files")
def files_unit():
    """GNOME Files, with a window of which the Shell has the connection."""
    apps.by_bus(FILES)
    until(
        lambda: gnome.evaluate(f"return {FILES_WINDOW}?.has_focus() ?? false;"),
        "Files has a window, in front",
        within=60,
    )
    yield cgroups.unit_of(cgroups.pids_running("nautilus")[0])
    gnome.evaluate(f"{FILES_WINDOW}?.delete(global.get_current_time());")
    until(lambda: gnome.evaluate(f"return {FILES_WINDOW} === undefined;"), "its window is gone")


def activate_files():
    gnome.evaluate(
        f"Main.activateWindow({FILES_WINDOW}, global.display.get_current_time_roundtrip());"
    )


@pytest.mark.parametrize("source", ["gnome-shell"], indirect=True)
def test_files_is_known_though_the_shell_has_its_connection(source, files):
    assert source
    assert (
        gnome.evaluate(f"return {FILES_WINDOW}.get_pid();")
        == cgroups.pids_running("gnome-shell")[0]
    )
    activate_files()
    in_front(FILES)
    assert headroom.app(FILES)["windows"] == 1
    assert headroom.app(FILES)["boosted"] == headroom.capabilities()["cpu-weight"][0]
    bring_to_front(CALCULATOR)
    gnome.evaluate(f"{FILES_WINDOW}.minimize();")
    until(
        lambda: "can be seen" not in headroom.ctl("why", FILES).stdout, "it is known to be hidden"
    )
    headroom.ctl("freeze", FILES)
    until(lambda: cgroups.is_frozen(files), "it stands still")
    activate_files()
    until(lambda: not cgroups.is_frozen(files), "it goes on", within=5)
    in_front(FILES)


@pytest.mark.parametrize("source", ["mutter"], indirect=True)
def test_without_the_extension_it_is_not_known_that_files_is_in_front(source, files):
    """Mutter's mark is then on the Shell's own unit. From then on it isn't known who is not in front, and so nobody is frozen under pressure."""
    assert source and files
    for app_id in (
        EDITOR,
        CALCULATOR,
    ):  # a change of focus tells mutter's last mark from stale ones
        bring_to_front(app_id)
    activate_files()
    until(lambda: headroom.status()["focused"] is None, "nobody is known to be in front")
    bring_to_front(CALCULATOR)


def copy_all(app_id):
    bring_to_front(app_id)
    for keys in (("a",), ("Control", "a"), ("Control", "c")):
        gnome.keys(*keys)


def test_who_has_copied_is_left_alone_until_somebody_else_copies():
    gnome.extension(False)
    until(lambda: not clipboard.is_followed(), "nobody tells")
    gnome.extension(True)
    until(clipboard.is_followed, "the extension tells")
    bring_to_front(EDITOR)
    clipboard.only_the_one_in_front_can_copy()
    until(
        lambda: copy_all(EDITOR) or clipboard.wayland_types(), "something can be pasted"
    )  # the first keys of all are nobody's: apps hear of a keyboard late
    bring_to_front(CALCULATOR)
    until(lambda: clipboard.is_in(EDITOR), "the editor has it")
    clipboard.only_the_one_in_front_can_copy()
    copy_all(CALCULATOR)
    until(lambda: not clipboard.is_in(EDITOR), "somebody else has it")
    bring_to_front(EDITOR)
    until(lambda: clipboard.is_in(CALCULATOR), "the calculator has it")
    gnome.evaluate(
        "imports.gi.St.Clipboard.get_default().set_text(imports.gi.St.ClipboardType.CLIPBOARD, 'the Shell has it');"
    )
    until(lambda: not clipboard.is_in(CALCULATOR), "the Shell has it")
    bring_to_front(CALCULATOR)
    assert not clipboard.is_in(EDITOR), "it was in front when the Shell took it"


@pytest.mark.parametrize("source", ["mutter"], indirect=True)
def test_an_app_with_an_action_for_it_quits_by_that(source):
    assert source
    bring_to_front(MONITOR)
    bring_to_front(CALCULATOR)
    headroom.ctl("freeze", MONITOR)
    until(lambda: cgroups.is_frozen(own_unit(MONITOR)), "it stands still")
    headroom.ctl("close", MONITOR)
    until(lambda: not cgroups.pids_running(PROGRAMS[MONITOR]), "it has ended", within=20)
    gnome.from_menu(MONITOR)
    until(lambda: pid_of(MONITOR), "it is back", within=60)
    gnome.place(pid_of(MONITOR), 640, 40, 620, 360)


def test_disable_undoes_what_enable_made():
    for _ in range(5):
        for source, enabled in (("gnome-shell", True), ("mutter", False)):
            gnome.extension(enabled)
            until(
                lambda wanted=source: headroom.status()["window_source"] == wanted,
                f"{source} is the source",
            )
    reports = Reports()
    bring_to_front(CALCULATOR)
    bring_to_front(EDITOR)
    gnome.extension(True)
    until(lambda: headroom.status()["window_source"] == "gnome-shell", "the extension is heard")
    bring_to_front(CALCULATOR)
    until(lambda: reports.all_of("focus"), "the report was seen")
    reports.close()
    assert (
        len([report for report in reports.all_of("focus") if report["focus"]]) == 1
    ), "an earlier life of it still reports"


def test_titles_stay_where_they_are():
    gnome.extension(True)
    until(lambda: headroom.status()["window_source"] == "gnome-shell", "the extension is heard")
    reports = Reports()
    gnome.extension(False)
    gnome.extension(True)
    until(lambda: reports.all_of("snapshot"), "the whole list was seen")
    reports.close()
    allowed = {"id", "pid", "app", "kind", "hidden", "fullscreen"}
    assert {
        member
        for report in reports.all_of("snapshot")
        for window in report["windows"]
        for member in window
    } == allowed
    assert "Calculator" not in json.dumps(
        [report for report in reports.all_of("snapshot")]
    ).replace("org.gnome.Calculator", "")


def test_the_shell_killed_and_back(source):
    """Its clients go with it; who is in front afterwards is right within two seconds of having the focus."""
    # A shell that ends within a minute of its start is taken to have been broken by an extension, and the next one loads none.
    (Path(os.environ["XDG_RUNTIME_DIR"]) / "gnome-shell-disable-extensions").unlink(missing_ok=True)
    old = cgroups.pids_running("gnome-shell")[0]
    os.kill(old, signal.SIGKILL)
    until(
        lambda: [pid for pid in cgroups.pids_running("gnome-shell") if pid != old],
        "the shell is back",
        within=20,
    )
    until(lambda: headroom.status()["window_source"], "there is a source again", within=40)
    until(gnome.is_up, "the shell is on the bus", within=40)
    gnome.overview(False)
    if source == "gnome-shell":
        until(
            lambda: headroom.status()["window_source"] == "gnome-shell",
            "the extension is heard again",
            within=20,
        )
    for app_id in (CALCULATOR, MONITOR):
        gnome.from_menu(app_id)
        until(
            lambda app=app_id: pid_of(app) and gnome.focused_pid() == pid_of(app),
            f"{app_id} has the focus",
            within=40,
        )
        until(
            lambda app=app_id: headroom.status()["focused"] == app,
            f"{app_id} is in front",
            within=2,
        )
    for app_id in (EDITOR, XTERM):
        gnome.from_menu(app_id)
        until(lambda app=app_id: pid_of(app), f"{app_id} has a window", within=40)
