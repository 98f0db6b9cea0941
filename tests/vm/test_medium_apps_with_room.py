# memory: 6144
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The apps of test_medium_apps.py on a machine with enough memory for all of them."""

from seat import headroom, machine
from seat.medium import MEASURED, ended, frozen, stalled, started

COUNT = 12


def test_nobody_is_stopped_where_there_is_enough_memory():
    apps = started(COUNT)
    try:
        stall, acts, killed = stalled(apps, with_headroom=True)
        print(f"stalled {stall:.1f} of {MEASURED} s; {machine.memory()}; {headroom.told(acts)}")
    finally:
        ended(apps)
    assert not frozen(acts)
    assert not killed
