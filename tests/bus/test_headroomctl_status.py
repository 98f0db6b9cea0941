# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl status: the table, the JSON, the colours."""

import json
import os
import pty
import subprocess

import pytest

from conftest import HEADROOMCTL
from fake_headroomd import ERROR, FIREFOX, HEALTHY, KATE
from private_bus import PATIENCE


def test_json_is_what_the_manual_promises(daemon, ctl):
    daemon.properties["Capabilities"] = {
        "io-weight": (False, "No weights.", "Install the drop-in.")
    }
    assert json.loads(ctl("status", "--json").stdout) == {
        "format": 1,
        "version": "0.1.0",
        "level": "calm",
        "level_reason": None,
        "level_reason_code": None,
        "culprit": None,
        "disabled_until_us": None,
        "response": "freeze",
        "focused": "org.kde.kate",
        "window_source": "kwin",
        "capabilities": {
            "io-weight": {
                "available": False,
                "reason": "No weights.",
                "remedy": "Install the drop-in.",
            }
        },
        "apps": [
            {
                "id": "firefox",
                "name": "Firefox Web Browser",
                "units": ["app-firefox-1.scope", "app-firefox-2.scope"],
                "state": "frozen",
                "boosted": False,
                "napped": False,
                "protected": 0,
                "frozen": True,
                "holds": [],
                "windows": 1,
                "streams": None,
                "pressure": {"memory": None, "cpu": None, "io": None},
                "memory": None,
                "memory_partial": False,
                "memory_needed": None,
                "memory_needed_measured": None,
                "memory_slack": None,
                "swap": None,
                "swap_compressed": None,
                "reason": None,
            },
            {
                "id": "org.kde.kate",
                "name": "Kate",
                "units": ["app-org.kde.kate-12.scope"],
                "state": "running",
                "boosted": True,
                "napped": False,
                "protected": 300 * 2**20,
                "frozen": False,
                "holds": [],
                "windows": 2,
                "streams": 0,
                "pressure": {"memory": 0.0, "cpu": 12.5, "io": None},
                "memory": 3 * 2**30,
                "memory_partial": False,
                "memory_needed": 2**30,
                "memory_needed_measured": True,
                "memory_slack": 2**31,
                "swap": 3000,
                "swap_compressed": 1000,
                "reason": "It is the active app.",
            },
        ],
    }


HOG = ("firefox", "paused Firefox: it took 2 GiB", "memory", "memory ran short", True)


def test_the_culprit(daemon, ctl):
    daemon.properties.update(
        Level="uneasy", LevelReason="it waited for the CPU", LevelReasonCode="w", Culprit=HOG
    )
    assert ctl("status").stdout.splitlines()[1:3] == [
        "  memory ran short",
        "  paused Firefox: it took 2 GiB",
    ]
    told = json.loads(ctl("status", "--json").stdout)
    assert told["level_reason"] == "it waited for the CPU"
    assert told["level_reason_code"] == "w"
    assert told["culprit"] == {
        "app": "firefox",
        "resource": "memory",
        "paused": True,
        "sentence": "paused Firefox: it took 2 GiB",
    }
    daemon.properties["Culprit"] = (*HOG[:4], False)
    assert ctl("status").stdout.splitlines()[1] == "  it waited for the CPU"
    daemon.properties["Culprit"] = (*HOG[:2], "", "", True)
    assert ctl("status").stdout.splitlines()[1] == "  it waited for the CPU"
    assert json.loads(ctl("status", "--json").stdout)["culprit"]["resource"] is None
    del daemon.properties["Culprit"]  # an older daemon's
    assert json.loads(ctl("status", "--json").stdout)["culprit"] is None


@pytest.mark.parametrize(
    "response, line",
    [
        ("off", "You have chosen that Headroom does nothing when resources run short."),
        ("warn", "You have chosen that Headroom pauses nothing."),
        ("freeze", ""),
        ("later", ""),
        (None, ""),
    ],
)
def test_what_the_user_has_chosen(daemon, ctl, response, line):
    daemon.properties["Settings"] = {"Pressure/Response": response} if response else {}
    remedy = " To change that: headroomctl set Pressure/Response freeze" if line else ""
    assert ctl("status").stdout.splitlines()[1] == line + remedy
    assert json.loads(ctl("status", "--json").stdout)["response"] == response
    daemon.properties["DisabledUntil"] = 1_800_000_000_000_000
    assert "chosen" not in ctl("status").stdout  # while disabled, it does nothing at all


def test_json_says_null_for_nobody_and_nowhere(daemon, ctl):
    daemon.properties.update(Focused="", WindowSource="", WindowsKnown=False)
    told = json.loads(ctl("status", "--json").stdout)
    assert told["focused"] is None and told["window_source"] is None
    assert [app["windows"] for app in told["apps"]] == [
        None,
        None,
    ]  # without a source, a count of 0 would be wrong


def test_json_is_utf8_in_every_locale(daemon, environment, ctl):
    daemon.apps = [{**KATE, "Name": "Qalculador – Ω"}]
    environment["LC_ALL"] = "C"
    assert (
        json.loads(ctl("status", "--json", encoding="utf-8").stdout)["apps"][0]["name"]
        == "Qalculador – Ω"
    )


def test_missing_properties_are_unknown_not_zero(daemon, ctl):
    daemon.apps = [{name: value for name, value in KATE.items() if name != "Streams"}]
    assert json.loads(ctl("status", "--json").stdout)["apps"][0]["streams"] is None


def test_nothing_can_be_measured(daemon, ctl):
    daemon.failures["Measure"] = (ERROR + "Unavailable", "The kernel was built without pressure.")
    assert json.loads(ctl("status", "--json").stdout)["apps"][1]["memory"] is None
    assert (
        "Memory and pressure are not known: The kernel was built without pressure.\n"
        in ctl("status").stdout
    )


def test_the_table_is_aligned_and_plain_in_a_pipe(daemon, ctl):
    assert ctl("status").stdout == (
        "Level: calm   Active app: Kate   Windows reported by: kwin\n"
        "\n"
        "APP                  STATE    ACTIVE  BOOSTED  HELD   MEMORY  MEM WAIT  CPU WAIT  "
        "DISK WAIT\n"
        "Firefox Web Browser  paused                                ?         ?         ?  "
        "        ?\n"
        "Kate                 running  yes     yes            3.0 GiB       0 %      12 %  "
        "        ?\n"
    )


def test_wide_characters_do_not_break_the_columns(daemon, ctl):
    daemon.apps = [{**KATE, "Name": "文字"}, {**FIREFOX, "Name": "abcd", "State": "running"}]
    rows = ctl("status").stdout.splitlines()[3:5]
    assert rows[0].startswith("abcd  running") and rows[1].startswith("文字  running")


def test_long_and_wicked_names(daemon, ctl):
    daemon.apps = [{**KATE, "Name": "x" * 255}, {**FIREFOX, "Name": "a\x1b[2Jb\nc"}]
    stdout = ctl("status").stdout
    assert "x" * 31 + "…  running" in stdout and "x" * 32 not in stdout
    assert "a\ufffd[2Jb\ufffdc" in stdout


def test_no_apps_no_focus_no_source(daemon, ctl):
    daemon.apps = []
    daemon.properties.update(Focused="", WindowSource="", WindowsKnown=False, Level="unknown")
    assert ctl("status").stdout == (
        "Level: unknown   Active app: none   Windows reported by: nothing\n"
        "\n"
        "No app has a unit or a window.\n"
    )
    assert json.loads(ctl("status", "--json").stdout)["apps"] == []


def test_words_newer_than_headroomctl_are_shown_as_they_are(daemon, ctl):
    daemon.properties["Level"] = "frantic"
    daemon.apps = [{**KATE, "State": "napping"}]
    stdout = ctl("status").stdout
    assert "Level: frantic " in stdout and "Kate  napping " in stdout


def test_what_is_missing_has_a_sentence_each(daemon, ctl):
    daemon.properties["Capabilities"] = {
        **HEALTHY,
        "io-weight": (False, "The disk has no weights.", "Install the drop-in."),
    }
    assert ctl("status").stdout.endswith(
        "\n\nMore disk time for the active app: The disk has no weights.\n"
        '"headroomctl doctor" explains how to fix it.\n'
    )


def _on_a_terminal(environment):
    ours, theirs = pty.openpty()
    with subprocess.Popen([HEADROOMCTL, "status"], env=environment, stdout=theirs) as process:
        os.close(theirs)
        assert process.wait(PATIENCE) == 0
    with os.fdopen(ours, "rb") as terminal:
        return terminal.read1(65536)


def test_colours_are_for_terminals_whose_user_has_nothing_against_them(daemon, environment):
    environment["TERM"] = "xterm"
    assert b"\x1b[32mcalm\x1b[0m" in _on_a_terminal(environment)
    assert b"\x1b" not in _on_a_terminal({**environment, "NO_COLOR": "1"})
    assert b"\x1b[32m" in _on_a_terminal({**environment, "NO_COLOR": ""})
    assert b"\x1b" not in _on_a_terminal({**environment, "TERM": "dumb"})


def test_four_hundred_apps(daemon, ctl):
    daemon.apps = [{**KATE, "Id": f"org.example.App{index:03}"} for index in range(400)]
    apps = json.loads(ctl("status", "--json").stdout)["apps"]
    assert [app["id"] for app in apps] == [f"org.example.App{index:03}" for index in range(400)]
