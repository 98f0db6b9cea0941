# packages: systemd-oomd
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A large app is paused for a minute while systemd-oomd, configured as in Fedora, kills something
below app.slice. The app survives, unlike one that was frozen without Headroom's mark.

In a cgroup whose pressure stays too high, systemd-oomd kills what had most pages scanned. So the
kernel scans the app during that minute, as it does when memory is short. The pressure comes from
another unit: the kernel delays it above its MemoryHigh=, and without swap finds little to scan.

HEADROOM_TEST_OOMD=3 runs fewer rounds."""

import itertools
import os
import re
import time
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, machine, unit_files
from seat.loads import BLOCK, python
from seat.oomd import FEDORA_APPS
from seat.waiting import until

ROUNDS = int(os.environ.get("HEADROOM_TEST_OOMD", "20"))
PAUSED_S = 60
APP, PRESSING = "org.example.Large", "org.example.Pressing"
NUMBERS = itertools.count(1)

LARGE = BLOCK + "import time\nheld = bytearray(block * 200)\ntime.sleep(100000)\n"
# Far above MemoryHigh=, where each delay is the longest possible one, it goes on growing.
GROWS = """
import signal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
held = [b"1" * (48 << 20)]
signal.sigwait([signal.SIGUSR1])
while True:
    held.append(b"1" * 65536)
"""


@pytest.fixture(autouse=True, scope="module")
def oomd():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    machine.swap_on_zram(512)
    headroom.ctl("set", f"App-{PRESSING}/Rule", "never")  # otherwise its growth gets it frozen
    with unit_files.written(FEDORA_APPS):
        machine.root("systemctl", "start", "systemd-oomd.service")
        until(lambda: "app.slice" in machine.root("oomctl"), "systemd-oomd monitors app.slice")
        yield
        machine.root("systemctl", "stop", "systemd-oomd.service")
    headroom.ctl("set", f"App-{PRESSING}/Rule", "--default")
    machine.no_swap()


def is_populated(path):
    try:
        return "populated 1" in (path / "cgroup.events").read_text(encoding="ascii")
    except OSError:
        return False


def memory(path):
    return int((path / "memory.current").read_text(encoding="ascii"))


class Round:
    """One minute with a large app that is frozen, and a unit that is always short of memory."""

    def __init__(self):
        self.number = next(NUMBERS)
        self.app_id = f"{APP}{self.number}"
        self.units = [apps.own_unit(self.app_id, "1", *python(LARGE))]
        self.large = cgroups.directory(self.units[0])
        until(
            lambda: memory(self.large) > 190 << 20,
            "it has its memory",
            within=60,
        )
        headroom.wait_for_app(self.app_id)
        self.pressing = None
        self.began = headroom.journal_cursor()

    def press(self):
        if self.pressing and is_populated(self.pressing):
            return
        unit = apps.own_unit(
            PRESSING,
            f"{self.number}-{len(self.units)}",
            *python(GROWS),
            properties=["MemorySwapMax=0"],
        )
        self.units.append(unit)
        self.pressing = until(lambda: cgroups.directory(unit), "it has begun")
        until(lambda: memory(self.pressing) > 48 << 20, "it has grown", within=60)
        headroom.user("set-property", "--runtime", unit, "MemoryHigh=4M")
        headroom.user("kill", "--signal=USR1", unit)

    def scan(self):
        """As the kernel does when memory is short. It scans at least 2 MiB, so that the app's
        memory lasts for the minute. An error: some of it could not be reclaimed."""
        try:
            (self.large / "memory.reclaim").write_text("512K", encoding="ascii")
        except OSError:
            pass

    def minute(self):
        """The units that systemd-oomd has killed in it. It ends with the app."""
        end = time.monotonic() + PAUSED_S
        while time.monotonic() < end and is_populated(self.large):
            self.press()
            self.scan()
            time.sleep(0.7)  # the rate of the scan: once at least in each second of systemd-oomd
        machine.root("journalctl", "--sync")
        said = machine.root(
            "journalctl",
            "--no-pager",
            "-o",
            "cat",
            "-u",
            "systemd-oomd",
            f"--after-cursor={self.began}",
        )
        return [Path(path).name for path in re.findall(r"^Killed (\S+) due to", said, re.MULTILINE)]

    def end(self):
        apps.kill(*self.units)  # also those that are frozen


def rounds(freeze):
    """For each round, whether systemd-oomd killed the app, and whether it killed anything."""
    seen = []
    for _ in range(ROUNDS):
        each = Round()
        freeze(each)
        killed = each.minute()
        each.end()
        print(f"killed: {killed}", flush=True)
        seen.append((each.units[0] in killed, bool(killed)))
    return seen


def test_a_paused_app_is_not_what_systemd_oomd_kills():
    seen = rounds(lambda each: headroom.ctl("freeze", each.app_id))
    of_app = sum(app for app, _ in seen)
    print(f"paused by Headroom: killed in {of_app} of {ROUNDS}")
    assert of_app == 0
    assert all(some for _, some in seen), "each time it had a reason to kill"


def test_without_the_mark_it_is_killed():
    """Otherwise the test above would show nothing."""
    seen = rounds(lambda each: (each.large / "cgroup.freeze").write_text("1", encoding="ascii"))
    of_app = sum(app for app, _ in seen)
    print(f"frozen without the mark: killed in {of_app} of {ROUNDS}")
    assert of_app > ROUNDS / 2
