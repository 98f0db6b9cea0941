# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Waits for changes that no event reports."""

import time
from pathlib import Path


def _slowness():
    """A factor for timeouts, since an emulated machine is slow. Timeouts are for what must happen
    at some time; what must be fast is measured instead."""
    try:
        vendor = Path("/sys/class/dmi/id/sys_vendor").read_text(encoding="ascii")
    except OSError:
        return 1
    return 4 if "QEMU" in vendor else 1


SLOWNESS = _slowness()


class Waited(AssertionError):
    pass


def until(look, what, within=15.0):
    """Calls `look` until it returns something true, and returns that. `what` may be a callable: it
    is called at the end, and describes the actual state.

    The last look begins after the end. One that began before may have missed a change in time, as
    some of them take seconds."""
    within *= SLOWNESS
    end = time.monotonic() + within
    while True:
        began = time.monotonic()
        seen = look()
        if seen:
            return seen
        if began > end:
            said = what() if callable(what) else what
            raise Waited(f"after {within:g} s still not true: {said}")
        time.sleep(0.02)
