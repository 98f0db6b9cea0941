# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Quiet costs nothing. This is measured once, without a second try. test_idle_for_long.py checks
five minutes, each night."""

from seat import headroom, quiet

QUIET_S = 20


def test_no_wake_up_while_nothing_happens(kwrite, konsole):
    pid = headroom.daemon_pid()
    (done,) = quiet.once_settled(pid, 1, QUIET_S)
    memory = quiet.memory_kib(pid)
    print(f"{done} in {QUIET_S} s, {memory} KiB private memory")
    print(quiet.pressure())
    assert done == quiet.NOTHING
    assert memory <= 8 * 1024
