# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Waiting for what tells nobody that it happened."""

import time


class Waited(AssertionError):
    pass


def until(look, what, within=15.0):
    """Look again and again until it gives something true; that is returned."""
    end = time.monotonic() + within
    while True:
        seen = look()
        if seen:
            return seen
        if time.monotonic() > end:
            raise Waited(f"after {within:g} s still not so: {what}")
        time.sleep(0.02)
