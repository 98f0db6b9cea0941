# packages: e2fsprogs
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""BFQ divides a disk as Headroom wants, by `headroomctl doctor --measure-io`. The disk of an
emulated machine is as fast as its CPU, so the kernel makes one that takes 4 ms for each request.
And root's side chooses BFQ for the disks that it suits."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from seat import headroom, machine
from seat.io_delegation import delegate_io
from seat.waiting import until

DISK = Path("/sys/block/nullb0")
RULES = Path("/usr/share/headroom/root-side/61-headroom-disks.rules")
IN_FORCE = Path("/etc/udev/rules.d") / RULES.name
PLACE = "/var/tmp/slow"


def use(scheduler):
    machine.root("sh", "-c", f"echo {scheduler} >{DISK}/queue/scheduler")
    headroom.user("restart", "headroomd.service")  # it detects capabilities only when it starts
    headroom.wait_for_daemon()


@pytest.fixture(scope="module", autouse=True)
def slow_disk():
    delegate_io()
    machine.root(
        "modprobe",
        "null_blk",
        *("nr_devices=1", "gb=1", "memory_backed=1", "queue_mode=2", "submit_queues=1"),
        *("hw_queue_depth=1", "irqmode=2", "completion_nsec=4000000"),
    )
    machine.root("modprobe", "bfq")
    machine.root("mkfs.ext4", "-q", "-O", "^has_journal", "/dev/nullb0")
    machine.root("mkdir", "-p", PLACE)
    machine.root("mount", "/dev/nullb0", PLACE)
    machine.root("chown", str(os.getuid()), PLACE)
    yield
    use("none")
    machine.root("umount", PLACE)
    machine.root("modprobe", "-r", "null_blk")


def share():
    """What the foreground app would get of that disk, in percent."""
    done = subprocess.run(
        ["headroomctl", "doctor", "--measure-io", "--json"],
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "XDG_CACHE_HOME": PLACE},
    )
    measured = json.loads(done.stdout)["measured"]["io"]
    print(measured)
    return measured["share"]


def test_bfq_gives_what_the_weight_stands_for():
    use("bfq")
    assert headroom.status()["capabilities"]["io-weight"]["available"]
    assert share() >= 70


def test_no_scheduler_gives_an_equal_share():
    use("none")
    assert 40 <= share() <= 60


@pytest.fixture(name="disk")
def scsi_disk():
    """A disk of the kernel's own, with root's rules in force."""
    known = set(Path("/sys/block").glob("sd*"))
    machine.root("install", "-D", "-m", "644", RULES, IN_FORCE)
    machine.root("udevadm", "control", "--reload")
    machine.root("modprobe", "scsi_debug", "dev_size_mb=16")
    (made,) = until(lambda: set(Path("/sys/block").glob("sd*")) - known, "there is a disk")
    yield made
    machine.root("rm", IN_FORCE)
    machine.root("udevadm", "control", "--reload")
    machine.root("modprobe", "-r", "scsi_debug")


def scheduler_of(disk):
    """The scheduler in use."""
    listed = (disk / "queue/scheduler").read_text(encoding="ascii").split()
    return next(name for name in listed if name.startswith("["))[1:-1]


@pytest.mark.parametrize("rotates, wanted", [(0, False), (1, True)], ids=["rotates not", "rotates"])
def test_a_rotating_disk_gets_bfq_when_it_appears(disk, rotates, wanted):
    """The kernel's disk says that it does not rotate, so the disk appears once more."""
    machine.root("sh", "-c", f"echo {rotates} >{disk}/queue/rotational")
    machine.root("udevadm", "trigger", "--action=add", "--settle", disk)
    print(scheduler_of(disk))
    assert (scheduler_of(disk) == "bfq") == wanted
