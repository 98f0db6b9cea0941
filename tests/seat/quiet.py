# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The cost of a running process: wake-ups, processor time and memory; and the processor time of a
unit."""

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
PRIVATE = "Private_"  # how lines of smaps_rollup begin
_CHANGE = re.compile(r"^signal time=([\d.]+)(.*\n(?: .*\n)*)", re.MULTILINE)
CONFIG = Path.home() / ".config"
AT_REST_S = 10  # a session that does nothing at all for this long has settled


class Effort(NamedTuple):
    """What a process has done since it started."""

    switches: int  # context switches, voluntary or not, of all its threads: each wake-up is one
    cpu_ns: int  # of all threads that it ever had; a loop that is always busy needs no switch

    def since(self, before):
        return Effort(*(now - then for now, then in zip(self, before)))


NOTHING = Effort(0, 0)


def effort(pid):
    return Effort(switches(pid), time.clock_gettime_ns(_cpu_clock(pid)))


def _cpu_clock(pid):
    """The clock id as clock_getcpuclockid() computes it. It is exact to the nanosecond, where /proc
    counts in ticks, and reading it costs the process nothing."""
    cpuclock_sched = 2
    return (~pid << 3) | cpuclock_sched


def switches(pid):
    """Voluntary and involuntary context switches of all its threads. A thread that ends while it is
    read no longer counts; the processor time shows what it did."""
    total = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            for line in status.read_text(encoding="ascii").splitlines():
                if "ctxt_switches" in line:
                    total += int(line.split()[1])
    return total


def done_within(pid, seconds):
    """What the process does in that time, which is the length of the measurement."""
    before = effort(pid)
    time.sleep(seconds)
    return effort(pid).since(before)


def rests(pid, for_s=0.2):
    """Whether the process does nothing at all for that long."""
    return done_within(pid, for_s) == NOTHING


def end_what_would_end_by_itself():
    """Ends KIO's workers. They leave the bus minutes after their last use. The bus then sends
    NameOwnerChanged to all clients that follow any name, which costs the daemon two context
    switches."""

    def workers():
        return cgroups.pids_running("kioworker")

    for pid in workers():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    until(lambda: not workers(), "KIO's workers have ended")


def make_what_would_be_made():
    """Plasma's shell makes these directories some minutes after its start, for KUserFeedback, if
    they aren't there. The daemon watches the directory of its settings, and any new name there
    costs it a context switch."""
    for name in ("KDE", "kde.org"):
        (CONFIG / name).mkdir(parents=True, exist_ok=True)


def changed_since(moment):
    """The names beside the daemon's settings that another program has made or changed."""
    names = []
    for each in CONFIG.iterdir():
        with contextlib.suppress(FileNotFoundError):  # a temporary one, which has been renamed
            if each.stat().st_ctime > moment:
                names.append(each.name)
    return sorted(names)


def once_settled(pid, count, seconds=MINUTE_S):
    """What the process does in each of so many stretches of that length, once the session has
    settled. None of them is tried again. It prints which names appeared on the bus or vanished
    meanwhile, and which files changed beside the daemon's settings, since they may explain a
    wake-up."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as heard:
        listening = subprocess.Popen(
            ["dbus-monitor", "--session", "member='NameOwnerChanged'"], stdout=heard
        )
        try:
            end_what_would_end_by_itself()
            make_what_would_be_made()
            until(lambda: rests(pid, AT_REST_S), "the session has settled", within=120)
            began = time.time()
            done = [done_within(pid, seconds) for _ in range(count)]
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
        f"and changed beside the settings: {changed_since(began)}",
    )
    return done


def pressure():
    """Pressure of the machine. If the machine is busy with something else, that wakes the daemon,
    as it should."""
    files = (Path(f"/proc/pressure/{what}") for what in ("cpu", "memory", "io"))
    return {file.name: file.read_text(encoding="ascii").splitlines()[0] for file in files}


def memory_kib(pid):
    """Private memory of the process."""
    return rolled_up(Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii"), PRIVATE)


def own_memory_kib(pid):
    """Memory that the process has written. Pages of files that nobody else maps at the moment are
    private, too, so private memory depends on which other programs run."""
    return rolled_up(Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii"), "Anonymous:")


def inotify_watches(pid):
    """Each keeps an inode in the kernel, even of a cgroup that is gone. A descriptor that is closed
    while this reads watches nothing any more."""
    watches = 0
    for info in Path(f"/proc/{pid}/fdinfo").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            watches += info.read_text(encoding="ascii").count("inotify wd")
    return watches


def settled_inotify_watches(pid):
    """Once it has been the same for a second. The daemon drops the watches of what has ended in a
    thread of its own, which no event tells, so what an earlier test has closed may still count."""
    watches, since = inotify_watches(pid), time.monotonic()

    def is_settled():
        nonlocal watches, since
        now = inotify_watches(pid)
        if now != watches:
            watches, since = now, time.monotonic()
        return time.monotonic() - since >= 1

    until(is_settled, "the daemon's watches have settled")
    return watches


def settled_memory_kib(pid):
    """The least in some seconds. The daemon returns free memory five seconds after a large
    answer."""
    end = time.monotonic() + 8
    least = own_memory_kib(pid)
    while time.monotonic() < end:
        time.sleep(0.5)
        least = min(least, own_memory_kib(pid))
    return least


def rolled_up(rollup, name):
    """KiB, by the text of a process's smaps_rollup."""
    return sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith(name))


def used_us(unit):
    """Processor time of all processes in a user unit."""
    return loads.used_us((cgroups.directory(unit) / "cpu.stat").read_text(encoding="ascii"))
