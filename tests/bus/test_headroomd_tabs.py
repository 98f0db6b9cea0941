# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: tabs of terminals that are cgroups inside the terminal's unit, like Konsole's."""

import signal

import pytest
from gi.repository import GLib

from private_bus import until
from short_of_memory import Figures

KONSOLE = "org.kde.konsole"
TAB = KONSOLE + ":4711"
DESKTOP_FILE = (
    "[Desktop Entry]\nType=Application\nName=Konsole\nExec=true\nIcon=utilities-terminal\n"
    "Categories=System;TerminalEmulator;\n"
)


@pytest.fixture
def with_a_tab(desk, tmp_path):
    """Konsole with one tab in which a shell runs."""
    desktop_file = tmp_path / f"data/applications/{KONSOLE}.desktop"
    desktop_file.parent.mkdir(parents=True)
    desktop_file.write_text(DESKTOP_FILE, encoding="ascii")
    unit, unit.window = desk.app(KONSOLE)
    unit.tab = desk.tree.unit(f"app.slice/{unit.name}/tab(4711).scope")
    unit.tab.shell = desk.tree.sleep(unit.tab, "bash")
    unit.tab.write("cgroup.procs", f"{unit.tab.shell}\n")
    return unit


@pytest.fixture
def konsole(desk, with_a_tab):
    """Konsole in front, with the daemon running."""
    with_a_tab.headroomd = desk.start(focus=with_a_tab.window)
    return with_a_tab


def frozen(konsole):
    konsole.tab.settles()
    until(lambda: konsole.headroomd.can_freeze(TAB), "the tab is known")
    return konsole.headroomd


def test_a_tab_is_frozen_alone_although_its_terminal_is_in_front(konsole):
    headroomd = frozen(konsole)
    assert konsole.tab.is_frozen() and not konsole.is_frozen()
    assert konsole.tab.path in headroomd.ledger.read_text(encoding="utf-8")
    until(lambda: headroomd.of_app(TAB, "State") == "frozen", "the tab is reported as frozen")
    until(
        lambda: headroomd.of_app(TAB, "Name") == "a) b in Konsole",
        "it has the name of what runs in it",
    )
    assert headroomd.of_app(TAB, "Units") == ["tab(4711).scope"]
    assert headroomd.get("Focused") == KONSOLE
    headroomd.thaw(TAB)
    assert not konsole.tab.is_frozen()
    assert konsole.tab.mark("frozen") is None


def test_a_rule_for_a_tab_is_its_terminals(konsole):
    """The next tab will be another app."""
    headroomd = frozen(konsole)
    headroomd.call("SetSetting", "(ss)", f"App-{TAB}/Rule", "never")
    rules = {name: value for name, value in headroomd.get("Settings").items() if "/Rule" in name}
    assert rules == {f"App-{KONSOLE}/Rule": "never"}
    for app in (KONSOLE, TAB):
        until(lambda app=app: headroomd.of_app(app, "Rule") == "never", "clients see the rule")


def test_the_terminal_itself_is_boosted(desk, konsole):
    assert [unit for unit, _, _ in desk.systemd.await_calls("SetUnitProperties", 1)] == [
        konsole.name
    ]


def test_a_tab_that_opens_later_is_known_until_it_closes(desk, konsole):
    frozen(konsole)  # from now on, the unit's inner cgroups are watched
    later = desk.tree.unit(f"app.slice/{konsole.name}/tab(4712).scope")
    later.settles()
    until(lambda: konsole.headroomd.can_freeze(f"{KONSOLE}:4712"), "the tab is known")
    assert later.is_frozen()
    konsole.headroomd.thaw(f"{KONSOLE}:4712")
    later.disappears()
    until(lambda: not konsole.headroomd.can_freeze(f"{KONSOLE}:4712"), "the tab is forgotten")


def is_told_of(headroomd, app):
    try:
        return headroomd.of_app(app, "Id") == app
    except GLib.Error:
        return False


def test_nobody_is_told_of_a_tab_to_which_nothing_is_done(konsole):
    headroomd = frozen(konsole)
    assert is_told_of(headroomd, TAB)
    headroomd.thaw(TAB)
    until(lambda: not is_told_of(headroomd, TAB), "the tab is no longer listed")
    assert headroomd.explain(TAB), "the daemon still knows the tab"


@pytest.mark.parametrize("named_by", ["ledger and mark", "mark"])
def test_a_tab_is_thawed_after_a_kill(konsole, named_by):
    headroomd = frozen(konsole)
    headroomd.terminate(signal.SIGKILL)
    assert konsole.tab.is_frozen()
    if named_by == "mark":
        headroomd.ledger.unlink()
    headroomd.thaw_leftovers()
    assert not konsole.tab.is_frozen()
    assert konsole.tab.mark("frozen") is None


def test_what_systemd_knows_nothing_of_is_never_asked_of_it(desk, konsole):
    """A program with a window that was started in the tab, in front."""
    pid = desk.tree.sleep(konsole.tab, "kate")
    stat = desk.tree.proc / str(pid) / "stat"
    stat.write_text(
        stat.read_text(encoding="ascii").replace(" S 1 1 1 0 ", " S 1 1 1 34816 "), encoding="ascii"
    )  # the number of that terminal
    kate = desk.window(pid, "kate")
    desk.kwin.snapshot(*desk.windows, focus=kate)
    until(lambda: konsole.headroomd.get("Focused") == TAB, "the tab is in front")
    assert {unit for unit, _, _ in desk.systemd.await_calls("SetUnitProperties", 1)} == {
        konsole.name
    }
    with pytest.raises(GLib.Error, match="is the active app"):
        konsole.headroomd.freeze(TAB)
    assert konsole.tab.mark("weights") is None


@pytest.mark.parametrize("terminal_is", ["hidden", "in front"])
def test_a_job_that_takes_all_memory_is_named_and_stopped_alone(desk, with_a_tab, terminal_is):
    tab, other = with_a_tab.tab, desk.app("org.kde.kate")
    with_a_tab.window["hidden"] = terminal_is == "hidden"
    (desk.tree.proc / str(tab.shell) / "fd").mkdir()
    tab.settles()  # as soon as it is frozen
    with Figures(desk.tree, tab) as figures:
        headroomd = desk.start(focus=other[1] if terminal_is == "hidden" else with_a_tab.window)
        until(lambda: knows(headroomd, TAB), "the tab is known")
        figures.grow()
        desk.tree.makes_the_daemon_sample()
        figures.stall()
        until(lambda: warnings_of(headroomd, TAB), "the user is warned")
        if terminal_is == "hidden":
            until(tab.is_frozen, "the tab is frozen")
            until(
                lambda: headroomd.of_app(TAB, "Name") == "a) b in Konsole",
                "it has the name of what runs in it",
            )
            assert any(
                action == "freeze" and app == TAB for _, action, app, *_ in headroomd.history()
            )
        else:
            assert "a) b in Konsole" in warnings_of(headroomd, TAB)[0]
            assert not tab.is_frozen(), "no input goes elsewhere, so the user may be in this tab"
    assert not with_a_tab.is_frozen() and not other[0].is_frozen()


def knows(headroomd, app):
    try:
        return bool(headroomd.explain(app))
    except GLib.Error:
        return False


def warnings_of(headroomd, app):
    return [
        reason
        for _, action, of, _, _, reason, *_ in headroomd.history()
        if action == "warn" and of == app
    ]
