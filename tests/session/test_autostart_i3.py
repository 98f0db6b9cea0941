# desktop: x11
# packages: appstream-util desktop-file-utils dex i3-wm makepkg pacman-package-manager rpm rpmlint
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Logins to i3 as Debian configures it: it has dex run XDG autostart."""

import pytest

from seat import headroom, login

I3 = {"DISPLAY": ":5", "XDG_SESSION_TYPE": "tty", "XDG_CURRENT_DESKTOP": "i3"}


@pytest.fixture(scope="module", autouse=True)
def no_session(no_start_limit):
    with login.logged_out("headroom-lab-x11.target"):
        headroom.user("start", "headroom-lab-screen.service")
        yield


@pytest.fixture(autouse=True)
def running_daemon():
    """Overrides the fixture that waits for the daemon, which a login has to start here."""
    headroom.user("stop", "headroom-autostart.target", "headroomd.service")


def test_one_daemon_at_each_login():
    login.each_login_has_one_daemon("x11", "i3", **I3)
