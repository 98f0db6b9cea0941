# packages: e2fsprogs
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A reset in the middle of a shortage: the record on the disk names the app that caused it.

The record is on a file system of its own, on a loop device. What has reached that device at one
moment is what a reset at that moment leaves: what the kernel has not written yet is not in the
copy. HEADROOM_TEST_RESETS=2 makes it shorter."""

import itertools
import json
import os
import random
import time
from pathlib import Path

import pytest

from seat import headroom, machine
from seat.loads import Load
from seat.waiting import until

RESETS = int(os.environ.get("HEADROOM_TEST_RESETS", "10"))
NUMBERS = itertools.count(1)
FREE_MIB = 450
DISK, COPY = Path("/var/tmp/box.img"), Path("/var/tmp/copy.img")
STATE = Path.home() / ".local/state/headroom"
REMAINS = Path("/var/tmp/remains")
LOST_S = 2  # at most


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


@pytest.fixture(scope="module", autouse=True)
def place():
    """A machine with little free memory, whose record is on a disk of its own."""
    headroom.user("stop", "headroomd.service")
    machine.root("truncate", "--size=32M", str(DISK))
    machine.root("mkfs.ext4", "-q", str(DISK))
    STATE.mkdir(parents=True, exist_ok=True)
    machine.root("mount", "-o", "loop", str(DISK), str(STATE))
    machine.root("chown", f"{os.getuid()}:{os.getgid()}", str(STATE))
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    with machine.only_free(FREE_MIB):
        machine.swap_on_zram(512)
        yield
        machine.no_swap()
    headroom.user("stop", "headroomd.service")
    machine.root("umount", str(STATE))
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()


@pytest.fixture
def hog():
    until(lambda: headroom.status()["level"] == "calm", "it is calm", within=90)
    load = Load("hog", next(NUMBERS))
    yield load
    load.stop()


@pytest.mark.parametrize("reset", range(RESETS))
def test_a_reset_leaves_the_name(reset, hog):
    until(lambda: headroom.status()["level"] != "calm", "memory is short", within=90)
    time.sleep(random.uniform(1, 6))  # the moment of the reset
    at = time.time()
    machine.root("cp", "--sparse=never", str(DISK), str(COPY))
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
