# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A daemon that has crashed or was stopped: the applet in the panel and the page in System
Settings, both open, say so within a second, and one click starts it."""

import time

import pytest

from seat import applet, headroom, reader, settings_page
from seat.applet import SHELL
from seat.settings_page import PAGE
from seat.waiting import until

AT_ONCE = 1.0  # seconds
FAILED, STOPPED = "Headroom Has Failed", "Headroom Is Not Running"
START = "Start Headroom"


@pytest.fixture(scope="module", autouse=True)
def screen_reader():
    reader.listen()


@pytest.fixture(autouse=True)
def both_are_open():
    with settings_page.opened():
        until(lambda: reader.find(PAGE, "Rules for Apps"), "the page is open", within=60)
        # Its icon is in sight only while something is to be seen.
        headroom.user("stop", "headroomd.service")
        applet.open_it(STOPPED)
        applet.keep_open()
        headroom.user("start", "headroomd.service")
        headroom.wait_for_daemon()
        until(lambda: not said(STOPPED), "both know that it runs")
        yield
        headroom.user("reset-failed", "headroomd.service", check=False)
        headroom.user("start", "headroomd.service")
        applet.close()


def said(text):
    """Which of the two say so."""
    return [program for program in (SHELL, PAGE) if reader.find(program, text)]


def both_say(text):
    for program in (SHELL, PAGE):
        began = time.monotonic()
        until(lambda: reader.find(program, text), f"{program} says so", within=AT_ONCE)
        print(f"{program} says {text!r} {time.monotonic() - began:.2f} s after that")


@pytest.mark.parametrize("program", [SHELL, PAGE])
def test_a_crash_is_said_and_one_click_starts_it(program):
    with headroom.crashed_for_good():
        both_say(FAILED)
        reader.click_on(program, START)
        until(lambda: headroom.daemon_pid() != 0, "it runs")
        headroom.wait_for_daemon()
        until(lambda: not said(FAILED), lambda: f"{said(FAILED)} still say so", within=AT_ONCE)
        until(
            lambda: reader.find(SHELL, "Time spent waiting"),
            "the applet shows everything again",
            within=AT_ONCE,
        )


def test_a_daemon_that_was_stopped_is_missed_at_once():
    headroom.user("stop", "headroomd.service")
    both_say(STOPPED)
    until(lambda: said(START) == [SHELL, PAGE], "both offer to start it", within=AT_ONCE)


def test_a_masked_daemon_is_said_with_the_command_and_no_button():
    headroom.user("mask", "--now", "headroomd.service")
    try:
        both_say(STOPPED)
        sentence = "It is masked, so it can't start. To allow it again: systemctl --user unmask "
        until(lambda: reader.find(SHELL, sentence), "the applet has the command", within=AT_ONCE)
        until(lambda: not said(START), "no button that can't succeed", within=AT_ONCE)
    finally:
        headroom.user("unmask", "headroomd.service")
    until(lambda: said(START) == [SHELL, PAGE], "it can be started again", within=AT_ONCE)
