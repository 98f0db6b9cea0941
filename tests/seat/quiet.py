# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What running costs: wake-ups, processor time and memory of a process, processor time of a unit."""

import contextlib
import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from seat import cgroups, loads
from seat.waiting import until

MINUTE_S = 60
_CHANGE = re.compile(r"^signal time=([\d.]+)(.*\n(?: .*\n)*)", re.MULTILINE)
AT_REST_S = 10  # so long without anything at all, and a session has come to rest


class Effort(NamedTuple):
    """What a process has done since it began."""

    switches: int  # of context, wanted or not, of all threads that it has: each wake-up is one
    cpu_ns: int  # of all threads that it ever had; a loop that is always busy needs no switch

    def since(self, before):
        return Effort(*(now - then for now, then in zip(self, before)))


NOTHING = Effort(0, 0)


def effort(pid):
    return Effort(switches(pid), time.clock_gettime_ns(_cpu_clock(pid)))


def _cpu_clock(pid):
    """As clock_getcpuclockid() makes it: exact to the nanosecond, where /proc counts in ticks, and
    reading it costs the process nothing."""
    cpuclock_sched = 2
    return (~pid << 3) | cpuclock_sched


def switches(pid):
    """Voluntary and involuntary context switches of all its threads."""
    total = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        for line in status.read_text(encoding="ascii").splitlines():
            if "ctxt_switches" in line:
                total += int(line.split()[1])
    return total


def done_within(pid, seconds):
    """What it does in that time, which is the length of the measurement."""
    before = effort(pid)
    time.sleep(seconds)
    return effort(pid).since(before)


def rests(pid, for_s=0.2):
    """Whether it does nothing at all for that long, in which nothing is to be done."""
    return done_within(pid, for_s) == NOTHING


def end_what_would_end_by_itself():
    """KIO's workers leave the bus minutes after they were last used, and the bus tells of whoever
    leaves all who want to know of any name: two context switches of the daemon."""

    def workers():
        return cgroups.pids_running("kioworker")

    for pid in workers():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    until(lambda: not workers(), "they have ended")


def minutes(pid, count):
    """What it does in each of so many minutes, once the session around it has come to rest. Who came
    to the bus meanwhile, and who left it, is printed: it would be an answer to why."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as heard:
        listening = subprocess.Popen(
            ["dbus-monitor", "--session", "member='NameOwnerChanged'"], stdout=heard
        )
        try:
            end_what_would_end_by_itself()
            until(lambda: rests(pid, AT_REST_S), "the session has come to rest", within=120)
            began = time.time()
            done = [done_within(pid, MINUTE_S) for _ in range(count)]
        finally:
            listening.kill()
            listening.wait()
        heard.seek(0)
        changes = [
            (float(at), re.findall('string "(.*)"', rest))
            for at, rest in _CHANGE.findall(heard.read())
        ]
    print(
        f"{done}; the bus told meanwhile of",
        [(round(at - began, 2), names) for at, names in changes if at > began],
    )
    return done


def first_quiet_minute(pid, within_s=300):
    """The first one in which it does nothing, else the last one. A single wake-up of its main thread,
    of which the bus has told nothing, comes now and then."""
    end_what_would_end_by_itself()
    end = time.monotonic() + within_s
    while (done := done_within(pid, MINUTE_S)) != NOTHING and time.monotonic() < end:
        print(f"{done} in a minute")
    return done


def pressure():
    """Of the machine: one that is busy with something else wakes the daemon, as it should."""
    files = (Path(f"/proc/pressure/{what}") for what in ("cpu", "memory", "io"))
    return {file.name: file.read_text(encoding="ascii").splitlines()[0] for file in files}


def memory_kib(pid):
    """That is its own alone."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Private_"))


def used_us(unit):
    """Processor time of all that is in a user unit."""
    return loads.used_us((cgroups.directory(unit) / "cpu.stat").read_text(encoding="ascii"))
