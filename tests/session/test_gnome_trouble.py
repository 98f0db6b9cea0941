# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A daemon that has crashed, or has another version than the extension: the menu and the
preferences, both open, say so within a second, and one click ends it."""

import contextlib
import json

import pytest

from seat import gnome, headroom, indicator
from seat.indicator import INDICATOR, click_on, lines
from seat.preferences import Preferences
from seat.waiting import until

AT_ONCE = 1.0  # seconds
FAILED = "Headroom Has Failed"


pytestmark = pytest.mark.usefixtures("extension")


@pytest.fixture(name="preferences")
def opened():
    with contextlib.closing(Preferences()) as window:
        window.bring_to_front()
        yield window
    indicator.close_menu()
    headroom.user("reset-failed", "headroomd.service", check=False)
    headroom.user("start", "headroomd.service")


def open_menu():
    indicator.open_menu("")


def both_say_that_it_has_failed(preferences):
    until(lambda: lines()[0] == FAILED, "the menu says so", within=AT_ONCE)
    until(lambda: preferences.texts()[0] == FAILED, "the preferences say so", within=AT_ONCE)
    assert lines()[2] == "Start Headroom", lines()


def test_a_crash_is_said_and_one_click_in_the_menu_starts_it(preferences):
    open_menu()
    with headroom.crashed_for_good():
        both_say_that_it_has_failed(preferences)
        click_on("Start Headroom")
        until(lambda: headroom.daemon_pid() != 0, "it runs")
        headroom.wait_for_daemon()
        until(lambda: preferences.texts()[0] != FAILED, "the preferences know it", within=AT_ONCE)
    open_menu()
    until(
        lambda: lines()[0] in ("Calm", "Uneasy", "High", "Critical"),
        "the menu knows it",
        within=AT_ONCE,
    )


def test_one_click_in_the_preferences_starts_it(preferences):
    with headroom.crashed_for_good():
        until(lambda: preferences.texts()[0] == FAILED, "the preferences say so", within=AT_ONCE)
        preferences.click_on("Start Headroom")
        until(lambda: headroom.daemon_pid() != 0, "it runs")
        until(lambda: preferences.texts()[0] != FAILED, "the preferences know it")


def test_a_daemon_that_dies_is_missed_at_once(preferences):
    open_menu()
    headroom.user("stop", "headroomd.service")
    until(lambda: lines()[0] == "Headroom Is Not Running", "the menu says so", within=AT_ONCE)
    until(
        lambda: preferences.texts()[0] == "Headroom Is Not Running",
        "the preferences say so",
        within=AT_ONCE,
    )


def test_a_masked_daemon_is_said_with_the_command_and_no_button(preferences):
    command = "systemctl --user unmask headroomd.service"
    headroom.user("mask", "--now", "headroomd.service")
    try:
        open_menu()
        until(lambda: any(command in line for line in lines()), "the menu says so", within=AT_ONCE)
        until(
            lambda: any(command in text for text in preferences.texts()),
            "the preferences say so",
            within=AT_ONCE,
        )
        assert "Start Headroom" not in [*lines(), *preferences.texts()]
    finally:
        headroom.user("unmask", "headroomd.service")
    until(lambda: "Start Headroom" in lines(), "it can be started again", within=AT_ONCE)


def test_a_daemon_that_is_starting_is_no_trouble(preferences):
    known = f"const {{isAbsent, state}} = {INDICATOR}._daemon; return [isAbsent, state];"
    with headroom.drop_in("[Service]\nExecStartPre=sleep 60\n"):
        headroom.user("restart", "--no-block", "headroomd.service")
        until(lambda: gnome.evaluate(known) == [True, "connecting"], "the extension knows it")
        open_menu()
        until(
            lambda: "Start Headroom" not in [*lines(), *preferences.texts()],
            "neither offers to start it",
            within=AT_ONCE,
        )
        headroom.user("stop", "headroomd.service")
        until(lambda: "Start Headroom" in lines(), "it is stopped", within=AT_ONCE)


@contextlib.contextmanager
def extension_of(version):
    daemon = f"{INDICATOR}._daemon"
    before = gnome.evaluate(f"return {daemon}._version;")
    try:
        gnome.evaluate(f"{daemon}._version = {json.dumps(version)}; {INDICATOR}._update();")
        yield
    finally:
        gnome.evaluate(f"{daemon}._version = {json.dumps(before)}; {INDICATOR}._update();")


def test_the_extension_knows_its_version():
    until(lambda: gnome.evaluate(f"return {INDICATOR}._daemon.state;") == "running", "it is known")
    assert gnome.evaluate(
        f"return {INDICATOR}._daemon._version === {INDICATOR}._daemon.properties.Version;"
    )


def test_a_daemon_that_was_too_slow_is_asked_again():
    gnome.evaluate(f"""
        const {{Gio}} = imports.gi;
        const daemon = {INDICATOR}._daemon;
        daemon._call = (_path, _face, _method, _parameters, _then, failed) => {{
            delete daemon._call;
            const code = Gio.IOErrorEnum.TIMED_OUT;
            failed('', new Gio.IOErrorEnum({{code, message: 'as after 25 seconds'}}));
        }};
        daemon._appeared(daemon._owner);""")
    until(lambda: gnome.evaluate(f"return {INDICATOR}._daemon.state;") == "running", "it is known")


def test_a_daemon_of_an_older_version_is_restarted():
    before = headroom.daemon_pid()
    with extension_of("9.0"):
        open_menu()
        wanted = [
            "Headroom Has Been Updated",
            "The previous version is still running.",
            "Restart Headroom",
        ]
        until(lambda: lines()[:3] == wanted, lines)
        click_on("Restart Headroom")
        until(lambda: headroom.daemon_pid() not in (0, before), "another daemon runs")
        headroom.wait_for_daemon()


def test_with_a_daemon_of_a_newer_version_one_logs_out():
    with extension_of("0.0.9"):
        open_menu()
        wanted = [
            "Headroom Has Been Updated",
            "This extension doesn't match the running version.",
            "Log Out…",
        ]
        until(lambda: lines()[:3] == wanted, lines)
        indicator.close_menu()
