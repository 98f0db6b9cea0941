# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Waits for events in the default main context."""

import time

from gi.repository import GLib


def next_until(end):
    """Sleeps until an event has come, and processes it; False: the time is over. It never polls,
    since the times of events would then be the times of the polls."""
    left = end - time.monotonic()
    if left <= 0:
        return False
    rings = GLib.timeout_source_new(int(left * 1000) + 1)
    rings.set_callback(lambda *_: GLib.SOURCE_REMOVE)
    rings.attach(None)
    GLib.MainContext.default().iteration(True)
    rings.destroy()
    return True
