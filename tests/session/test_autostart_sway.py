# desktop: sway
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Logins to sway as Debian configures it. It runs no XDG autostart, but it reads our file in
/etc/sway/config.d."""

import pytest

from seat import headroom, login

SWAY = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}


@pytest.fixture(scope="module", autouse=True)
def no_session(no_start_limit):
    with login.logged_out("headroom-lab-sway.target"):
        yield


@pytest.fixture(autouse=True)
def running_daemon():
    """Overrides the fixture that waits for the daemon, which a login has to start here."""
    headroom.user("stop", "headroom-autostart.target", "headroomd.service")


def test_one_daemon_at_each_login():
    login.each_login_has_one_daemon("sway", "sway", **SWAY)
