# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the lab prints while it works: one line a step, with a count where there is one."""

import sys
import time

_QUIET_SECONDS = 15
_SHORT_SECONDS = 2


class Trouble(Exception):
    """An error for the user. The text is the whole message."""


def say(text):
    print(f"lab: {text}", file=sys.stderr, flush=True)


class Step:
    """One step. On a terminal its line is rewritten. Elsewhere it prints at most a line every
    _QUIET_SECONDS, so that logs stay short.

    A short step prints nothing: everything was in the cache. If two steps run side by side, the
    first one that has something to print has the line until it is done.
    """

    _has_the_line = None

    def __init__(self, title, out=sys.stderr):
        self._title = title
        self._out = out
        self._live = out.isatty()
        self._began = time.monotonic()
        self._said = None
        self._width = 0

    def note(self, text):
        now = time.monotonic()
        if now - self._began < _SHORT_SECONDS:
            return
        if self._said is not None and not self._live and now - self._said < _QUIET_SECONDS:
            return
        if Step._has_the_line not in (None, self):
            return
        Step._has_the_line = self
        self._said = now
        self._write(f"{self._title} … {text}")

    def done(self):
        seconds = time.monotonic() - self._began
        if self._said is not None or seconds >= _SHORT_SECONDS:
            self._write(f"{self._title}: done ({seconds:.0f} s)")
            self._end_line()
        self._leave_the_line()

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.done()
        else:
            self._write(
                f"{self._title}: {'failed' if issubclass(kind, Exception) else 'interrupted'}"
            )
            self._end_line()
            self._leave_the_line()

    def _leave_the_line(self):
        if Step._has_the_line is self:
            Step._has_the_line = None

    def _write(self, line):
        if self._live:
            blank = max(0, self._width - len(line))
            self._out.write(f"\r{line}{' ' * blank}")
            self._width = len(line)
        else:
            self._out.write(line + "\n")
        self._out.flush()

    def _end_line(self):
        if self._live:
            self._out.write("\n")
            self._out.flush()


class Steps:
    """Makes numbered steps: "[2/6] Plasma system"."""

    def __init__(self, total):
        self._total = total
        self._begun = 0

    def __call__(self, title):
        self._begun += 1
        return Step(f"[{self._begun}/{self._total}] {title}")
