# packages: e2fsprogs
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""BFQ divides a disk as Headroom wants, by `headroomctl doctor --measure-io`. The disk of an
emulated machine is as fast as its CPU, so the kernel makes one that takes 4 ms for each request."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from seat import headroom, machine
from seat.io_delegation import delegate_io

DISK = Path("/sys/block/nullb0")
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
