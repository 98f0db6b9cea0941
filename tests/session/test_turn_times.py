# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""Nothing blocks the daemon's main loop: neither what never answers, nor large numbers. The daemon
times its callbacks itself, and a check after each test compares them with the limit."""

import contextlib
import itertools
import os
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, turns
from seat.many_units import ManyUnits, start_and_end
from seat.waiting import SLOWNESS, until

FEW, MANY, IDLE = 40, 300, 4000
A_SECOND, REACHED = 500, 200  # starts of apps: what is wanted, and the least that counts
# checked after each test here, whatever delayed a callback (conftest.py)
LONGEST_CALLBACK_MS = turns.LIMIT_MS
KWRITE, KONSOLE = "org.kde.kwrite", "org.kde.konsole"


@pytest.fixture(autouse=True, scope="module")
def times_itself():
    assert turns.of(headroom.daemon_pid()).path.exists(), "this daemon doesn't time its callbacks"


@contextlib.contextmanager
def asked_for_the_status():
    """Another thread requests the status again and again. Yields the time of each request in ms."""
    took, over = [], threading.Event()

    def ask():
        while not over.is_set():
            began = time.monotonic()
            headroom.ctl("status")
            took.append((time.monotonic() - began) * 1000)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield took
    finally:
        over.set()
        asking.join()


def freeze_and_thaw(unit, times):
    """Each of these is logged to the journal, too."""
    for _ in range(times):
        headroom.ctl("freeze", KWRITE)
        until(lambda: cgroups.is_frozen(unit), "KWrite is frozen")
        headroom.ctl("thaw", KWRITE)
        until(lambda: not cgroups.is_frozen(unit), "KWrite is thawed")


def journald():
    """The pid of journald."""
    for pid in cgroups.all_pids():
        with contextlib.suppress(OSError):  # it has just ended
            if (
                Path(f"/proc/{pid}/comm").read_text(encoding="utf-8") == "systemd-journal\n"
            ):  # the kernel keeps fifteen characters
                return pid
    raise AssertionError("there is no journald")


def fill(queue):
    """Fills the queue until it accepts no message from any sender. A single sender reaches its own
    limit before that."""
    for sender in itertools.count():
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
            other.setblocking(False)
            for number in itertools.count():
                try:
                    other.sendto(f"MESSAGE={number} of sender {sender}\n".encode(), queue)
                except BlockingIOError:
                    break
        if number == 0:
            return


@contextlib.contextmanager
def journald_stopped():
    """journald, stopped. The shell that continues it runs from the start, since a new sudo would
    wait for the journal, too."""
    command = f"kill -STOP {journald()} && echo && read _; kill -CONT {journald()}"
    with subprocess.Popen(
        ["sudo", "sh", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as stopping:
        assert stopping.stdout.readline(), "journald could not be stopped"
        fill("/run/systemd/journal/socket")
        yield
        stopping.stdin.close()


def test_while_journald_is_stopped(kwrite, konsole):
    with journald_stopped():
        freeze_and_thaw(kwrite, 20)


@contextlib.contextmanager
def disk_saturated():
    """Two programs write, and wait until the data is on the host's disk. The session's own files
    elsewhere stay in memory."""
    place = Path(os.environ["HEADROOM_LAB_OUT"])
    command = (
        'while :; do dd if=/dev/zero of="$0" bs=1M count=64 conv=notrunc,fsync status=none; done'
    )
    files = [place / f"saturates-the-disk-{number}" for number in range(2)]
    writers = [
        subprocess.Popen(["sh", "-c", command, str(file)], start_new_session=True) for file in files
    ]
    try:
        until(
            lambda: all(file.exists() and file.stat().st_size >= 64 << 20 for file in files),
            "both write",
            60,
        )
        yield
    finally:
        for writer in writers:
            os.killpg(writer.pid, 9)
            writer.wait()
        for file in files:
            file.unlink()


def test_while_the_disk_is_saturated(kwrite, konsole):
    with disk_saturated():
        freeze_and_thaw(kwrite, 5)
        began = time.monotonic()
        for number in itertools.count():  # apps start from files that may have to be read first
            apps.own_unit("org.example.Starts", number, "true")
            if time.monotonic() - began > 5:
                break


def test_while_apps_start_by_the_hundred(kwrite, konsole):
    """Each has a process that lives for half a second. 500 a second are wanted. A container with
    two processors has reached 244 and 301."""
    rate = start_and_end(4 * A_SECOND, A_SECOND)
    print(f"{rate:.0f} starts a second")
    assert rate >= REACHED / SLOWNESS, "too few start at once to show anything"
    assert headroom.status()["focused"] == KONSOLE


def test_while_systemd_starts_what_it_can(kwrite, konsole):
    began = time.monotonic()
    running = [
        subprocess.Popen(
            [
                "systemd-run",
                "--user",
                "--quiet",
                "--collect",
                f"--unit=app-org.example.Burst{number}-{number}",
                "true",
            ]
        )
        for number in range(100)
    ]
    for each in running:
        assert each.wait(120) == 0
    print(f"{len(running) / (time.monotonic() - began):.0f} starts a second")


@pytest.mark.parametrize(
    "number, program",
    [(FEW, "sleep"), (MANY, "sleep"), (IDLE, "")],
    ids=["few apps", "many apps", "idle units"],
)
def test_while_the_status_is_asked_for_all_the_time(kwrite, konsole, number, program):
    with ManyUnits(number, program):
        until(lambda: len(headroom.status()["apps"]) >= number, "they are known", 60)
        print("while they came:")
        turns.none_is_longer_than(turns.LIMIT_MS)
        with asked_for_the_status() as took:
            freeze_and_thaw(kwrite, 5)
            until(lambda: len(took) >= 5, "several status requests are answered", 60)
        print(f"{number} units: a status takes {min(took):.0f} to {max(took):.0f} ms")
