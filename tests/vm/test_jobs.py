# memory: 3072
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A build of 24 jobs of 300 MiB where 1,400 MiB are free, sixteen at a time. With `headroomctl
jobs` it sheds jobs: the foreground app goes on, nothing is frozen or killed, and the build takes as
long as with the best number of jobs, which is not known beforehand."""

from seat import headroom, machine
from seat.building import build

FREE_MIB = 1400
FIXED = (2, 3, 4)  # two processors; five jobs don't fit
LEAST_STALL_S = 3  # what is shorter is noise, as in bench/stall.py


def test_a_build_sheds_jobs():
    try:
        with machine.only_free(FREE_MIB):
            plain = build("plain -j16", 16, with_headroom=False)
            fixed = [build(f"fixed -j{number}", number) for number in FIXED]
            shed = build("headroomctl jobs", 0)
    finally:
        headroom.user("start", "headroomd.service")
        headroom.wait_for_daemon()
    for each in (plain, *fixed, shed):
        print(each)
    is_harmed = plain.stall >= LEAST_STALL_S or plain.killed or plain.seconds is None
    assert is_harmed, "sixteen jobs at a time do no harm here, so shedding jobs shows nothing"
    assert shed.is_whole and not shed.frozen
    assert shed.stall <= plain.stall / 5
    whole = [each.seconds for each in fixed if each.is_whole]
    assert whole, "no fixed number of jobs fits"
    assert shed.seconds <= 1.1 * min(whole)
