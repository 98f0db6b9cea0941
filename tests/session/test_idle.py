# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Quiet costs nothing."""

import time

from seat import headroom, quiet

QUIET_S = 60


def test_no_wake_up_in_a_quiet_minute(kwrite, konsole):
    pid = headroom.daemon_pid()
    deadline = time.monotonic() + 300
    while True:  # the session itself has to come to rest first; the measured minute is what counts
        before = quiet.switches(pid)
        time.sleep(QUIET_S)
        woken = quiet.switches(pid) - before
        if woken == 0 or time.monotonic() > deadline:
            break
    memory = quiet.memory_kib(pid)
    print(f"{woken} context switches in {QUIET_S} s, {memory} KiB private memory")
    assert woken == 0
    assert memory <= 8 * 1024
