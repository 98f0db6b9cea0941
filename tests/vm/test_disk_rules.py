# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Root's side chooses BFQ for the disks that it suits. What BFQ does with weights is in
test_bfq.py."""

from pathlib import Path

import pytest

from seat import machine
from seat.waiting import until

RULES = Path("/usr/share/headroom/root-side/61-headroom-disks.rules")
IN_FORCE = Path("/etc/udev/rules.d") / RULES.name


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
