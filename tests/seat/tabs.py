# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tabs of terminals: their shells, what is typed into them, and the jobs that run there."""

import contextlib
import os
import statistics
import subprocess
import time
from pathlib import Path

from seat import cgroups, headroom
from seat.waiting import until

# Only root may insert input into a terminal that isn't its own (TIOCSTI).
_TYPE = """import fcntl, os, sys, termios
tty = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
for key in sys.argv[2].encode():
    fcntl.ioctl(tty, termios.TIOCSTI, bytes([key]))"""

_LEFT = 10  # seconds, the default of Freeze/UnfocusedSeconds


def were_left_long_ago():
    """Waits until tabs are no longer exempt as recently in front. No event reports the end of that
    time for a terminal's tabs."""
    time.sleep(_LEFT)


def compared(before, while_frozen):
    """The answers of one tab, before another one is frozen and while it is, usual and slowest."""
    frozen, free = (
        f"{statistics.median(each):.0f} ms, at most {max(each):.0f} ms,"
        for each in (while_frozen, before)
    )
    return f"within {frozen} while one was frozen, and within {free} before"


def answers_as_before(before, while_frozen):
    """Whether the tab answers as soon as it did, usually: of the slowest answers, each may have met
    something else that ran."""
    return statistics.median(while_frozen) < max(100, 2 * statistics.median(before))


class Tab:
    """A tab, identified by its shell. `scratch`: a directory for the output of its shell."""

    def __init__(self, shell, scratch):
        self.shell = shell
        self.cgroup = cgroups.ROOT / cgroups.cgroup_of(shell).lstrip("/")
        self.terminal_file = os.readlink(f"/proc/{shell}/fd/0")
        self._words = Path(scratch) / f"words-{shell}"
        self._said = 0

    def types(self, keys):
        subprocess.run(
            ["sudo", "python3", "-B", "-c", _TYPE, self.terminal_file, keys], check=True, timeout=60
        )

    def answers_ms(self, within=15):
        """Types a command and waits for its effect. Returns the time from the last key to the
        effect."""
        self._said += 1
        word = f"word {self._said}"
        self.types(f"echo {word} >{self._words}")
        begins = time.time_ns()
        self.types("\n")
        until(
            lambda: self._words.exists()
            and self._words.read_text(encoding="utf-8").strip() == word,
            f"the shell {self.shell} answers",
            within,
        )
        return (self._words.stat().st_mtime_ns - begins) / 1e6

    def job(self):
        """The process group in its foreground; None: the shell's own."""
        group = _stat(self.shell)[5]
        return None if group == self.shell else group

    def is_frozen(self):
        return "frozen 1" in (self.cgroup / "cgroup.events").read_text(encoding="ascii")

    def starts(self, command):
        """Starts a job in the foreground. Returns the process that leads it."""
        self.types(command + "\n")
        return until(self.job, f"{command} runs in the foreground")


def _stat(pid):
    """The fields from the state on; numbers as numbers."""
    rest = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return [rest[0], *map(int, rest[1:])]


def state_of(pid):
    with contextlib.suppress(OSError):
        return _stat(pid)[0]
    return None


def shells_of(terminal):
    """Processes named bash that a process with this id has started in a terminal."""
    found = []
    for pid in cgroups.pids_running("bash"):
        with contextlib.suppress(OSError):
            if _stat(pid)[1] == terminal and _stat(pid)[4] != 0:
                found.append(pid)
    return found


def is_frozen_alone(tab, app):
    """Freezes the tab on request, with its job, while all else keeps running."""
    until(lambda: headroom.ctl("freeze", app, check=False).returncode == 0, "the tab is known")
    until(tab.is_frozen, "the tab is frozen", 2)
    assert cgroups.frozen_units() == [tab.cgroup.name]


def job_control_works(tab, job):
    """Stops the foreground job, continues it in the background, takes it back, and ends it."""
    tab.types("\x1a")
    until(lambda: state_of(job) == "T" and tab.job() is None, "Ctrl+Z stops it")
    tab.types("bg\n")
    until(lambda: state_of(job) in ("R", "S") and tab.job() is None, "bg continues it")
    tab.types("fg\n")
    until(lambda: tab.job() == job, "fg brings it to the foreground")
    tab.types("\x03")
    until(lambda: state_of(job) in (None, "Z") and tab.job() is None, "Ctrl+C ends it")
    tab.answers_ms()
