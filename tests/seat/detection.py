# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The time from a shortage of memory to what Headroom does about it. The shortage begins when the
kernel reports it: root may set up a trigger that fires within 50 ms of the first 20 ms of stall. A
negative time means that Headroom acted before anything stalled."""

import signal
import subprocess
import sys
import time

from seat import cgroups, headroom, machine
from seat.loads import Load
from seat.waiting import until

_OBSERVER = """
import mmap, os, select, sys, time, ctypes
ctypes.CDLL(None).mlockall(3)
fd = os.open('/proc/pressure/memory', os.O_RDWR)
os.write(fd, b'some 20000 500000\\0')
poll = select.poll()
poll.register(fd, select.POLLPRI)
while True:
    poll.poll()
    print(time.monotonic(), flush=True)
"""


class Observer:
    """Records when the kernel reports stalls to root."""

    def __init__(self):
        self._process = subprocess.Popen(
            ["sudo", "choom", "-n", "-1000", "--", sys.executable, "-c", _OBSERVER],
            stdout=subprocess.PIPE,
            text=True,
        )

    def stop(self):
        machine.root("pkill", "-f", "pressure/memory", check=False)
        return [float(line) for line in self._process.communicate(timeout=60)[0].split()]


def one(number, from_quiet):
    """Returns when a hog began and when Headroom acted on it, by the monotonic clock."""
    cursor = headroom.journal_cursor()
    hog = Load("sleeper" if from_quiet else "hog", number)
    try:
        if from_quiet:
            until(lambda: headroom.status()["level"] == "calm", "it is calm", within=60)
            time.sleep(8)  # twice as long as Headroom keeps sampling
            for pid in cgroups.pids_in(hog.path):
                subprocess.run(["kill", f"-{signal.SIGUSR1.value}", str(pid)], check=True)
        began = time.monotonic()
        until(hog.is_halted, "the hog is frozen, or the kernel has killed it", within=60)
        fate = hog.fate()
        acts = {
            act["HEADROOM_ACTION"]: act["at"]
            for act in reversed(headroom.acts(cursor))
            if act["HEADROOM_APP"] == hog.app_id
        }
    finally:
        hog.stop()
    return {
        "began": began,
        "fate": fate,
        "warned": acts.get("warn"),
        "frozen": acts.get("freeze"),
        "ended": time.monotonic(),
    }


def after_short(run, stalls, what):
    """Seconds from the first stall of a run to an act.

    None if there was no act, or no stall before the end of the run.
    """
    short = next((at for at in stalls if run["began"] <= at <= run["ended"]), None)
    return round(run[what] - short, 3) if run[what] is not None and short is not None else None


def distribution(values):
    known = sorted(value for value in values if value is not None)
    if not known:
        return {"count": 0, "unknown": len(values)}

    def at(part):
        return known[min(len(known) - 1, int(part * len(known)))]

    return {
        "count": len(known),
        "unknown": len(values) - len(known),
        "p50_s": at(0.5),
        "p90_s": at(0.9),
        "p99_s": at(0.99),
        "worst_s": known[-1],
        "all": known,
    }
