# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl as people know systemctl: a bare call, help, exit statuses, several apps per call."""

import json
import re
from pathlib import Path

import pytest

from fake_headroomd import ERROR

MANUAL = Path(__file__).resolve().parents[2] / "man" / "headroomctl.1.scd"


def test_a_bare_call_shows_the_status(daemon, ctl):
    assert ctl().stdout == ctl("status").stdout
    assert json.loads(ctl("--json").stdout) == json.loads(ctl("status", "--json").stdout)


def test_options_may_come_before_the_command(daemon, ctl):
    assert ctl("--json", "history").stdout == ctl("history", "--json").stdout
    ctl("--force", "close", "kate")
    assert daemon.arguments_of("End") == ("org.kde.kate",)


def test_help_is_that_of_the_command(ctl):
    assert ctl("help").stdout == ctl("--help").stdout
    for command in ("status", "help", "freeze"):
        assert ctl("help", command).stdout == ctl(command, "--help").stdout


def test_each_exit_status_is_in_the_help_and_in_the_manual(ctl):
    listed = re.findall(r"^  (\d)  \S", ctl("--help").stdout, re.MULTILINE)
    section = MANUAL.read_text(encoding="utf-8").partition("# EXIT STATUS")[2].partition("# ")[0]
    assert listed == ["0", "1", "2", "3", "4"] == re.findall(r"^\*(\d)\*$", section, re.MULTILINE)


@pytest.mark.parametrize("command", ["freeze", "thaw", "why", "close"])
def test_no_such_app_refused_and_no_daemon_differ(daemon, ctl, command):
    method = {"freeze": "Freeze", "thaw": "Thaw", "why": "Explain", "close": "Close"}[command]
    ctl(command, "gimp", check=4)
    daemon.failures[method] = (ERROR + "NoSuchApp", "No unit of Kate is left.")
    ctl(command, "kate", check=4)
    daemon.failures[method] = (ERROR + "Refused", "Kate is the active app.")
    ctl(command, "kate", check=1)
    daemon.__exit__()
    ctl(command, "kate", check=3)


@pytest.mark.parametrize(
    "command, method", [("freeze", "Freeze"), ("thaw", "Thaw"), ("close", "Close")]
)
def test_each_of_several_apps_has_its_turn(daemon, ctl, command, method):
    done = ctl(command, "kate", "gimp", "firefox", check=4)
    assert [arguments[0] for called, arguments in daemon.calls if called == method] == [
        "org.kde.kate",
        "firefox",
    ]
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["Kate", "Firefox"]
    assert done.stderr == 'headroomctl: gimp: No app called "gimp" is running.\n'


def test_the_worst_failure_is_the_status(daemon, ctl):
    daemon.failures["Freeze"] = (ERROR + "Refused", "It is the active app.")
    for words in (("gimp", "kate"), ("kate", "gimp")):
        stderr = ctl("freeze", *words, check=1).stderr.splitlines()
        assert [line.split(": ")[1] for line in stderr] == list(words)
    daemon.failures["Freeze"] = ("org.freedesktop.DBus.Error.NoReply", "Gone.")
    ctl("freeze", "gimp", "kate", check=3)


def test_why_separates_several_apps(daemon, ctl):
    daemon.sentences = ["It is the active app."]
    assert ctl("why", "kate", "firefox").stdout == (
        "Kate (org.kde.kate)\nIt is the active app.\n"
        "\n"
        "Firefox Web Browser (firefox)\nIt is the active app.\n"
    )


def test_nothing_is_done_if_one_of_several_can_be_no_app(daemon, ctl):
    ctl("freeze", "kate", "a/b", check=2)
    assert not daemon.calls
