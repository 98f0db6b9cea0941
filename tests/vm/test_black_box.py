# packages: e2fsprogs
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A reset in the middle of a hang: the record on the disk names the app that caused it.

Nothing is paused, so the shortage becomes a hang. The machine itself is not reset: the lab's has
its disk in memory, and ends with a reset. The record is on a file system of its own, on a loop
device. What has reached that device at one moment is what a reset at that moment leaves: what the
kernel has not written yet is not in the copy. HEADROOM_TEST_RESETS=2 makes it shorter."""

import itertools
import json
import os
import random
import re
import subprocess
import time
from pathlib import Path

import pytest

from seat import headroom, machine
from seat.loads import Load
from seat.waiting import SLOWNESS, until

RESETS = int(os.environ.get("HEADROOM_TEST_RESETS", "10"))
NUMBERS = itertools.count(1)
FREE_MIB = 450
# In a file system whose pages are never reclaimed: a hang must not delay the disk or the copy.
KEPT = Path("/var/tmp/kept")
DISK, COPY = KEPT / "box.img", KEPT / "copy.img"
DISK_MIB = 32
STATE = Path.home() / ".local/state/headroom"
REMAINS = Path("/var/tmp/remains")
LOST_S = 2  # at most
HANGS_PERCENT = 10  # of ten seconds: one second without any progress
COPIER = """
import ctypes, mmap, os, sys, time
disk, copy = (os.open(path, os.O_RDWR) for path in sys.argv[1:])
block = mmap.mmap(-1, 1 << 20)
def copied():
    for at in range(0, os.fstat(disk).st_size, len(block)):
        os.preadv(disk, [block], at)
        os.pwrite(copy, block, at)
    return time.time()
copied()
assert ctypes.CDLL(None).mlockall(3) == 0
print(flush=True)
for _ in sys.stdin:
    print(copied(), flush=True)
"""


class Copier:
    """Copies the disk whenever that is wanted. It is in memory as a whole before the hang, in which
    a new program would take seconds to begin."""

    def __enter__(self):
        self._process = subprocess.Popen(
            ["sudo", "choom", "-n", "-1000", "--", "python3", "-c", COPIER, DISK, COPY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout.readline() == "\n", "the disk can't be copied"
        return self

    def copy(self):
        """Returns when the copy was complete: it has nothing later."""
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def __exit__(self, *_):
        self._process.communicate(timeout=60 * SLOWNESS)


def record_of(reset):
    """What `headroomctl history --last-boot` finds after a reset. Another boot has another id,
    under which the copy is read."""
    machine.root("mkdir", "-p", str(REMAINS / "headroom"))
    machine.root("mount", "-o", "loop", str(COPY), str(REMAINS / "headroom"))
    try:
        boot = Path("/var/tmp/boot_id")
        boot.write_text(f"00000000-0000-4000-8000-{reset:012}\n", encoding="ascii")
        command = (
            f"mount --bind {boot} /proc/sys/kernel/random/boot_id && exec setpriv"
            f" --reuid={os.getuid()} --regid={os.getgid()} --clear-groups env"
            f" XDG_STATE_HOME={REMAINS} headroomctl history --last-boot --json"
        )
        return json.loads(machine.root("unshare", "--mount", "sh", "-c", command))
    finally:
        machine.root("umount", str(REMAINS / "headroom"))


def hangs():
    """Whether no program got anything done for a good part of the last seconds. To find out, none
    is started: that takes long then."""
    said = Path("/proc/pressure/memory").read_text(encoding="ascii")
    return float(re.search(r"full avg10=([\d.]+)", said)[1]) >= HANGS_PERCENT


@pytest.fixture(scope="module")
def disk():
    """The record is on a disk of its own. Yields what copies it."""
    headroom.user("stop", "headroomd.service")
    KEPT.mkdir(exist_ok=True)
    machine.root("mount", "-t", "ramfs", "ramfs", str(KEPT))
    for file in (DISK, COPY):
        zeros = ("if=/dev/zero", f"of={file}", "bs=1M", f"count={DISK_MIB}", "status=none")
        machine.root("dd", *zeros)
    machine.root("mkfs.ext4", "-q", str(DISK))
    STATE.mkdir(parents=True, exist_ok=True)
    machine.root("mount", "-o", "loop", str(DISK), str(STATE))
    machine.root("chown", f"{os.getuid()}:{os.getgid()}", str(STATE))
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    with Copier() as copier:
        yield copier
    headroom.user("stop", "headroomd.service")
    machine.root("umount", str(STATE))
    machine.root("umount", "--lazy", str(KEPT))  # a loop device leaves its file a moment later
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()


@pytest.fixture(scope="module", autouse=True)
def small_machine(disk):
    """It has little free memory, and nothing ends a shortage but the kernel."""
    headroom.ctl("set", "Pressure/Response", "warn")
    with machine.only_free(FREE_MIB):
        machine.swap_on_zram(512)
        yield
        machine.no_swap()
    headroom.ctl("set", "Pressure/Response", "--default")


@pytest.fixture
def hog():
    calm = "it is calm, and the kernel's mean no longer shows the hang before"
    until(lambda: headroom.status()["level"] == "calm" and not hangs(), calm, within=90)
    load = Load("hog", next(NUMBERS))
    yield load
    load.stop()


@pytest.mark.parametrize("reset", range(RESETS))
def test_a_reset_leaves_the_name(reset, disk, hog):
    until(hangs, "the machine hangs", within=90)
    time.sleep(random.uniform(0, 4))  # the moment of the reset
    at = disk.copy()
    assert not hog.is_halted(), "the hang was over before the reset"
    hog.stop()
    found = record_of(reset)
    print(f"{at - found['time_us'] / 1e6:.2f} s lost:", found["culprit"], found["most"][:2])
    assert found["outcome"] == "in-a-shortage"
    named = [found["culprit"]["app"]] if found["culprit"] else []
    named += [each["app"] for each in found["most"][:1]]
    assert hog.app_id in named
    assert at - found["time_us"] / 1e6 <= LOST_S


def test_quiet_writes_nothing():
    until(lambda: headroom.status()["level"] == "calm", "it is calm", within=90)
    box = STATE / "black-box"
    until(lambda: _is_closed(box), "the record is closed")
    before = box.stat().st_mtime_ns
    time.sleep(10)  # the time in which nothing may be written
    assert box.stat().st_mtime_ns == before


def _is_closed(box):
    slots = box.read_bytes()
    lines = [slots[at : at + 1024] for at in range(0, len(slots), 1024)]
    last = max(
        (line for line in lines if b"\nnumber=" in line),
        key=lambda line: int(line.split(b"\nnumber=")[1].split(b"\n")[0]),
    )
    return b"\ncloses=1\n" in last
