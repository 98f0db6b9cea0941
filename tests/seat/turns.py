# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How long the daemon's callbacks have kept its main loop. The daemon measures that itself
(daemon/turn_times.h)."""

import os
import struct
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from gi.repository import Gio, GLib

from seat.almost_slowest import almost_slowest

LIMIT_MS = 20
# The limits in all tests, whatever else the machine does. A callback that computes is at work, and
# only its own code makes it long. One that sleeps may wait for others: the kernel's lock on all
# cgroups delayed a write to cgroup.freeze for 48 ms once in 41,696 writes, and the disk of a
# virtual machine may delay any page. What blocks takes longer. test_turn_times.py asserts the limit
# itself.
AT_WORK_MS = 60
WHATEVER_RUNS_MS = 200
_LAYOUT = struct.Struct("=QQQQQ24Q64s")
_PAUSE_S = 0.05  # between two empty calls: each test makes hundreds


@dataclass
class Turns:
    """The times of one daemon."""

    longest_ms: float  # a callback, running or asleep
    at_work_ms: float  # the part of that in which it ran
    excused_ms: float  # on top of that: it was runnable, and other processes had the processor
    longest_round_ms: float  # all callbacks that one poll has led to
    over_limit: int  # the number of callbacks over the limit
    rounds: tuple[int, ...]  # by length: number i counts those below 2^i µs
    longest: str  # the source of the longest callback

    def __str__(self):
        asleep_ms = max(self.longest_ms - self.at_work_ms, 0)
        return (
            f"{self.longest_ms:.1f} ms ({self.longest}; at work {self.at_work_ms:.1f}, asleep "
            f"{asleep_ms:.1f}, and "
            f"{self.excused_ms:.1f} without a processor), all at once "
            f"{self.longest_round_ms:.1f} ms, "
            f"in {sum(self.rounds)} rounds"
        )


class File:
    """The file that a daemon writes. There is none if it doesn't time its callbacks
    (HEADROOM_TIME_TURNS). It stays after the daemon's end."""

    def __init__(self, path):
        self.path = Path(path)

    @property
    def pid(self):
        return int(self.path.suffix[1:])

    def read(self):
        longest, at_work, excused, longest_round, over, *rounds, name = _LAYOUT.unpack(
            self.path.read_bytes().ljust(_LAYOUT.size, b"\0")
        )  # it may just have been created
        return Turns(
            longest / 1000,
            at_work / 1000,
            excused / 1000,
            longest_round / 1000,
            over,
            tuple(rounds),
            name.split(b"\0")[0].decode(),
        )

    def begin_anew(self):
        if Path(f"/proc/{self.pid}").exists():
            with self.path.open("r+b") as file:
                file.write(bytes(_LAYOUT.size))
        else:
            self.path.unlink()


def of(pid, runtime_dir=None):
    return File(Path(runtime_dir or os.environ["XDG_RUNTIME_DIR"]) / f"headroom/turns.{pid}")


def of_all():
    """Of each daemon that ran since the last call of too_long() or forget()."""
    return [File(path) for path in Path(os.environ["XDG_RUNTIME_DIR"], "headroom").glob("turns.*")]


def too_long(limit_ms, at_work_ms=None):
    """The daemons with a longer callback since they started, or since the last call. `at_work_ms`:
    the limit for the part in which it ran, if that is lower. Prints all times."""
    found = []
    for file in of_all():
        try:
            seen = file.read()
            file.begin_anew()
        except FileNotFoundError:
            continue  # after the logout, the directory is removed
        print(f"the loop of process {file.pid} was kept for {seen}")
        if seen.longest_ms > limit_ms or seen.at_work_ms > (at_work_ms or limit_ms):
            found.append(f"process {file.pid}: {seen}")
    return found


def forget():
    """Drops all times so far."""
    for file in of_all():
        file.begin_anew()


def _said_of_it():
    """The daemon's last log messages about it, with the calls that it was in."""
    return subprocess.run(
        [
            "journalctl",
            "--user",
            "--unit=headroomd",
            "--grep=kept the loop",
            "--output=cat",
            "--lines=5",
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    ).stdout


def none_is_longer_than(limit_ms, at_work_ms=None):
    """See too_long()."""
    found = too_long(limit_ms, at_work_ms)
    limits = f"{limit_ms:.0f} ms" + (f", or {at_work_ms} ms at work" if at_work_ms else "")
    assert (
        not found
    ), f"a callback kept the daemon's loop for more than {limits}: {found}\n{_said_of_it()}"


class EmptyCalls:
    """Calls the daemon all the time, without effect. The thread that reads its connection answers,
    whatever its main loop does. So this measures how long it takes at the moment to get a processor
    twice."""

    def __init__(self):
        self._took_ms = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._call, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()
        print(
            f"99 % of {len(self._took_ms)} empty calls took at most {self.usual_ms():.1f} ms, and "
            f"the slowest {max(self._took_ms):.1f} ms"
        )

    def usual_ms(self):
        """What 99 % of the calls don't exceed."""
        return almost_slowest(self._took_ms)

    def _call(self):
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        while not self._over.wait(_PAUSE_S):
            began = time.monotonic()
            try:
                bus.call_sync(
                    "org.headroomd.Headroom1",
                    "/org/headroomd/Headroom1",
                    "org.freedesktop.DBus.Peer",
                    "Ping",
                    None,
                    None,
                    Gio.DBusCallFlags.NO_AUTO_START,
                    10_000,
                    None,
                )
            except GLib.Error:
                continue  # it isn't running at the moment
            self._took_ms.append((time.monotonic() - began) * 1000)
