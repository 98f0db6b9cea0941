# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A real shortage of memory with swap on zram, caused by one app. For the virtual machine."""

import contextlib

from seat import machine
from seat.loads import Load
from seat.waiting import until

FREE_MIB, ZRAM_MIB = 450, 512


@contextlib.contextmanager
def by_a_hog():
    """An app takes all memory until it is frozen, or the kernel has killed it. Yields its load."""
    with contextlib.ExitStack() as held:
        held.callback(machine.no_swap)
        held.enter_context(machine.only_free(FREE_MIB))
        machine.swap_on_zram(ZRAM_MIB)
        load = Load("hog", instance="autostart")
        held.callback(load.stop)
        until(load.is_halted, "the hog is frozen, or the kernel has killed it", within=90)
        yield load
