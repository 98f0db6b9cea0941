# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""tests/seat/quiet.py, which tests that quiet costs nothing, finds everything that isn't quiet."""

import contextlib
import subprocess
import sys

import pytest

from project import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from seat import quiet  # noqa: E402
from seat.waiting import until  # noqa: E402

AT_REST = "import signal; print(flush=True); signal.pause()"
WAKES_UP = "import time; print(flush=True)\nwhile True: time.sleep(0.01)"
BUSY = "print(flush=True)\nwhile True: pass"
IN_A_THREAD = (
    "import signal, threading\n"
    f"threading.Thread(target=lambda: exec({BUSY!r})).start()\nsignal.pause()"
)
IN_SHORT_THREADS = """
import signal, threading
def work(): sum(range(100_000))
def start():
    print(flush=True)
    while True:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
start()
"""


@contextlib.contextmanager
def running(program):
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout.readline()
            yield process.pid
        finally:
            process.kill()


def test_what_waits_rests():
    with running(AT_REST) as pid:
        until(lambda: quiet.rests(pid), "it waits")
        assert quiet.done_within(pid, 1) == quiet.NOTHING


@pytest.mark.parametrize(
    "program",
    [WAKES_UP, BUSY, IN_A_THREAD, IN_SHORT_THREADS],
    ids=["wakes up", "busy", "busy in a thread", "busy in short threads"],
)
def test_what_does_anything_does_not_rest(program):
    with running(program) as pid:
        assert not quiet.rests(pid)
        done = quiet.done_within(pid, 1)
        assert done.cpu_ns > 0


def test_a_busy_loop_without_a_switch_is_found(monkeypatch):
    """On a CPU of its own a busy loop has no context switches, so counting these isn't enough."""
    monkeypatch.setattr(quiet, "switches", lambda _: 0)
    with running(BUSY) as pid:
        assert not quiet.rests(pid)
