# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Waiting for what tells nobody that it happened."""

import time
from pathlib import Path


def _slowness():
    """An emulated machine takes its time. This is patience for what must come; what has to be fast is measured, not waited for."""
    try:
        vendor = Path("/sys/class/dmi/id/sys_vendor").read_text(encoding="ascii")
    except OSError:
        return 1
    return 4 if "QEMU" in vendor else 1


SLOWNESS = _slowness()


class Waited(AssertionError):
    pass


def until(look, what, within=15.0):
    """Look again and again until it gives something true; that is returned. What was waited for may
    be a call: it is made in the end, and says what is there instead."""
    within *= SLOWNESS
    end = time.monotonic() + within
    while True:
        seen = look()
        if seen:
            return seen
        if time.monotonic() > end:
            said = what() if callable(what) else what
            raise Waited(f"after {within:g} s still not so: {said}")
        time.sleep(0.02)
