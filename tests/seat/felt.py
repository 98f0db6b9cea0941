# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the user of the foreground app would notice, from the frames of the probe. It needs no
session."""

from dataclasses import dataclass, replace

FRAME_MS = 1000 / 60


@dataclass(frozen=True)
class Frames:
    """One measurement of the probe."""

    seconds: float
    frames: int  # how many were drawn
    gaps: tuple[tuple[float, float], ...]  # from 40 ms on: (seconds after the beginning, ms)
    on_time: float  # the share of frames that came in time
    # How late a program was that needs nothing but a processor; None: it was not able to report it.
    recorder_ms: float | None = None
    locked: bool = True
    complete: bool = True  # False: it may have stalled before, too, and reported nothing

    @property
    def worst_ms(self):
        return max((gap for _, gap in self.gaps), default=0.0)

    def stall_seconds(self, threshold_ms):
        return sum((gap - FRAME_MS) / 1000 for _, gap in self.gaps if gap > threshold_ms)

    def until(self, end):
        """What happened until so many seconds after the beginning. A gap that lasts longer counts
        until then."""
        cut = tuple((at, min(gap, (end - at) * 1000)) for at, gap in self.gaps if at < end)
        return replace(self, seconds=end, gaps=cut)

    def dark_from(self, moment):
        """The same, if nothing more was on the screen from that moment on, to the end of the
        measurement: the app or the compositor has ended. That is the longest stall of all, and not
        a missing result."""
        left = max(self.seconds - moment, 0)
        return replace(
            self.until(moment),
            seconds=self.seconds,
            gaps=(*self.until(moment).gaps, (moment, left * 1000 + FRAME_MS)),
            on_time=min(self.on_time, moment / self.seconds),
        )


def nothing_reported(seconds):
    """Of a probe that was killed. Until then it may have drawn all its frames."""
    return Frames(seconds, 0, (), 1.0, complete=False)
