# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""GNOME's preferences, with real clicks and keys: what is chosen there is what Headroom has."""

import contextlib
import json
import re
import subprocess

import pytest

from seat import gnome, headroom
from seat.monitor import Monitor
from seat.preferences import Preferences
from seat.waiting import until

EXTENSION = "/usr/share/gnome-shell/extensions/headroom@headroomd.org"
CALCULATOR = "org.gnome.Calculator"
RULE = f"App-{CALCULATOR}/Rule"
RULED = "\u2068Calculator\u2069"
WEIGHTS = ("Boost/CpuWeight", "Boost/IoWeight")
SLACK = "Pressure/SlackLow"
CPU_WEIGHT = "CPU weight of the active app"
IO_WEIGHT = "Disk weight of the active app"
BOOST = "Boost the active app"
ADD = "Never Slow Down or Pause"  # also the name of the rule
PATTERN = "All Apps Whose ID Matches, Such as steam_app_*"
SYSTEM_RC = "/etc/xdg/headroomrc"


pytestmark = pytest.mark.usefixtures("extension")


@pytest.fixture(name="preferences")
def opened():
    with contextlib.closing(Preferences()) as window:
        window.bring_to_front()
        yield window
    for name in (*WEIGHTS, SLACK, RULE):
        headroom.ctl("set", name, "--default")


def has(name, value):
    until(lambda: headroom.settings().get(name) == value, f"{name} is {value}")


def test_a_number_typed_and_the_window_closed_at_once(preferences):
    preferences.turn_to("Limits")
    preferences.click_on(CPU_WEIGHT, "GtkText")
    gnome.keys("Control", "a")
    for digit in "700":
        gnome.keys(digit)
    preferences.close_window()
    has(WEIGHTS[0], "700")


def test_a_number_raised_by_a_click_and_the_window_closed_at_once(preferences):
    preferences.turn_to("Limits")
    preferences.click_on(CPU_WEIGHT, "value-increase-symbolic")
    preferences.close_window()
    has(WEIGHTS[0], "501")


def test_a_number_that_is_being_typed_stays_while_something_else_changes(preferences):
    preferences.turn_to("Limits")
    preferences.click_on(CPU_WEIGHT, "GtkText")
    gnome.keys("Control", "a")
    gnome.keys("7")
    headroom.ctl("set", WEIGHTS[1], "600")
    until(lambda: "600" in preferences.row_texts(IO_WEIGHT), "another number is shown")
    gnome.keys("0")
    gnome.keys("0")
    gnome.keys("Return")
    has(WEIGHTS[0], "700")


def test_a_limit_with_two_decimals_is_not_rounded(preferences):
    headroom.ctl("set", SLACK, "7.25")
    preferences.turn_to("Limits")
    until(lambda: "7.25" in preferences.texts(), "it is shown in full")
    preferences.close_window()
    until(preferences.is_gone, "the window is closed")
    has(SLACK, "7.25")


def choose(preferences, title, *steps):
    preferences.click_on(title)
    until(lambda: preferences.is_open(title), "the choices are shown")
    for key in (*steps, "Return"):
        gnome.keys(key)


def test_boost_is_one_choice(preferences):
    for weight, word in (("100", "Off"), ("500", "Normal"), ("10000", "Strong"), ("300", "Custom")):
        for name in WEIGHTS:
            headroom.ctl("set", name, weight)
        until(lambda said=word: said in preferences.row_texts(BOOST), f"{weight} is {word}")
    headroom.ctl("set", WEIGHTS[0], "100")
    until(lambda: "Custom" in preferences.row_texts(BOOST), "the two weights differ")
    headroom.ctl("set", WEIGHTS[1], "100")
    until(lambda: "Off" in preferences.row_texts(BOOST), "both are off")
    choose(preferences, BOOST, "Down", "Down")
    for name in WEIGHTS:
        has(name, "10000")
    until(lambda: "Strong" in preferences.row_texts(BOOST), "the choice stays")


def test_custom_ends_without_a_choice(preferences):
    for name in WEIGHTS:
        headroom.ctl("set", name, "300")
    until(lambda: "Custom" in preferences.row_texts(BOOST), "the weights are no step")
    with contextlib.closing(Monitor("type='method_call',member='SetSetting'")) as calls:
        for name in WEIGHTS:
            headroom.ctl("set", name, "100")
        until(lambda: "Off" in preferences.row_texts(BOOST), "they are one")
        calls.catch_up()
        asked = [call["payload"]["data"] for call in calls.messages()]
    assert asked == [[name, "100"] for name in WEIGHTS], "the row sets nothing by itself"


def test_a_rule_is_added_and_removed(preferences):
    preferences.turn_to("Apps")
    assert not preferences.can_be_used("Add"), "no app is chosen"
    choose(preferences, ADD, "Down", "Down")
    until(lambda: preferences.can_be_used("Add"), "an app is chosen")
    before = headroom.settings()
    preferences.click_on("Add")
    added = until(lambda: headroom.settings().keys() - before.keys(), "the rule is there")
    assert len(added) == 1 and headroom.settings()[min(added)] == "never"
    until(lambda: not preferences.can_be_used("Add"), "no app is chosen any more")
    preferences.click_on("Remove Rule")
    until(lambda: headroom.settings() == before, "the rule is gone")
    until(lambda: not preferences.can_be_used("Remove Rule"), "its row is gone")


def test_an_app_is_found_by_a_part_of_its_name(preferences):
    preferences.turn_to("Apps")
    preferences.click_on(ADD)
    until(lambda: preferences.is_open(ADD), "the choices are shown")
    for letter in "alc":
        gnome.keys(letter)

    def listed():
        return [text for text in preferences.row_texts(ADD) if text.startswith("\u2068")]

    until(lambda: listed() == [RULED], "only this app is listed")


@contextlib.contextmanager
def rule_of_the_system(mark=""):
    text = f"[App-{CALCULATOR}]{mark}\\nRule=never\\n"
    subprocess.run(["sudo", "sh", "-c", f"printf '{text}' >{SYSTEM_RC}"], check=True)
    try:
        has(RULE, "never")
        yield
    finally:
        subprocess.run(["sudo", "rm", "-f", SYSTEM_RC], check=True)


def test_a_rule_of_the_system_can_be_removed(preferences):
    preferences.turn_to("Apps")
    with rule_of_the_system():
        until(lambda: preferences.can_be_used("Remove Rule"), "its row is there")
        preferences.click_on("Remove Rule")
        has(RULE, "normal")
        until(lambda: "Like All Others" in preferences.row_texts(RULED), "its row shows that")
        preferences.click_on("Remove Rule")
        has(RULE, "never")


def test_a_refused_rule_is_not_shown(preferences):
    preferences.turn_to("Apps")
    with rule_of_the_system("[$i]"):
        until(lambda: ADD in preferences.row_texts(RULED), "its row is there")
        choose(preferences, RULED, "Down", "Down")
        until(lambda: not preferences.is_open(RULED), "a rule is chosen")
        until(lambda: ADD in preferences.row_texts(RULED), "the rule in force is shown again")
        assert headroom.settings()[RULE] == "never"


def test_a_row_keeps_the_focus_while_rules_change(preferences):
    other = "org.example.Other"
    headroom.ctl("set", RULE, "never")
    preferences.turn_to("Apps")
    until(lambda: ADD in preferences.row_texts(RULED), "its row is there")
    choose(preferences, RULED, "Down", "Down")
    has(RULE, "eager")
    until(lambda: preferences.has_focus(RULED), "its row has the focus")
    headroom.ctl("set", f"App-{other}/Rule", "never")
    try:
        until(lambda: other in preferences.texts(), "there is another row")
        # A window is inactive for some milliseconds after its popover was closed. A new row would
        # not have the focus after that either.
        until(lambda: preferences.has_focus(RULED), "its row has kept the focus")
    finally:
        headroom.ctl("set", f"App-{other}/Rule", "--default")


def test_a_rule_for_a_pattern(preferences):
    preferences.turn_to("Apps")
    preferences.type_into(PATTERN, "GtkText")
    gnome.keys("x")
    until(lambda: "x" in preferences.row_texts(PATTERN), "it is typed")
    gnome.keys("Return")
    until(lambda: preferences.is_marked(PATTERN, "error"), "an ID without a * is no pattern")
    gnome.keys("asterisk")
    gnome.keys("space")  # no ID ends with one
    gnome.keys("Return")
    has("App-x*/Rule", "never")
    headroom.ctl("set", "App-x*/Rule", "foreground")
    until(
        lambda: "Always Treat as the Active App" in preferences.texts(),
        "its row shows the rule",
    )
    preferences.click_on("Remove Rule")
    has("App-x*/Rule", None)


def test_the_complete_command_is_copied(preferences):
    remedies = [each[2] for each in headroom.capabilities().values() if not each[0]]
    commands = [found[1] for each in remedies if (found := re.search(r": (sudo [^;]*)", each))]
    assert commands, remedies
    preferences.turn_to("Computer")
    preferences.click_on("Copy Command")

    def copied():
        gnome.evaluate(
            "global.headroomCopied ??= ''; imports.gi.St.Clipboard.get_default().get_text("
            "imports.gi.St.ClipboardType.CLIPBOARD, (_all, text) => { "
            "global.headroomCopied = text; });"
        )
        return gnome.evaluate("return global.headroomCopied;")

    until(lambda: copied() == commands[0], lambda: f"{commands[0]!r} is in the clipboard")


# Remedies with a command, in any language, and the command.
REMEDIES = {
    "boot with psi=1": "",
    "see headroom(7): it explains": "",
    'use PipeWire, or "headroomctl hold" for apps': "",
    "run: sudo install -t /etc/a@.d /usr/b.conf; then restart": (
        "sudo install -t /etc/a@.d /usr/b.conf"
    ),
    "运行：sudo install -D /usr/b.conf; 然后重新启动计算机": "sudo install -D /usr/b.conf",
    "ihn beenden, zum Beispiel mit: systemctl stop a.service": "systemctl stop a.service",
}


def test_the_command_in_a_remedy_is_found_in_any_language(tmp_path):
    script = tmp_path / "commands.js"
    script.write_text(
        f"import {{commandIn}} from 'file://{EXTENSION}/capabilities.js';"
        f"print(JSON.stringify({json.dumps(list(REMEDIES))}.map(commandIn)));",
        encoding="utf-8",
    )
    found = subprocess.run(
        ["gjs", "-m", script], check=True, capture_output=True, text=True, timeout=60
    ).stdout
    assert json.loads(found) == list(REMEDIES.values())
