# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether kills of the daemon were undone in time."""

from seat.waiting import SLOWNESS

WITHIN = 1.0  # seconds until all apps run again
LATE = 0.01  # the share of the kills that may take longer, and only for a reason
_TIMES = 3  # what systemd alone takes; our sweep is its start of a command, and some work


def controls_beside(done, number):
    """What systemd alone took right before this kill and right after it, if that is known: to
    notice that a process has ended, and to start the next one. A control comes after its kill."""
    known = [(kill.number, kill.control_ms) for kill in done if kill.control_ms]
    before = [ms for at, ms in known if at < number]
    after = [ms for at, ms in known if at >= number]
    return [*before[-1:], *after[:1]]


def limit_ms(done, number):
    """Of one kill. Where systemd alone took longer at that moment, so may the sweep that it starts.
    A slow moment excuses only what happened beside it."""
    beside = [_TIMES * ms for ms in controls_beside(done, number)]
    return max([WITHIN * SLOWNESS * 1000, *beside])


def are_in_time(done):
    """Asserts it. At least half of the kills had something to undo; otherwise the test proves
    little."""
    late = [kill for kill in done if kill.runs_ms > limit_ms(done, kill.number)]
    assert not late, f"not undone in time: {late}"
    if SLOWNESS == 1:  # an emulated processor is no measure of seconds
        late = [kill for kill in done if kill.runs_ms > WITHIN * 1000]
        assert len(late) <= max(1, LATE * len(done)), f"more than a few took longer: {late}"
    assert sum(kill.traces != (0, 0, 0) for kill in done) >= len(done) / 2
