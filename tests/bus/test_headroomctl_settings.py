# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl settings and set: the output, and what is passed on to the daemon."""

import json

import pytest

from fake_headroomd import ERROR, SETTINGS


def test_settings_are_shown_with_their_defaults(daemon, ctl):
    lines = ctl("settings").stdout.splitlines()
    assert lines[0].split() == ["SETTING", "VALUE", "DEFAULT"]
    rows = {line.split()[0]: line.split()[1:] for line in lines[1:]}
    assert rows == {
        "Boost/CpuWeight": ["600", "500"],
        "Pressure/Response": ["freeze", "freeze"],
        "App-firefox/Rule": ["never", "normal"],
        "Later/Setting": ["x", "?"],
    }


def test_settings_as_json(daemon, ctl):
    assert json.loads(ctl("settings", "--json").stdout) == {"format": 1, **SETTINGS}


def test_a_name_does_not_drive_the_terminal(daemon, ctl):
    daemon.properties["Settings"] = {"App-\x1b[2J/Rule": "never"}
    assert "\x1b" not in ctl("settings").stdout


@pytest.mark.parametrize(
    "words, passed_on",
    [
        (["Pressure/Response", "warn"], ("Pressure/Response", "warn")),
        (["Pressure/Response", "--default"], ("Pressure/Response", "")),
        (["--default", "App-firefox/Rule"], ("App-firefox/Rule", "")),
        (["--", "Boost/CpuWeight", "-1"], ("Boost/CpuWeight", "-1")),
    ],
)
def test_set_passes_on_what_was_said(daemon, ctl, words, passed_on):
    done = ctl("set", *words)
    assert (done.stdout, done.stderr) == ("", "")
    assert daemon.arguments_of("SetSetting") == passed_on


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["Pressure/Response"],
        ["Pressure/Response", ""],
        ["Pressure/Response", "warn", "off"],
        ["--default"],
        ["Pressure/Response", "warn", "--default"],
        [b"Pressure/Response", b"\xff"],
    ],
)
def test_what_cannot_be_meant_is_not_passed_on(daemon, ctl, words):
    assert "set --help" in ctl("set", *words, check=2).stderr
    assert not daemon.calls


@pytest.mark.parametrize("error", ["BadInput", "Refused"])
def test_the_daemons_sentence_is_shown(daemon, ctl, error):
    daemon.failures["SetSetting"] = (
        ERROR + error,
        'Boost/CpuWeight is "9", but must be a whole number from 100 to 10000',
    )
    done = ctl("set", "Boost/CpuWeight", "9", check=1)
    assert (
        done.stderr
        == 'headroomctl: Boost/CpuWeight is "9", but must be a whole number from 100 to 10000\n'
    )


@pytest.mark.parametrize("words", [("settings",), ("set", "Pressure/Response", "warn")])
def test_without_a_daemon(ctl, words):
    assert "systemctl" in ctl(*words, check=3).stderr
