# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""Root's side chooses BFQ for the disks that it suits. For others, administrators find in docs/ how
systemd's udev enables io.cost. What both do with weights is in test_bfq.py and test_io_share.py."""

import re
from pathlib import Path

import pytest

from seat import machine
from seat.waiting import until

RULES = Path("/usr/share/headroom/root-side/61-headroom-disks.rules")
IN_FORCE = Path("/etc/udev/rules.d") / RULES.name
FOR_ADMINISTRATORS = Path(__file__).resolve().parents[2] / "docs/administrators.md"
MODELS = Path("/etc/udev/hwdb.d/70-iocost.hwdb")
GOALS_IN_FORCE = Path("/sys/fs/cgroup/io.cost.qos")
MODELS_IN_FORCE = Path("/sys/fs/cgroup/io.cost.model")


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


@pytest.fixture(name="model")
def model_for_administrators(disk, tmp_path):
    """The file that docs/ has administrators write, for this disk."""
    (text,) = re.findall(
        r"^```\n(block:.*?)^```", FOR_ADMINISTRATORS.read_text(encoding="utf-8"), re.M | re.S
    )
    kind = (disk / "device/model").read_text(encoding="ascii").strip()
    written = tmp_path / MODELS.name
    written.write_text(text.replace("MODEL:", f"{kind}:"), encoding="ascii")
    machine.root("install", "-D", "-m", "644", written, MODELS)
    machine.root("systemd-hwdb", "update")
    yield text
    machine.root("rm", MODELS)
    machine.root("systemd-hwdb", "update")


def line_of(disk, file):
    """What a file of io.cost says of the disk."""
    number = (disk / "dev").read_text(encoding="ascii").strip()
    lines = file.read_text(encoding="ascii").splitlines()
    return next((line for line in lines if line.split()[0] == number), "")


def test_udev_enables_io_cost_for_a_disk_with_a_model(disk, model):
    assert "enable=1" not in line_of(disk, GOALS_IN_FORCE)
    machine.root("udevadm", "trigger", "--action=change", "--settle", f"/dev/{disk.name}")
    until(lambda: "enable=1" in line_of(disk, GOALS_IN_FORCE), "io.cost is enabled")
    in_force = line_of(disk, MODELS_IN_FORCE).split()
    print(" ".join(in_force), "|", line_of(disk, GOALS_IN_FORCE))
    wanted = re.search(r"IOCOST_MODEL_MINE=(.*)", model)[1].split()
    assert {"ctrl=user", *wanted} <= set(in_force)


@pytest.mark.parametrize("rotates, wanted", [(0, False), (1, True)], ids=["rotates not", "rotates"])
def test_a_rotating_disk_gets_bfq_when_it_appears(disk, rotates, wanted):
    """The kernel's disk says that it does not rotate, so the disk appears once more."""
    machine.root("sh", "-c", f"echo {rotates} >{disk}/queue/rotational")
    machine.root("udevadm", "trigger", "--action=add", "--settle", disk)
    print(scheduler_of(disk))
    assert (scheduler_of(disk) == "bfq") == wanted
