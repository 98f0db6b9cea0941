# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The compositor's own report that another window has the focus."""

import time
from typing import NamedTuple

from seat.main_loop import next_until
from seat.waiting import SLOWNESS, Waited


class FocusChange(NamedTuple):
    """Monotonic, in seconds."""

    made: float  # by the compositor's own clock, where it reports that
    heard: float  # when a passive client received it, by the path that Headroom uses


def awaited(look, what, within=10):
    """What `look()` returns, as soon as it isn't None. Headroom may get the report before this
    process does."""
    end = time.monotonic() + within * SLOWNESS
    while True:
        found = look()
        if found is not None:
            return found
        if not next_until(end):
            raise Waited(f"no report that {what}")


def first(seen, who, since, what):
    """The first change since then that went there. `seen`: a list of (where to, FocusChange), in
    order."""
    return awaited(
        lambda: next((change for to, change in seen if to == who and change.made >= since), None),
        what,
    )
