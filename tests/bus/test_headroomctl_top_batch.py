# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl top --batch: text for a file or a pipe, again and again."""

import json
import re

import pytest
from gi.repository import GLib

from fake_headroomd import MEASURES


@pytest.fixture(name="ranked")
def a_daemon_with_ranks(daemon):
    daemon.measures = {
        "firefox": {"hurt-rank": GLib.Variant("u", 1)},
        "org.kde.kate": {**MEASURES["org.kde.kate"], "hurt-rank": GLib.Variant("u", 0)},
    }
    return daemon


def test_the_worst_is_first_and_the_time_above(ranked, ctl):
    lines = ctl("top", "--batch", "-n", "1").stdout.splitlines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", lines[0])
    assert lines[1].startswith("Level: calm") and lines[3].startswith("APP ")
    assert [line.split()[0] for line in lines[4:6]] == ["Kate", "Firefox"]


def test_as_often_as_was_asked_for(ranked, ctl):
    stdout = ctl("top", "-b", "-n", "3", "-d", "0.1").stdout
    assert stdout.count("Level: calm") == 3
    assert len(ranked.await_calls("Measure", 3)) == 3


def test_without_a_number_until_it_is_ended(ranked, start_ctl):
    process = start_ctl("top", "--batch", "--delay=0.1", "--raw", "--noheadings", "-o", "id")
    assert [process.stdout.readline() for _ in range(6)] == ["org.kde.kate\n", "firefox\n"] * 3
    process.stdout.close()
    assert process.wait() == 1 and process.stderr.read() == ""


def test_a_line_of_json_each(ranked, ctl):
    lines = ctl("top", "--batch", "-n", "2", "-d", "0.1", "--json").stdout.splitlines()
    told = [json.loads(line) for line in lines]
    assert len(told) == 2 and told[0]["format"] == 1
    assert [app["id"] for app in told[0]["apps"]] == ["org.kde.kate", "firefox"]


def test_it_ends_with_the_daemon(ranked, start_ctl):
    process = start_ctl("top", "--batch", "--delay=0.1", "--noheadings", "-o", "id")
    assert process.stdout.readline() == "org.kde.kate\n"
    ranked.__exit__()
    _, stderr = process.communicate()
    assert process.returncode == 3 and stderr.startswith("headroomctl: ")


@pytest.mark.parametrize(
    "words",
    [
        ("-n", "1"),
        ("-d", "1"),
        ("--json",),
        ("--raw",),
        ("-n", "0"),
        ("--batch", "-n", "0"),
        ("--batch", "-n", "-1"),
        ("--batch", "-d", "0"),
        ("--batch", "-d", "0.01"),
        ("--batch", "-d", "nan"),
        ("--batch", "-d", "-1"),
        ("--batch", "-d", "1e9"),
        ("--batch", "x"),
    ],
)
def test_what_makes_no_sense(daemon, ctl, words):
    ctl("top", *words, check=2)
    assert not daemon.calls
