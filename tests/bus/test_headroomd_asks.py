# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An app that listens is asked to free memory before pressure freezes it."""

import os
import socket
import subprocess
import sys
import time

import pytest

from private_bus import until
from short_of_memory import Figures

KATE, HOG = "org.kde.kate", "org.example.Hog"
IN_TIME_US = 240_000  # it is due after 300 ms, and the next sample comes within 50
NOTED_LATE_US = 50_000
# It is due after 100 ms instead if it has not read the question by then.
READ_IN_TIME_US = 20_000
# Connects, and prints a line for each byte that it receives: when it read it, or 0.
LISTENS = """
import select, signal, socket, sys, time
with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(sys.argv[1])
    connection.sendall(b"some 200000 2000000")
    print("connected", flush=True)
    select.select([connection], [], [])
    if sys.argv[2] == "silent":
        print("asked", 0, flush=True)
        signal.pause()
    while connection.recv(1):
        print("asked", int(time.time() * 1e6), flush=True)
"""


def socket_of(headroomd):
    return os.path.join(headroomd.environment["XDG_RUNTIME_DIR"], "headroom", "memory-pressure")


@pytest.fixture
def listens(desk):
    """Starts a process of a unit that listens. It is in the table before it connects."""
    started = []

    def start(headroomd, unit, how="reads"):
        code = "import os, sys; os.read(0, 1); " + f"exec({LISTENS!r})"
        process = subprocess.Popen(
            [sys.executable, "-c", code, socket_of(headroomd), how],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        desk.tree.show(process.pid, unit, "hog")
        (desk.tree.proc / str(process.pid) / "fd").mkdir()
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "connected\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def await_question(process):
    """When the process has read it, in microseconds since the epoch."""
    what, when_us = process.stdout.readline().split()
    assert what == "asked"
    return int(when_us)


def runs_short(desk, figures):
    figures.grow()
    desk.tree.makes_the_daemon_sample()
    figures.stall()


def acts_on(headroomd, app):
    return [entry[1] for entry in headroomd.history() if entry[2] == app]


@pytest.mark.parametrize(("how", "due_us"), [("silent", 100_000), ("reads", 300_000)])
def test_one_that_frees_nothing_is_frozen_after_the_question(desk, hog, listens, how, due_us):
    _, front = desk.app(KATE)
    with Figures(desk.tree, hog) as figures:
        headroomd = desk.start(focus=front)
        until(lambda: HOG in headroomd.call("Measure")[0], "the app is known")
        process = listens(headroomd, hog, how)
        runs_short(desk, figures)
        read = await_question(process)
        headroomd.await_log(f"asked {HOG} to free memory: it is ")
        headroomd.await_log(f"paused {HOG}: it is using ")
        assert hog.is_frozen()
        acts = [(at, what) for at, what, app, *_ in headroomd.history() if app == HOG]
        (asked, _), (frozen, _) = [act for act in acts if act[1] in ("ask", "freeze")]
        if read > asked + READ_IN_TIME_US:
            due_us = 100_000
        # Each is noted after it was done, and on a busy machine not equally soon.
        assert asked + due_us - NOTED_LATE_US <= frozen
        headroomd.thaw(HOG)


def test_one_that_frees_memory_is_not_frozen(desk, hog, listens):
    _, front = desk.app(KATE)
    with Figures(desk.tree, hog) as figures:
        headroomd = desk.start(focus=front)
        until(lambda: HOG in headroomd.call("Measure")[0], "the app is known")
        process = listens(headroomd, hog)
        runs_short(desk, figures)
        read = await_question(process)
        figures.free()
        freed = time.time() * 1e6
        headroomd.await_log("pressure is calm: ")
        asked = next(at for at, what, app, *_ in headroomd.history() if (what, app) == ("ask", HOG))
        in_time = freed < asked + IN_TIME_US and read < asked + READ_IN_TIME_US
        assert not in_time or "freeze" not in acts_on(headroomd, HOG)


def test_without_a_listener_nobody_is_asked(desk, hog):
    _, front = desk.app(KATE)
    with Figures(desk.tree, hog) as figures:
        headroomd = desk.start(focus=front)
        until(lambda: HOG in headroomd.call("Measure")[0], "the app is known")
        runs_short(desk, figures)
        headroomd.await_log(f"paused {HOG}: it is using ")
        assert "ask" not in acts_on(headroomd, HOG)
        headroomd.thaw(HOG)


def test_the_socket_goes_with_the_daemon(desk):
    headroomd = desk.start()
    path = socket_of(headroomd)
    assert os.stat(path).st_mode & 0o777 == 0o600
    headroomd.terminate()
    headroomd.await_end()
    assert not os.path.exists(path)


def test_a_process_that_is_nowhere_is_refused(desk):
    headroomd = desk.start()
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(socket_of(headroomd))
        assert connection.recv(1) == b"", "the test's own process is in no unit"
    until(headroomd.rests, "the daemon rests")
