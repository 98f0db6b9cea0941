# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
# memory: 2048
"""What gentle reclaim costs when the user returns to an app: the time from the change of focus to
the first frame, by KWin's clock. Kate is minimised. headroomctl measures once what it needs. Before
each return after that, the rest is pushed out again, as gentle reclaim would do it over minutes."""

import contextlib
import json
import os
import statistics
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, kwin, machine
from seat.busy import Busy
from seat.first_frame import turn_on_kwin
from seat.waiting import SLOWNESS, until

RETURNS = int(os.environ.get("HEADROOM_TEST_RETURNS", "20"))
APP = "org.example.Kate"
LATER_S = 0.15 * SLOWNESS  # at most, by the 95 % quantiles
SWAP_MIB = 512
DISK_BYTES_S = 30 << 20
AT_ONCE = 1.0  # a thaw before everything: the app is not frozen
# Has the kernel read a process's swapped pages, once a line arrives. argv: pid.
PREFETCH = """
import ctypes, os, sys
PROCESS_MADVISE, WILLNEED, MOST = 440, 3, 1024

class Range(ctypes.Structure):
    _fields_ = [("begin", ctypes.c_void_p), ("bytes", ctypes.c_size_t)]

libc, pid = ctypes.CDLL(None), int(sys.argv[1])
fd, ranges = os.pidfd_open(pid), []
with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as maps:
    for line in maps:
        begin, end = (int(each, 16) for each in line.split()[0].split("-"))
        if line.split()[1].startswith("rw") and end < 1 << 63:
            ranges.append(Range(begin, end - begin))
print("ready", flush=True)
sys.stdin.readline()
for first in range(0, len(ranges), MOST):
    some = ranges[first:first + MOST]
    libc.syscall(PROCESS_MADVISE, fd, (Range * len(some))(*some), len(some), WILLNEED, 0)
"""


@pytest.fixture(scope="module", autouse=True)
def daemon():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()


class Kate:
    """A minimised Kate, behind another window."""

    def __init__(self, other, directory):
        self._other = other
        # Large enough: gentle reclaim leaves an app alone that has little.
        document = Path(directory) / "large.txt"
        document.write_text("A line of a large document.\n" * 700_000, encoding="ascii")
        self.unit = apps.own_unit(APP, uuid.uuid4().hex, "kate", "--new", "--block", str(document))
        headroom.wait_for_app(
            APP, lambda entry: entry["windows"] > 0, "Kate's window is up", within=120
        )
        self.path = cgroups.directory(self.unit)
        self.pid = next(
            pid for pid in cgroups.pids_running("kate") if cgroups.unit_of(pid) == self.unit
        )
        self.window = kwin.ask(
            "return String(workspace.windowList().find("
            f"w => w.pid == {self.pid} && w.normalWindow).internalId);"
        )

    def leave(self):
        kwin.minimise_pid(self.pid)
        kwin.activate_pid(self._other.pid)
        headroom.in_front(self._other.app_id, within=60)

    def has(self):
        return int((self.path / "memory.current").read_text(encoding="ascii"))

    def push_out(self, left):
        """Until it has no more than LEFT, or the kernel finds no more to take."""
        if self.has() > left:
            with contextlib.suppress(BlockingIOError):
                (self.path / "memory.reclaim").write_text(str(self.has() - left), encoding="ascii")

    def in_swap(self):
        return int((self.path / "memory.swap.current").read_text(encoding="ascii"))


@pytest.fixture(name="kate")
def minimised_kate(tmp_path):
    other = Busy("org.example.Other", busy=False)
    made = Kate(other, tmp_path)
    yield made
    apps.kill(made.unit)
    other.stop()


def returned(kate, at_the_turn=lambda: None):
    """How long it takes until the first frame, in seconds."""

    def turned(_within):
        at_the_turn()
        return AT_ONCE

    turn = turn_on_kwin(kate.window, turned, within=60)
    headroom.in_front(APP, within=60)
    return turn.drew - turn.at


def with_all_its_memory(kate):
    kate.leave()
    machine.empty_swap()
    return returned(kate)


def pushed_out(kate, left):
    kate.leave()
    kate.push_out(left)
    assert kate.in_swap()
    return returned(kate)


def prefetched(kate, left):
    kate.leave()
    kate.push_out(left)
    with subprocess.Popen(
        ["sudo", sys.executable, "-c", PREFETCH, str(kate.pid)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as helper:
        assert helper.stdout.readline() == "ready\n"
        return returned(kate, helper.stdin.close)


def told(name, took):
    ordered = sorted(took)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(
        f"{name}: p50 {statistics.median(took) * 1000:.0f}, p95 {p95 * 1000:.0f}, worst "
        f"{ordered[-1] * 1000:.0f} ms of {len(took)}"
    )
    return p95


def what_it_needs(kate):
    kate.leave()
    done = subprocess.run(
        ["headroomctl", "measure", APP, "--json"],
        check=True,
        capture_output=True,
        text=True,
        timeout=3600,
    )
    need = json.loads(done.stdout)["needed_bytes"]
    print(f"it has {kate.has() >> 20} MiB, of which it needs {need >> 20}")
    return need


def test_from_zram(kate):
    machine.swap_on_zram(SWAP_MIB)
    try:
        left = what_it_needs(kate)
        usual, later = [], []
        for _ in range(RETURNS):
            usual.append(with_all_its_memory(kate))
            later.append(pushed_out(kate, left))
    finally:
        machine.no_swap()
    assert told("pushed out to zram", later) <= told("with all its memory", usual) + LATER_S


@pytest.fixture
def slow_disk():
    """Swap on a disk of which users have 30 MiB a second."""
    machine.swap_on_disk(SWAP_MIB)
    device = os.stat(machine.SWAP_FILE).st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    limit = "/sys/fs/cgroup/user.slice/io.max"
    machine.root("sh", "-c", f"echo '{number} rbps={DISK_BYTES_S}' >{limit}")
    yield
    machine.root("sh", "-c", f"echo '{number} rbps=max' >{limit}")
    machine.no_swap()


def test_from_a_slow_disk(kate, slow_disk):
    """Printed, with what it brings to read the memory ahead. That needs CAP_SYS_NICE, so only the
    part for root could do it."""
    left = what_it_needs(kate)
    usual, later, ahead = [], [], []
    for _ in range(RETURNS):
        usual.append(with_all_its_memory(kate))
        later.append(pushed_out(kate, left))
        ahead.append(prefetched(kate, left))
    told("with all its memory", usual)
    told("pushed out to the disk", later)
    told("the same, read ahead at the turn", ahead)
    until(lambda: headroom.status()["level"] == "calm", "the level is calm", within=60)
