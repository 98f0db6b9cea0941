# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""GNOME, without our extension and with it: the foreground app is known, and what is unknown is
reported."""

import contextlib
import itertools
import json
import os
import signal
from pathlib import Path

import pytest

from seat import apps, cgroups, clipboard, closing, desk, gnome, gnome_front, headroom
from seat.gnome_front import in_front
from seat.latency import Reports
from seat.unhindered import threads_of, unhindered
from seat.waiting import Waited, until

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
    return gnome.pid_with_window(PROGRAMS[app_id])


def own_unit(app_id):
    pid = pid_of(app_id)
    return pid and cgroups.unit_of(pid)


@pytest.fixture(scope="module", autouse=True)
def four_apps():
    """The bus starts the editor, in the bus's own unit. The Shell starts the others. The last one
    is an X11 client."""
    headroom.wait_for_daemon()
    gnome.overview(False)
    units = []
    for app_id in PROGRAMS:
        (apps.by_bus if app_id == EDITOR else gnome.from_menu)(app_id)
        gnome.await_program(PROGRAMS[app_id])
        units.append(own_unit(app_id))
    for app_id, place in zip(PROGRAMS, itertools.product((0, 640), (40, 420))):
        gnome.place(pid_of(app_id), *place, 620, 360)
    yield
    gnome.extension(False)
    # Those that were started again after the Shell was killed are in other units.
    now = [unit for unit in map(own_unit, PROGRAMS) if unit and unit.startswith("app-")]
    apps.stop(*units, *now)


@pytest.fixture(params=["mutter", "gnome-shell"])
def source(request):
    gnome.extension(request.param == "gnome-shell")
    until(
        lambda: headroom.status()["window_source"] == request.param,
        f"{request.param} is the window source",
    )
    return request.param


def bring_to_front(app_id):
    gnome.activate(pid_of(app_id))
    in_front(app_id)


def test_each_app_is_in_its_own_unit_before_its_window_has_the_focus():
    """Mutter stores a window's cgroup when it first has the focus, and never reads it again."""
    for app_id in PROGRAMS:
        unit = own_unit(app_id)
        assert unit not in ("dbus.service", None), app_id
        assert (
            os.listxattr(cgroups.directory(unit)).count("user.xdg.inactive-since") == 1
        ), f"mutter has another unit for {app_id}"


def test_alt_tab_goes_back_to_the_one_before(source):
    bring_to_front(CALCULATOR)
    bring_to_front(EDITOR)
    for app_id in (CALCULATOR, EDITOR, CALCULATOR):
        gnome.keys("Alt", "Tab")
        in_front(app_id)


def await_its_window(unit):
    """Waits until it is in front, too: a window is listed before it is shown and takes the focus.
    Returns its process."""
    there = until(lambda: cgroups.directory(unit), "it runs")
    pid = until(
        lambda: next((pid for pid in gnome.windows() if pid in cgroups.pids_in(there)), None),
        "its window is up",
        within=60,
    )
    gnome.await_focus(lambda: gnome.focused_pid() == pid, lambda: gnome.activate(pid), closing.APP)
    in_front(closing.APP, within=15)
    return pid


@pytest.mark.parametrize("source", ["gnome-shell"], indirect=True)
def test_an_app_is_closed_by_its_window_where_windows_are_known(source):
    assert source
    assert not closing.told_to_end("gnome-text-editor --standalone", await_its_window)


@pytest.mark.parametrize("source", ["gnome-shell"], indirect=True)
def test_an_app_in_front_is_minimised_to_be_paused(source):
    assert source
    bring_to_front(EDITOR)
    bring_to_front(CALCULATOR)
    pid = pid_of(CALCULATOR)
    reports = f"Main.extensionManager.lookup('{gnome.EXTENSION}').stateObj._reports"
    gnome.evaluate(
        f"const reports = {reports}; const window = [...reports._followed].find(each => "
        f"each.get_pid() === {pid}); reports._heed(`minimise ${{reports._idOf(window)}}`);"
    )
    until(lambda: headroom.status()["focused"] != CALCULATOR, "it is no longer in front")
    headroom.ctl("freeze", CALCULATOR)
    unit = own_unit(CALCULATOR)
    until(lambda: cgroups.is_frozen(unit), "it is paused")
    gnome.activate(pid)
    until(lambda: not cgroups.is_frozen(unit), "a click on it resumes it", within=5)
    in_front(CALCULATOR)


@pytest.mark.parametrize("source", ["mutter"], indirect=True)
def test_what_cant_be_asked_is_ended_only_when_the_user_has_been_told(source):
    """Without the extension its window is unknown, and it has no name on the bus."""
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
    """Twenty moves, alternately like a click in the overview and by alt-tab, which goes back to the
    previous window."""
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
    """From the Shell's own event: the mark that it sets on the app's cgroup, or the extension's
    report."""
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
    assert told["later"]["p50_ms"] <= desk.prompt_ms(told)


def test_the_focus_moved_twenty_times_while_nobody_waits_for_a_processor(source):
    with unhindered(*threads_of(cgroups.pids_running("gnome-shell")[0], "gdbus")):
        told = desk.best_of_three(lambda: followed(source))
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
            "it is no longer exempt for having been in front recently",
            within=15,
        )
        assert "headroomctl enable-extension" in headroom.ctl("doctor", check=False).stdout
        return
    assert entry["windows"] == 1
    gnome.minimise(pid_of(EDITOR))
    until(
        lambda: "is visible" not in headroom.ctl("why", EDITOR).stdout,
        "the editor is known to be hidden",
    )
    gnome.minimise(pid_of(EDITOR), False)
    until(lambda: "is visible" in headroom.ctl("why", EDITOR).stdout, "the editor is visible")
    gnome.to_workspace(pid_of(EDITOR), 1)
    until(
        lambda: "is visible" not in headroom.ctl("why", EDITOR).stdout,
        "the editor is on another workspace",
    )
    gnome.to_workspace(pid_of(EDITOR), 0)
    until(lambda: "is visible" in headroom.ctl("why", EDITOR).stdout, "the editor is visible again")


def test_thawed_by_focus(source):
    bring_to_front(CALCULATOR)
    unit = own_unit(EDITOR)
    headroom.ctl("freeze", EDITOR)
    until(lambda: cgroups.is_frozen(unit), "the editor is frozen")
    gnome.activate(pid_of(EDITOR))
    until(lambda: not cgroups.is_frozen(unit), "the editor runs again", within=5)
    in_front(EDITOR)


@pytest.mark.parametrize("source", ["gnome-shell"], indirect=True)
def test_one_that_stands_still_can_be_closed(source):
    """The Shell pings the window. A frozen app can't answer, and the Shell would offer to force it
    to quit."""
    assert source
    unit = apps.own_unit(closing.APP, "stands-still", "gnome-text-editor", "--standalone")
    try:
        pid = await_its_window(unit)
        bring_to_front(CALCULATOR)
        headroom.ctl("freeze", closing.APP)
        until(lambda: cgroups.is_frozen(unit), "it is frozen")
        gnome.close(pid)
        until(lambda: not headroom.units(closing.APP), "its units are gone", within=20)
        assert "its window had to respond" in headroom.ctl("history").stdout
    finally:
        apps.stop(unit)


FILES = "org.gnome.Nautilus"
FILES_WINDOW = f"global.display.list_all_windows().find(w => w.get_wm_class() === '{FILES}')"


@pytest.fixture(name="files")
def files_unit():
    """GNOME Files, with a window whose connection belongs to the Shell."""
    apps.by_bus(FILES)
    until(
        lambda: gnome.evaluate(f"return {FILES_WINDOW} !== undefined;"),
        "Files has a window",
        within=60,
    )
    gnome.await_focus(
        lambda: gnome.evaluate(f"return {FILES_WINDOW}?.has_focus() ?? false;"),
        activate_files,
        "Files",
    )
    yield cgroups.unit_of(cgroups.pids_running("nautilus")[0])
    gnome.evaluate(f"{FILES_WINDOW}?.delete(global.get_current_time());")
    until(lambda: gnome.evaluate(f"return {FILES_WINDOW} === undefined;"), "its window is gone")
    end_files()


def end_files():
    """Without a window it stays for a while. The next test would get a window of the process that
    is about to end."""

    def has_ended():
        return not cgroups.pids_running("nautilus")

    try:
        until(has_ended, "Files has ended")
    except Waited as late:
        print(f"{late}; it is killed")
        for pid in cgroups.pids_running("nautilus"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        until(has_ended, "Files is gone")


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
    until(lambda: "is visible" not in headroom.ctl("why", FILES).stdout, "it is known to be hidden")
    headroom.ctl("freeze", FILES)
    until(lambda: cgroups.is_frozen(files), "it is frozen")
    activate_files()
    until(lambda: not cgroups.is_frozen(files), "it is thawed", within=5)
    in_front(FILES)


@pytest.mark.parametrize("source", ["mutter"], indirect=True)
def test_without_the_extension_it_is_not_known_that_files_is_in_front(source, files):
    """Mutter's mark is then on the Shell's own unit. From then on it is unknown which apps are not
    in front, so pressure freezes none."""
    assert source and files
    for app_id in (
        EDITOR,
        CALCULATOR,
    ):  # a change of focus distinguishes mutter's last mark from stale ones
        bring_to_front(app_id)
    activate_files()
    gnome_front.none_is_known()
    bring_to_front(CALCULATOR)


def copy_all(app_id):
    bring_to_front(app_id)
    for keys in (("a",), ("Control", "a"), ("Control", "c")):
        gnome.keys(*keys)


def test_who_has_copied_is_left_alone_until_somebody_else_copies():
    gnome.extension(False)
    until(lambda: not clipboard.is_followed(), "no source reports the clipboard")
    gnome.extension(True)
    until(clipboard.is_followed, "the extension reports the clipboard")
    bring_to_front(EDITOR)
    clipboard.only_the_one_in_front_can_copy()
    until(
        lambda: copy_all(EDITOR) or clipboard.wayland_types(), "something can be pasted"
    )  # the first keys get lost: apps detect a new keyboard late
    bring_to_front(CALCULATOR)
    until(lambda: clipboard.is_in(EDITOR), "the editor is the clipboard owner")
    clipboard.only_the_one_in_front_can_copy()
    until(
        lambda: copy_all(CALCULATOR) or not clipboard.is_in(EDITOR),
        "the editor is no longer the clipboard owner",
    )
    bring_to_front(EDITOR)
    until(lambda: clipboard.is_in(CALCULATOR), "the calculator is the clipboard owner")
    gnome.evaluate(
        "imports.gi.St.Clipboard.get_default().set_text(imports.gi.St.ClipboardType.CLIPBOARD, "
        "'the Shell has it');"
    )
    until(
        lambda: not clipboard.is_in(CALCULATOR), "the calculator is no longer the clipboard owner"
    )
    bring_to_front(CALCULATOR)
    assert not clipboard.is_in(
        EDITOR
    ), "the editor was in front when the Shell took the clipboard, but doesn't own it"


@pytest.mark.parametrize("source", ["mutter"], indirect=True)
def test_an_app_with_an_action_for_it_quits_by_that(source):
    assert source
    bring_to_front(MONITOR)
    bring_to_front(CALCULATOR)
    headroom.ctl("freeze", MONITOR)
    until(lambda: cgroups.is_frozen(own_unit(MONITOR)), "it is frozen")
    headroom.ctl("close", MONITOR)
    until(lambda: not cgroups.pids_running(PROGRAMS[MONITOR]), "it has ended", within=20)
    gnome.from_menu(MONITOR)
    gnome.await_program(PROGRAMS[MONITOR])
    gnome.place(pid_of(MONITOR), 640, 40, 620, 360)


def test_disable_undoes_what_enable_made():
    for _ in range(5):
        for source, enabled in (("gnome-shell", True), ("mutter", False)):
            gnome.extension(enabled)
            until(
                lambda wanted=source: headroom.status()["window_source"] == wanted,
                f"{source} is the window source",
            )
    reports = Reports()
    bring_to_front(CALCULATOR)
    bring_to_front(EDITOR)
    gnome.extension(True)
    until(
        lambda: headroom.status()["window_source"] == "gnome-shell", "the extension reports windows"
    )
    bring_to_front(CALCULATOR)
    # The first one may say that nothing has the focus.
    until(
        lambda: any(report["focus"] for report in reports.all_of("focus")),
        "the report is on the bus",
    )
    reports.close()
    assert (
        len([report for report in reports.all_of("focus") if report["focus"]]) == 1
    ), "an earlier instance of the extension still reports"


def test_titles_stay_where_they_are():
    gnome.extension(True)
    until(
        lambda: headroom.status()["window_source"] == "gnome-shell", "the extension reports windows"
    )
    reports = Reports()
    gnome.extension(False)
    gnome.extension(True)
    until(lambda: reports.all_of("snapshot"), "the full list is on the bus")
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
    """Its clients end with it. Afterwards the foreground app is reported within two seconds of
    having the focus."""
    # If a shell ends within a minute of its start, an extension is taken to have broken it, and the
    # next shell loads none.
    (Path(os.environ["XDG_RUNTIME_DIR"]) / "gnome-shell-disable-extensions").unlink(missing_ok=True)
    old = cgroups.pids_running("gnome-shell")[0]
    os.kill(old, signal.SIGKILL)
    until(
        lambda: [pid for pid in cgroups.pids_running("gnome-shell") if pid != old],
        "the shell is back",
        within=20,
    )
    until(lambda: headroom.status()["window_source"], "there is a window source again", within=40)
    until(gnome.is_up, "the shell is on the bus", within=40)
    gnome.overview(False)
    if source == "gnome-shell":
        until(
            lambda: headroom.status()["window_source"] == "gnome-shell",
            "the extension reports windows again",
            within=20,
        )
    for app_id in (CALCULATOR, MONITOR):
        gnome.from_menu(app_id)
        gnome.await_program(PROGRAMS[app_id], within=40)
        in_front(app_id, within=2)
    for app_id in (EDITOR, XTERM):
        gnome.from_menu(app_id)
        gnome.await_program(PROGRAMS[app_id], within=40)
