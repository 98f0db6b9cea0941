# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl disable-for and enable, and how status shows it."""

import json
import re

import pytest

from fake_headroomd import ERROR

HOUR_US = 3600 * 1_000_000


@pytest.mark.parametrize(
    "words, duration_us",
    [
        (("1h",), HOUR_US),
        (("1h 30min",), HOUR_US * 3 // 2),
        (("1h", "30min"), HOUR_US * 3 // 2),
        (("90",), 90_000_000),
    ],
)
def test_disabled_for_a_while(daemon, ctl, words, duration_us):
    stdout = ctl("disable-for", *words).stdout
    assert daemon.arguments_of("DisableFor") == (duration_us,)
    assert re.fullmatch(
        r"Headroom is paused until (\d{4}-\d\d-\d\d )?\d\d:\d\d\. "
        r"To resume it: headroomctl enable\n",
        stdout,
    )


def test_enabled_again(daemon, ctl):
    daemon.properties["DisabledUntil"] = 5
    assert ctl("enable").stdout == "Headroom was resumed.\n"
    assert daemon.arguments_of("DisableFor") == (0,)
    assert json.loads(ctl("enable", "--json").stdout) == {"format": 1, "disabled_until_us": None}


def test_the_end_as_json(daemon, ctl):
    told = json.loads(ctl("disable-for", "1h", "--json").stdout)
    assert told == {"format": 1, "disabled_until_us": daemon.properties["DisabledUntil"]}


def test_the_end_is_the_daemons(daemon, environment, ctl):
    environment["TZ"] = "UTC"
    ctl("disable-for", "1h")
    daemon.properties["DisabledUntil"] = 1_800_000_000_000_000
    daemon.properties.update(Level="high", LevelReason="it waited")
    assert ctl("status").stdout.splitlines()[2] == (
        "Headroom is paused until 2027-01-15 08:00. To resume it: headroomctl enable"
    )


def test_status_has_a_line_while_it_is_disabled(daemon, ctl):
    assert "paused until" not in ctl("status").stdout
    assert json.loads(ctl("status", "--json").stdout)["disabled_until_us"] is None
    daemon.properties["DisabledUntil"] = 1_800_000_000_000_000
    assert ctl("status").stdout.count("is paused until") == 1
    told = json.loads(ctl("status", "--json").stdout)
    assert told["disabled_until_us"] == 1_800_000_000_000_000
    del daemon.properties["DisabledUntil"]  # an older daemon's
    assert "paused until" not in ctl("status").stdout


@pytest.mark.parametrize("words", [(), ("soon",), ("",), ("0",), ("1h", "soon")])
def test_what_is_no_duration(daemon, ctl, words):
    assert "is not a duration" in ctl("disable-for", *words, check=2).stderr
    ctl("enable", "1h", check=2)
    assert not daemon.calls


@pytest.mark.parametrize("words", [("disable-for", "1h"), ("enable",)])
def test_refused_and_no_daemon(daemon, ctl, words):
    daemon.failures["DisableFor"] = (ERROR + "Refused", "Not now.")
    assert ctl(*words, check=1).stderr == "headroomctl: Not now.\n"
    daemon.__exit__()
    assert "systemctl" in ctl(*words, check=3).stderr
