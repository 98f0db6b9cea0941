# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The costs of the daemon at scale: 4,000 idle cgroups against 40, and 300 live applications
against 60, within one run.

The installed daemon runs on a bus and a cgroup tree of its own (tests/bus). So the figures contain
the work of Headroom and its system calls, but not the desktop, and not the cgroups of the machine.
They don't contain the kernel's time to sum up memory.stat.

CPU time is measured, except for the start, for which it is elapsed time. So other programs on the
machine have little influence.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "bus"), str(ROOT / "tests")]
os.environ.setdefault("HEADROOMD", shutil.which("headroomd") or "/usr/libexec/headroom/headroomd")

from cgroup_tree import MANAGER, CgroupTree  # noqa: E402
from fake_kwin import FakeKwin, normal_window  # noqa: E402
from fake_systemd import FakeSystemd  # noqa: E402
from headroomd import Headroomd  # noqa: E402
from private_bus import private_bus, until  # noqa: E402
from seat import quiet  # noqa: E402
from short_of_memory import Figures, memory_stat  # noqa: E402

FEW_IDLE, MANY_IDLE = 40, 4000
FEW_LIVE, MANY_LIVE = 60, 300
FOCUS_CHANGES = 200
ALERT_S = 6
HELD = 64 << 20
FILES = {
    "memory.current": f"{HELD}\n",
    "memory.swap.current": "0\n",
    "memory.stat": memory_stat(HELD),
    "cpu.stat": "usage_usec 1000\n",
    "io.stat": "8:0 rbytes=4096 wbytes=0 rios=1 wios=0 dbytes=0 dios=0\n",
}


def unit(tree, name):
    made = tree.unit(f"app.slice/{name}")
    for file, text in FILES.items():
        made.write(file, text)
    return made


class FiguresOfSlice(Figures):
    """A slice whose memory is the sum of its units, as in the kernel."""

    def __init__(self, tree, grows):
        self.slice = tree.root / MANAGER / "app.slice"
        for file, text in FILES.items():
            (self.slice / file).write_text(text, encoding="ascii")
        super().__init__(tree, grows)

    def _write(self, name, text):
        super()._write(name, text)
        if name == "memory.stat":
            with open(self.slice / name, "r+", encoding="ascii") as file:
                file.write(memory_stat(HELD + self._held))


class Place:
    """Idle cgroups, live applications, and a daemon that manages them."""

    def __init__(self, held, idle, live):
        self.tree = CgroupTree()
        held.callback(self.tree.remove)
        address = held.enter_context(private_bus())
        systemd = held.enter_context(FakeSystemd(address))
        systemd.tree = self.tree
        self.kwin = held.enter_context(FakeKwin(address))
        self.idle = [
            unit(self.tree, f"app-org.example.Idle{number}-1.scope") for number in range(idle)
        ]
        self.windows = [self._live(held, number) for number in range(live)]
        self.figures = FiguresOfSlice(self.tree, unit(self.tree, "app-org.example.Hog-1.scope"))
        home = Path(held.enter_context(tempfile.TemporaryDirectory()))
        began = time.monotonic()
        self.daemon = Headroomd(self.tree, address, home)
        held.callback(self.daemon.close)
        self.daemon.await_ready()
        self.start_ms = (time.monotonic() - began) * 1000
        self.kwin.await_call("isScriptLoaded")
        self.kwin.snapshot(*self.windows, focus=self.windows[0])
        self.rest()

    def _live(self, held, number):
        app = f"org.example.App{number}"
        process = subprocess.Popen(["sleep", "infinity"])
        held.callback(process.wait)
        held.callback(process.kill)
        self.tree.show(process.pid, unit(self.tree, f"app-{app}-1.scope"), "sleep")
        return normal_window(process.pid, app, f"{{{number}}}") | {"hidden": number > 1}

    @property
    def pid(self):
        return self.daemon.process.pid

    def rest(self):
        until(lambda: quiet.rests(self.pid, 1), "it rests")

    def cpu_us(self):
        """The CPU time of all its threads, also of ended ones: see clock_getcpuclockid(3)."""
        return time.clock_gettime_ns((~self.pid << 3) | 2) / 1000

    def per_focus_change_us(self):
        before = self.cpu_us()
        for number in range(FOCUS_CHANGES):
            self.kwin.focus(self.windows[(number + 1) % 2])
        return (self.cpu_us() - before) / FOCUS_CHANGES

    def per_look_us(self):
        """The cost of a sample while one application grows and everything stalls a little for it.

        There are ten samples a second: 1,000 us are 1 % of a CPU.
        """
        before = self.cpu_us()
        with self.figures as figures:
            figures.grow()
            # Writes to plain files cause no wake-up, but an application that starts does.
            unit(self.tree, "app-org.example.Starting-1.scope")
            time.sleep(ALERT_S)  # the time that is measured
            descriptors = self.descriptors()
        self.daemon.await_log("looked at pressure ")  # logged when it stops sampling
        looks = int(re.search(r"looked at pressure (\d+) times", self.daemon.log)[1])
        return (self.cpu_us() - before) / looks, descriptors

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def memory_kib(self):
        return quiet.memory_kib(self.pid)

    def after_many_came_and_went(self):
        """The memory and the descriptors that remain after many cgroups came and went."""
        self.rest()
        memory, descriptors = self.memory_kib(), self.descriptors()
        come = [
            unit(self.tree, f"app-org.example.Passing{number}-1.scope")
            for number in range(MANY_IDLE)
        ]
        until(lambda: self.descriptors() >= descriptors + len(come), "all of them are seen")
        self.rest()
        at_peak = self.memory_kib()
        for each in come:
            each.disappears()
        until(lambda: self.descriptors() <= descriptors, "all of them are seen to be gone")
        time.sleep(10)  # the daemon returns memory after a quiet while
        self.rest()
        return {
            "before_kib": memory,
            "peak_kib": at_peak,
            "left_kib": self.memory_kib() - memory,
            "left_descriptors": self.descriptors() - descriptors,
        }


def measured(idle, live, and_then=None):
    with contextlib.ExitStack() as held:
        place = Place(held, idle, live)
        document = {
            "idle": idle,
            "live": live,
            "start_ms": place.start_ms,
            "memory_kib": place.memory_kib(),
            "descriptors": place.descriptors(),
            "focus_us": place.per_focus_change_us(),
        }
        if and_then:
            document |= and_then(place)
        document["look_us"], document["descriptors_in_alert"] = place.per_look_us()
        return {
            name: round(value, 2) if isinstance(value, float) else value
            for name, value in document.items()
        }


def ratios(of, to):
    return {
        name: round(of[name] / to[name], 2)
        for name in ("start_ms", "memory_kib", "descriptors", "focus_us", "look_us")
    }


if __name__ == "__main__":
    few = measured(FEW_IDLE, FEW_LIVE, Place.after_many_came_and_went)
    rows = [few, measured(MANY_IDLE, FEW_LIVE), measured(FEW_IDLE, MANY_LIVE)]
    print(
        json.dumps(
            {
                "figures": rows,
                "4,000 idle against 40": ratios(rows[1], few),
                "300 live against 60": ratios(rows[2], few),
            }
        )
    )
