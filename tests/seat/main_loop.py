# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Waiting for what comes by itself, in the default main context."""

import time

from gi.repository import GLib


def next_until(end):
    """Sleeps until something has come and takes it in; False: the time is over. Nothing is looked at now and then, or the times of what comes would be
    those of the looks."""
    left = end - time.monotonic()
    if left <= 0:
        return False
    rings = GLib.timeout_source_new(int(left * 1000) + 1)
    rings.set_callback(lambda *_: GLib.SOURCE_REMOVE)
    rings.attach(None)
    GLib.MainContext.default().iteration(True)
    rings.destroy()
    return True
