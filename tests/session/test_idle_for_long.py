# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Quiet costs nothing for any length of time: every timer would fire within these minutes."""

from seat import headroom, quiet

MINUTES = 5


def test_no_wake_up_in_each_of_five_minutes(kwrite, konsole):
    done = quiet.once_settled(headroom.daemon_pid(), MINUTES)
    print(quiet.pressure())
    assert done == MINUTES * [quiet.NOTHING]
