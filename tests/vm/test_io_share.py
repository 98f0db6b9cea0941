# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""The focused app gets a larger share of a contended disk. Our drop-in delegates I/O weights to
user sessions, and io.cost applies them. The disk of an emulated machine is as fast as its
processor, so io.cost gets the model of a slow disk."""

import errno
import json
import os
import re
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, kwin, machine
from seat.io_delegation import delegate_io
from seat.loads import python
from seat.waiting import until

MIB_A_SECOND = 8
FILE_MIB = 32
# Bypasses every cache (O_DIRECT): 64 KiB at a random place of the file.
READ = f"""
import mmap, os, random, sys
fd = os.open(sys.argv[1], os.O_RDONLY | os.O_DIRECT)
room = mmap.mmap(-1, 65536)
while True:
    os.preadv(fd, [room], random.randrange({FILE_MIB * 16}) << 16)
"""


def disk():
    """The whole disk below /var/tmp, by the number that io.cost uses."""
    device = os.stat("/var/tmp").st_dev
    return f"{os.major(device)}:{os.minor(device)}"


@pytest.fixture(scope="module")
def delegated():
    delegate_io()


@pytest.fixture
def slow_disk(delegated):
    rate = MIB_A_SECOND << 20
    cost = (
        f"{disk()} ctrl=user model=linear rbps={rate} rseqiops=2000 rrandiops=2000 "
        f"wbps={rate} wseqiops=2000 wrandiops=2000"
    )
    goal = f"{disk()} enable=1 ctrl=user rpct=0 wpct=0 min=100 max=100"
    yield lambda: (
        machine.root("sh", "-c", f"echo '{cost}' >/sys/fs/cgroup/io.cost.model"),
        machine.root("sh", "-c", f"echo '{goal}' >/sys/fs/cgroup/io.cost.qos"),
    )
    machine.root("sh", "-c", f"echo '{disk()} enable=0' >/sys/fs/cgroup/io.cost.qos")


class Reader:
    """An editor, and in the same unit a program that reads without pause."""

    def __init__(self, app_id):
        self.app_id = app_id
        self._file = Path(f"/var/tmp/{uuid.uuid4().hex}")
        self._file.write_bytes(os.urandom(FILE_MIB << 20))
        os.sync()
        self.unit = apps.own_unit(
            app_id,
            uuid.uuid4().hex,
            "sh",
            "-c",
            '"$@" & exec kwrite',
            "sh",
            *python(READ, str(self._file)),
        )

    def come_up(self):
        headroom.wait_for_app(
            self.app_id, lambda entry: entry["windows"] > 0, "its window is up", within=240
        )
        pids = cgroups.pids_in(cgroups.directory(self.unit))
        self.pid = next(pid for pid in pids if pid in cgroups.pids_running("kwrite"))
        self._reader = next(
            pid for pid in pids if pid in cgroups.pids_running(Path(sys.executable).resolve().name)
        )

    def read(self):
        return int(
            re.search(
                r"^read_bytes: (\d+)",
                Path(f"/proc/{self._reader}/io").read_text(encoding="ascii"),
                re.MULTILINE,
            )[1]
        )

    def io_weight(self):
        """systemd disables the controller where no unit has a weight, also between the opening of
        the file and the reading (ENODEV)."""
        try:
            return (
                (cgroups.directory(self.unit) / "io.weight").read_text(encoding="ascii").split()[1]
            )
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENODEV):
                raise
            return "100"

    def stop(self):
        apps.kill(self.unit)
        self._file.unlink()


@pytest.fixture
def pair(slow_disk):
    headroom.user("restart", "headroomd.service")
    headroom.wait_for_daemon()
    one, other = Reader("org.example.ReaderOne"), Reader("org.example.ReaderOther")
    for each in (one, other):
        each.come_up()
    slow_disk()
    headroom.user("restart", "headroomd.service")  # it detects capabilities only when it starts
    headroom.wait_for_daemon()
    yield one, other
    one.stop()
    other.stop()


def share(one, other, seconds=20):
    """The share that `one` has of all that both read in some seconds."""
    before = one.read(), other.read()
    time.sleep(seconds)  # the length of the measurement
    read = one.read() - before[0], other.read() - before[1]
    print(f"{read[0] / seconds / 2**20:.1f} and {read[1] / seconds / 2**20:.1f} MiB a second")
    return read[0] / sum(read)


def focus(app, unboosted):
    kwin.activate_pid(app.pid)
    headroom.in_front(app.app_id, within=60)
    until(lambda: app.io_weight() == "500", f"{app.unit} is boosted", within=30)
    until(
        lambda: unboosted.io_weight() == "100", f"{unboosted.unit} is no longer boosted", within=30
    )


def what_doctor_measures():
    done = subprocess.run(
        ["headroomctl", "doctor", "--measure-io", "--json"],
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "XDG_CACHE_HOME": "/var/tmp"},
    )
    measured = json.loads(done.stdout)["measured"]["io"]
    print(f"doctor: {measured}")
    return measured


def test_doctor_measures_what_weights_give(slow_disk):
    without = what_doctor_measures()
    slow_disk()
    with_cost = what_doctor_measures()
    assert 40 <= without["share"] <= 60 and without["works"] is False
    assert with_cost["works"] is True
    assert abs(with_cost["share"] - with_cost["expected"]) <= 5


def test_share_of_one_disk(pair):
    one, other = pair
    assert headroom.status()["capabilities"]["io-weight"]["available"]
    shares = {}
    focus(one, other)
    shares["one in front"] = share(one, other)
    shares["doctor's"] = what_doctor_measures()["share"] / 100
    focus(other, one)
    shares["other in front"] = share(other, one)
    headroom.user("stop", "headroomd.service")
    until(lambda: other.io_weight() == "100", "the weights are restored", within=30)
    shares["after Headroom was stopped"] = share(one, other)
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()

    for name, value in shares.items():
        print(f"{name}: {value:.1%}")
    assert shares["one in front"] >= 0.7
    assert abs(shares["doctor's"] - shares["one in front"]) <= 0.05
    assert shares["other in front"] >= 0.7
    assert 0.4 <= shares["after Headroom was stopped"] <= 0.6
