# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The tables of headroomctl: columns by choice, and a form for programs."""

import re
from pathlib import Path

import pytest

from fake_headroomd import FIREFOX, KATE

MANUAL = Path(__file__).resolve().parents[2] / "man" / "headroomctl.1.scd"
NOON = 1_800_000_000_000_000
PAST = [(NOON + 1, "freeze", "firefox", "app-firefox-1.scope", "high", "it grows", True)]


def test_columns_in_the_order_that_was_asked_for(daemon, ctl):
    assert ctl("status", "-o", "state,ID").stdout == (
        "STATE    ID\n"
        "paused   firefox\n"
        "running  org.kde.kate\n"
    )  # fmt: skip
    assert ctl("status", "--columns=windows,app", "--noheadings").stdout == (
        "1  Firefox Web Browser\n2  Kate\n"
    )


def test_raw_is_for_programs(daemon, environment, ctl):
    daemon.apps = [
        {**KATE, "Name": "Kate \\ two", "Units": ["app-headroom-org.kde.kate-0123.scope"]},
        FIREFOX,
    ]
    environment["LC_ALL"] = "de_DE.UTF-8"
    assert ctl(
        "status",
        "--raw",
        "-o",
        "app,state,focused,held,frozen-by,windows,streams,memory,cpu-wait,io-wait",
    ).stdout == (
        "APP STATE FOCUSED HELD FROZEN-BY WINDOWS STREAMS MEMORY CPU-WAIT IO-WAIT\n"
        "Firefox\\x20Web\\x20Browser frozen no no headroom 1 ? ? ? ?\n"
        "Kate\\x20\\x5c\\x20two running yes no - 2 0 3221225472 12.50 ?\n"
    )


def test_what_headroom_has_frozen(daemon, ctl):
    """The daemon knows of no other freezes."""
    daemon.apps = [FIREFOX]
    assert ctl("status", "-o", "frozen-by", "--noheadings").stdout == "Headroom\n"
    assert ctl("status", "-o", "frozen-by", "--noheadings", "--raw").stdout == "headroom\n"


def test_the_history_raw(daemon, ctl):
    daemon.history = PAST
    assert ctl("history", "--raw", "--columns", "time,what,app,unit,level,why").stdout == (
        "TIME WHAT APP UNIT LEVEL WHY\n"
        "1800000000.000001 freeze firefox app-firefox-1.scope high it\\x20grows\n"
    )
    assert ctl("history", "--noheadings", "-o", "level,what").stdout == "high  paused\n"


def test_what_is_followed_has_columns_too(daemon, start_ctl):
    daemon.history = PAST
    process = start_ctl("history", "--follow", "-o", "app,what", "--raw")
    assert process.stdout.readline() == "firefox freeze\n"


def test_a_raw_line_has_every_value(daemon, ctl):
    daemon.history = [(NOON, "level", "", "", "high", "", False)]
    assert ctl("history", "--raw", "--noheadings", "-o", "app,what,unit,why").stdout == (
        "- level - -\n"
    )


def test_the_help_names_the_columns(ctl):
    for command in ("status", "top", "history", "settings"):
        names = re.search(r"^Columns: (.*)$", ctl(command, "--help").stdout, re.MULTILINE)[1]
        manual = MANUAL.read_text(encoding="utf-8")
        assert all(f"*{name}*" in manual for name in names.split(", "))
    assert "Columns" not in ctl("doctor", "--help").stdout


def test_settings_by_column(daemon, ctl):
    lines = ctl("settings", "-o", "value,setting", "--raw").stdout.splitlines()
    assert lines[0] == "VALUE SETTING" and "600 Boost/CpuWeight" in lines


@pytest.mark.parametrize("words", [("--raw",), ("-o", "app"), ("--noheadings",)])
def test_nothing_but_the_table(daemon, ctl, words):
    daemon.properties["Capabilities"] = {}
    assert "Level" not in ctl("status", *words).stdout
    daemon.apps = []
    assert ctl("status", *words).stdout == ""


@pytest.mark.parametrize("command", ["status", "history", "settings"])
def test_no_such_column(daemon, ctl, command):
    for columns in ("", "bogus", "why,", "app,,id"):
        stderr = ctl(command, "-o", columns, check=2).stderr
        assert "There is no column" in stderr and ("There are: " in stderr)
    assert not daemon.calls


@pytest.mark.parametrize("words", [("--raw",), ("-o", "why"), ("--noheadings",)])
def test_json_is_no_table(daemon, ctl, words):
    assert "not for JSON" in ctl("history", "--json", *words, check=2).stderr


def test_no_line_ends_with_blanks(daemon, ctl):
    daemon.apps = [{**FIREFOX, "State": "running", "Frozen": False, "Reason": ""}]
    lines = ctl("status", "-o", "app,focused,boosted,why").stdout.splitlines()
    assert lines == ["APP                  ACTIVE  BOOSTED  WHY", "Firefox Web Browser"]


def test_colors_are_in_the_table(daemon, ctl):
    stdout = ctl("status", "--color=always", "-o", "app,state").stdout
    assert "\x1b[1mSTATE" in stdout and "\x1b[33mpaused" in stdout
    assert "\x1b" not in ctl("status", "--color=always", "--raw").stdout


def test_long_values_are_whole_for_programs(daemon, ctl):
    daemon.apps = [{**KATE, "Name": "x" * 255}]
    assert "x" * 31 + "…" in ctl("status").stdout
    assert "x" * 255 in ctl("status", "--raw").stdout


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_other_scripts_are_readable(daemon, environment, ctl, locale):
    environment["LC_ALL"] = locale
    daemon.apps = [{**KATE, "Name": "Kätchen"}]
    stdout = ctl("status", "-o", "app,state", encoding="utf-8").stdout
    assert stdout.splitlines()[1].split()[0] == ("Kätchen" if locale == "C.UTF-8" else "K?tchen")
    assert "\\x" not in stdout


def test_any_name_can_be_drawn(daemon, ctl):
    """Characters that the C library has no width for, that have none, and that turn the line."""
    for name in ("\u0378", "\U0010ffff", "e\u0301\u0301", "\ue000", "\u200b", "\u202e", "\ufffe"):
        daemon.apps = [{**KATE, "Name": name + "x"}]
        lines = ctl("status", "-o", "app,state").stdout.splitlines()
        assert len(lines) == 2 and lines[1].endswith("running")
        assert ctl("status", "--raw", "-o", "state,app").stdout.count("\n") == 2
