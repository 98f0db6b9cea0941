# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The extension's indicator in GNOME's top bar, with real clicks, and its preferences."""

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from seat import apps, cgroups, gnome, gnome_front, headroom, indicator
from seat.indicator import INDICATOR, click_on, lines
from seat.monitor import Monitor
from seat.preferences import Preferences
from seat.waiting import Waited, until

CALCULATOR, EDITOR = "org.gnome.Calculator", "org.gnome.TextEditor"
EXTENSION = "/usr/share/gnome-shell/extensions/headroom@headroomd.org"
WINDOW = "global.display.list_all_windows().find(each => each.get_title() === 'Headroom')"
# What the menu shows for each missing capability, the worst first.
CANNOT = {
    "freeze": "Apps can't be paused",
    "windows": "Windows can't be detected",
    "pressure": "Shortage detection unavailable",
    "cpu-weight": "The active app can't get more CPU",
    "adopt": "Apps sharing a unit can't be managed",
    "io-weight": "The active app can't get more disk time",
    "record-frozen": "Apps can't be paused safely",
}
CAN = {
    "adopt": "Separate units for apps",
    "audio": "Playback and recording detection",
    "clipboard": "Clipboard detection",
    "cpu-weight": "More CPU for the active app",
    "freeze": "Pausing apps",
    "io-weight": "More disk time for the active app",
    "pressure": "Shortage detection",
    "protect": "Memory kept for the active app",
    "record-frozen": "Resuming apps after a crash",
    "windows": "Window detection",
}


@pytest.fixture(scope="module", autouse=True)
def two_apps():
    headroom.wait_for_daemon()
    gnome.overview(False)
    gnome.extension(True)
    until(
        lambda: headroom.status()["window_source"] == "gnome-shell", "the extension reports windows"
    )
    units = []
    for app_id, program in ((EDITOR, "gnome-text-editor"), (CALCULATOR, "gnome-calculator")):
        gnome.from_menu(app_id)
        pid = gnome.await_program(program)
        gnome_front.in_front(app_id)
        units.append(cgroups.unit_of(pid))
    yield dict(zip((EDITOR, CALCULATOR), units))
    gnome.extension(False)
    apps.stop(*units)


@pytest.fixture(autouse=True)
def closed():
    yield
    indicator.close_menu()
    headroom.ctl("set", f"App-{EDITOR}/Rule", "--default")


@pytest.fixture(name="calm")
def calm_level():
    with indicator.calm():
        yield


def open_menu():
    indicator.open_menu("Text Editor")


def test_the_icon_says_the_level():
    assert gnome.evaluate(f"return {INDICATOR}.accessible_name;").startswith("Headroom: ")
    icons = gnome.evaluate(f"return {INDICATOR}._icon.gicon.to_string();")
    assert (
        icons.endswith("-symbolic.svg")
        and subprocess.run(["test", "-e", icons], check=False).returncode == 0
    )


def test_the_menu_tells_level_cause_apps_and_pressure():
    open_menu()
    click_on("Details")
    told = lines()
    assert told[0] in ("Calm", "Uneasy", "High", "Critical"), told
    assert len(told[1]) > 10, "the second line is the cause, or what the level means"
    until(
        lambda: any(line.startswith("Whole computer waited for: CPU ") for line in lines()),
        "pressure is shown in words",
    )
    assert any(line.startswith("Calculator") for line in told)
    ruled = gnome.evaluate(
        f"return {INDICATOR}.menu.box.get_children().map(item => item.constructor.name === "
        f"'PopupSeparatorMenuItem' && item.visible);"
    )
    assert [at for at, ruler in enumerate(ruled) if ruler] == [
        4,
        7,
    ], "rulers separate the apps from the lines above and below"


def first_app():
    return next(line for line in lines() if line.startswith(("Text Editor", "Calculator")))


@pytest.mark.usefixtures("calm")
def test_frozen_and_thawed_by_clicks(two_apps):
    open_menu()
    click_on("Text Editor")
    click_on("Pause")
    until(lambda: cgroups.is_frozen(two_apps[EDITOR]), "the editor is frozen")
    open_menu()
    until(lambda: first_app().startswith("Text Editor: paused"), "a frozen app comes first")
    click_on("Details")
    assert any(line.startswith("Last: ") and "Text Editor" in line for line in lines())
    click_on("Text Editor")
    click_on("Resume")
    until(lambda: not cgroups.is_frozen(two_apps[EDITOR]), "the editor runs again")


@pytest.mark.usefixtures("calm")
def test_never_for_this_app():
    open_menu()
    click_on("Text Editor")
    click_on("Never Slow Down or Pause")
    until(lambda: headroom.settings().get(f"App-{EDITOR}/Rule") == "never", "the rule is set")
    open_menu()
    click_on("Text Editor")
    click_on("Never Slow Down or Pause")
    until(lambda: f"App-{EDITOR}/Rule" not in headroom.settings(), "the rule is gone")


@pytest.mark.usefixtures("calm")
def test_never_is_taken_back_for_an_app_of_a_pattern():
    """The pattern's rule is in force, so the first click ends it for this app."""
    pattern, rule = "App-org.gnome.TextE*/Rule", f"App-{EDITOR}/Rule"
    headroom.ctl("set", pattern, "never")
    try:
        for wanted in ("normal", "never"):
            open_menu()
            click_on("Text Editor")
            click_on("Never Slow Down or Pause")
            until(
                lambda word=wanted: headroom.settings().get(rule) == word, f"the rule is {wanted}"
            )
    finally:
        headroom.ctl("set", pattern, "--default")


@pytest.mark.usefixtures("calm")
def test_a_refusal_is_said(two_apps):
    open_menu()
    click_on("Calculator")
    click_on("Pause")
    until(
        lambda: gnome.evaluate(
            "return Main.messageTray.getSources().some(source => source.notifications.some(each "
            "=> /active app/.test(each.body)));"
        ),
        "the daemon's own sentence is shown",
    )
    assert not cgroups.is_frozen(two_apps[CALCULATOR])
    gnome.evaluate("Main.messageTray.getSources().forEach(source => source.destroy());")


def test_figures_are_asked_for_only_while_it_is_open():
    with contextlib.closing(
        Monitor("type='method_call',interface='org.headroomd.Headroom1.Manager'")
    ) as calls:
        open_menu()
        click_on("Details")
        until(
            lambda: any(line.startswith("Whole computer waited for: ") for line in lines()),
            "the first figures are shown",
        )
        gnome.evaluate(f"{INDICATOR}.menu.close();")
        calls.catch_up()
        asked = [call["member"] for call in calls.messages()]
        assert "Measure" in asked and "MeasureMachine" in asked
        time.sleep(5)  # two and a half periods: no event reports that nothing is sent
        calls.catch_up()
        assert [call["member"] for call in calls.messages()] == asked


def said_to_be_missing():
    return [line for line in lines() if line.startswith(tuple(CANNOT.values()))]


def worst_of(capabilities):
    """What the menu has to show for these capabilities."""
    return [words for name, words in CANNOT.items() if not capabilities[name][0]][:1]


def test_the_worst_of_what_is_missing_is_said():
    found = headroom.capabilities()
    open_menu()
    print(f"of this machine the menu says: {said_to_be_missing()}")
    assert said_to_be_missing() == worst_of(found)
    try:
        indicator.is_told(
            found
            | {name: [False, f"no {name}", ""] for name in ("adopt", "audio", "freeze", "windows")}
        )
        assert said_to_be_missing() == ["Apps can't be paused"]
        indicator.is_told({name: [name != "audio", "", ""] for name in found})
        assert not said_to_be_missing(), "without audio, users would notice no difference"
    finally:
        indicator.is_told(found)


def ask_what_to_do():
    found = headroom.capabilities()
    open_menu()
    try:
        indicator.is_told(found | {"windows": [False, "nobody tells", ""]})
        click_on("Windows can't be detected")
    finally:
        indicator.is_told(found)


def test_what_is_missing_leads_to_what_to_do():
    in_front = f"return {WINDOW}?.has_focus() ?? false;"
    ask_what_to_do()
    try:
        until(
            lambda: gnome.evaluate(f"return {WINDOW} !== undefined;"),
            "the preferences are shown",
            within=60,
        )
        until(lambda: not indicator.wanted_page(), "they show the requested page")
        until(lambda: gnome.evaluate(in_front), "they are in front")
        gnome.activate(cgroups.pids_running("gnome-text-editor")[0])
        until(lambda: not gnome.evaluate(in_front), "another window is in front")
        ask_what_to_do()
        until(lambda: gnome.evaluate(in_front), "they are in front again")
        until(lambda: not indicator.wanted_page(), "no page is requested any more")
    finally:
        gnome.evaluate(f"{WINDOW}?.delete(global.get_current_time());")
        until(lambda: gnome.evaluate(f"return {WINDOW} === undefined;"), "the preferences are gone")


def test_the_preferences_of_another_extension_are_left_alone():
    gnome.evaluate(f"""
        const apps = imports.gi.Shell.AppSystem.prototype;
        const before = apps.lookup_app;
        apps.lookup_app = () => ({{get_windows: () => [{{get_title: () => 'Other'}}]}});
        try {{
            {INDICATOR}._openPreferences('capabilities');
        }} finally {{
            apps.lookup_app = before;
        }}""")
    until(
        lambda: gnome.evaluate(
            "return Main.messageTray.getSources().some(source => source.notifications.some(each "
            "=> each.body === 'Close the settings of the other extension first.'));"
        ),
        "it is said what to do",
    )
    assert not indicator.wanted_page()
    gnome.evaluate("Main.messageTray.getSources().forEach(source => source.destroy());")


def capability_texts():
    """What the preferences have to show for this machine: what is missing, then what works."""
    texts = []
    for name, (works, reason, remedy) in sorted(
        headroom.capabilities().items(), key=lambda each: (each[1][0], each[0])
    ):
        advice = f"\n{'For more' if works else 'To fix it'}: {remedy}" if remedy else ""
        texts += [CAN[name], reason[:1].upper() + reason[1:] + advice]
    return texts


def test_the_preferences_tell_what_works_while_it_changes():
    title = "What Works on This Computer"
    with contextlib.closing(Preferences()) as preferences:
        indicator.want_page("capabilities")
        until(
            lambda: preferences.texts() == [title, *capability_texts()],
            "each capability is shown with its reason and its remedy",
        )
        until(lambda: not indicator.wanted_page(), "no page is requested any more")
        before = capability_texts()
        gnome.extension(False)
        try:
            until(
                lambda: capability_texts() != before
                and preferences.texts() == [title, *capability_texts()],
                "fewer windows are known",
            )
        finally:
            gnome.extension(True)
        until(lambda: preferences.texts() == [title, *before], "windows are known again")
        headroom.user("stop", "headroomd.service")
        try:
            until(
                lambda: preferences.texts()
                == [
                    "Headroom Is Not Running",
                    "It checks this computer when it starts.",
                    "Start Headroom",
                ],
                "nothing stale is shown",
            )
        finally:
            headroom.user("start", "headroomd.service")
        until(
            lambda: preferences.texts() == [title, *capability_texts()],
            "the capabilities are shown again",
        )
    until(lambda: headroom.status()["window_source"] == "gnome-shell", "windows are known again")


def test_no_group_of_the_preferences_repeats_its_only_row():
    with contextlib.closing(Preferences()) as preferences:
        texts = until(preferences.texts, "the first page is shown")
    assert texts[0] == "Show notifications" and "The Active App" in texts


def test_hidden_behind_the_lock():
    gnome.lock(True)
    try:
        until(lambda: not gnome.evaluate(f"return {INDICATOR}.visible;"), "the indicator is hidden")
    finally:
        gnome.lock(False)
    until(lambda: gnome.evaluate(f"return {INDICATOR}.visible;"), "the indicator is visible again")


def test_without_a_daemon_nothing_stale_and_a_way_to_start_it():
    headroom.user("stop", "headroomd.service")
    try:
        until(
            lambda: gnome.evaluate(f"return {INDICATOR}.accessible_name;")
            == "Headroom Is Not Running",
            "the indicator shows that the daemon doesn't run",
        )
        gnome.evaluate(f"{INDICATOR}.menu.open();")
        assert lines() == ["Headroom Is Not Running", "Start Headroom", "Headroom Settings"]
        click_on("Start Headroom")
        until(
            lambda: headroom.user("is-active", "headroomd.service", check=False).stdout.strip()
            == "active",
            "the daemon runs again",
        )
    finally:
        headroom.user("start", "headroomd.service")
    until(
        lambda: gnome.evaluate(f"return {INDICATOR}.accessible_name;").startswith("Headroom: "),
        "the level is shown again",
    )
    until(lambda: headroom.status()["window_source"] == "gnome-shell", "windows are known again")


def test_disable_takes_it_away_and_enable_brings_it_back():
    for _ in range(3):
        gnome.extension(False)
        until(lambda: gnome.evaluate(f"return {INDICATOR} === undefined;"), "the indicator is gone")
        gnome.extension(True)
        until(lambda: gnome.evaluate(f"return {INDICATOR} !== undefined;"), "the indicator is back")
    until(
        lambda: headroom.status()["window_source"] == "gnome-shell", "the extension reports windows"
    )
    open_menu()


def test_it_ends_with_a_report_unread():
    headroomd = headroom.daemon_pid()
    os.kill(headroomd, signal.SIGSTOP)
    gnome.activate(cgroups.pids_running("gnome-text-editor")[0])
    until(
        lambda: gnome.focused_pid() == cgroups.pids_running("gnome-text-editor")[0],
        "the editor has the focus",
    )
    os.kill(headroomd, signal.SIGKILL)
    until(lambda: headroom.daemon_pid() not in (0, headroomd), "the daemon is restarted")
    headroom.wait_for_daemon()
    gnome_front.in_front(EDITOR, within=15)


def test_the_shell_complains_of_nothing():
    said = subprocess.run(
        ["journalctl", "--user", "--no-pager", "--output=cat", "_COMM=gnome-shell"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert not [
        line
        for line in said.splitlines()
        if "headroom" in line.lower()
        and any(each in line.lower() for each in ("error", "critical", "took no report", "@"))
    ]


def test_preferences_set_the_same_settings():
    """Clicks on the row of the first switch."""
    open_menu()
    click_on("Headroom Settings")
    pid = until(
        lambda: gnome.evaluate(f"return {WINDOW}?.get_pid();"),
        "the preferences are shown",
        within=60,
    )
    # The Shell decides whether a window that appears late gets the focus. A window beside it would
    # take the focus with the click that was meant for this one.
    in_front = (
        f"const w = {WINDOW}; Main.activateWindow(w); const r = w.get_frame_rect(); return "
        f"w.has_focus() ? [r.x, r.y, r.width] : null;"
    )
    try:

        def turned():
            x, y, width = until(lambda: gnome.evaluate(in_front), "they are in front", within=3)
            gnome.click(x + width // 2, y + 90)
            return until(
                lambda: headroom.settings()["General/Notifications"] == "false",
                "the daemon has the setting",
                within=3,
            )

        until(
            lambda: attempt(turned), "notifications are off", within=30
        )  # a window is shown before it accepts clicks
        headroom.ctl("set", "General/Notifications", "--default")
        assert headroom.settings()["General/Notifications"] == "true"
    finally:
        gnome.evaluate(f"{WINDOW}.delete(global.get_current_time());")
    said = subprocess.run(
        ["journalctl", "--user", "--no-pager", "--output=cat", f"_PID={pid}"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert "headroom" not in said.lower(), said


def attempt(what):
    try:
        return what()
    except Waited:
        return False


def test_what_is_chosen_is_shown_whole_in_any_language():
    here = Path(__file__).resolve().parent
    rows = subprocess.run(
        ["gjs", "-m", here / "preference_rows.js", EXTENSION],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout.splitlines()
    assert int(rows[0].removeprefix("looked at ")) > 10
    assert not rows[1:]
