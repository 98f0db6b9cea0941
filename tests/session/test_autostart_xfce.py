# desktop: xfce
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Logins to Xfce, whose session manager runs XDG autostart and starts no target of systemd. Each
login has exactly one daemon, which sees the windows."""

import os

import pytest

from seat import headroom, login

XFCE = {"DISPLAY": ":5", "XDG_SESSION_TYPE": "tty", "XDG_CURRENT_DESKTOP": "XFCE"}


@pytest.fixture(scope="module", autouse=True)
def no_session(no_start_limit):
    with login.logged_out("headroom-lab-xfce.target"):
        headroom.user("start", "headroom-lab-screen.service")
        yield


@pytest.fixture(autouse=True)
def running_daemon():
    """Overrides the fixture that waits for the daemon, which a login has to start here."""
    headroom.user("stop", "headroom-autostart.target", "headroomd.service")


def test_one_daemon_at_each_login():
    login.each_login_has_one_daemon("x11", "xfce4-session", **XFCE)


def test_two_programs_that_run_autostart_start_one_daemon():
    with login.logged_in("xfce4-session", **XFCE):
        login.only_daemon("x11")
        os.environ["DISPLAY"] = XFCE["DISPLAY"]
        login.autostart_again()
        login.only_daemon("x11")


def test_a_user_who_has_switched_it_off_has_none():
    headroom.user("mask", "headroomd.service")
    try:
        with login.logged_in("xfce4-session", **XFCE):
            login.until(
                lambda: login.is_active("headroom-autostart.target"), "autostart has run", within=60
            )
            assert not login.daemons()
    finally:
        headroom.user("unmask", "headroomd.service")


def test_nothing_is_done_where_systemd_has_started_it():
    headroom.user("start", "headroom-lab-xfce.target")
    try:
        headroom.wait_for_daemon()
        before = login.daemons()
        login.autostart_again()
        assert login.daemons() == before == [headroom.daemon_pid()]
        assert not login.is_active("headroom-autostart.target")
        assert (
            "starts at login, with graphical-session.target"
            in headroom.ctl("doctor", check=False).stdout
        )
    finally:
        headroom.user("stop", "headroom-lab-xfce.target")
        headroom.user("start", "headroom-lab-screen.service")
