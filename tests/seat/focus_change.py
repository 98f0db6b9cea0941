# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A compositor's own word that something else has the focus."""

import time
from typing import NamedTuple

from seat.main_loop import next_until
from seat.waiting import SLOWNESS, Waited


class FocusChange(NamedTuple):
    """Monotonic, in seconds."""

    made: float  # by the compositor's own clock, where it tells
    heard: float  # by a client that does nothing about it, as Headroom hears it


def awaited(look, what, within=10):
    """What `look()` finds, as soon as there is something: Headroom may have been told before us."""
    end = time.monotonic() + within * SLOWNESS
    while True:
        found = look()
        if found is not None:
            return found
        if not next_until(end):
            raise Waited(f"nobody tells that {what}")


def first(seen, who, since, what):
    """The first one since then that has come there. `seen`: (where to, FocusChange), in their order."""
    return awaited(
        lambda: next((change for to, change in seen if to == who and change.made >= since), None),
        what,
    )
