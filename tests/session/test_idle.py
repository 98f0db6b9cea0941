# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Quiet costs nothing. test_idle_for_long.py checks five minutes."""

from seat import headroom, quiet


def test_no_wake_up_in_a_quiet_minute(kwrite, konsole):
    pid = headroom.daemon_pid()
    done = quiet.first_quiet_minute(pid)
    memory = quiet.memory_kib(pid)
    print(f"{done} in a minute, {memory} KiB private memory")
    print(quiet.pressure())
    assert done == quiet.NOTHING
    assert memory <= 8 * 1024
