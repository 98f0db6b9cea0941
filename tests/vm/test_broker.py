# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
# memory: 1400
"""How soon after a shortage begins a hog is frozen that grows after a quiet phase: with
headroom-broker, and beside it without. How soon it was noticed is a part of that, which is all that
the broker changes. tests/vm/test_broker_grants.py is the short form."""

import contextlib
import json
import os
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest

from seat import broker, headroom, machine
from seat.detection import Observer, after_short, distribution, one
from seat.probe import Probe

HOGS = int(os.environ.get("HEADROOM_TEST_HOGS", "50"))
ZRAM_MIB = 512
P50_S, P99_S = 0.2, 0.4  # to the freeze
NOTICED_S = 0.2  # at most: the kernel checks a fast trigger every 50 ms


@pytest.fixture(scope="module")
def in_front():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    machine.swap_on_zram(ZRAM_MIB)
    probe = Probe("--window")
    yield probe
    probe.stop()
    broker.remove()
    machine.no_swap()


def what_it_was(line):
    """Of a line of a recording. "noticed": a trigger woke Headroom; "high": that was judged."""
    if line.get("event") == "StallSeen" and line["resource"] == "memory":
        return "noticed"
    if line.get("did") == "level" and any(
        word in str(line["reason"]) for word in ("high", "critical")
    ):
        return "high"
    return None


@contextlib.contextmanager
def recorded():
    """{what: its times}, filled in at the end."""
    times = {"noticed": [], "high": []}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "recording"
        recorder = subprocess.Popen(["headroomctl", "record", str(file)])
        yield times
        recorder.send_signal(signal.SIGINT)
        recorder.wait(60)
        for line in file.read_text(encoding="utf-8").splitlines():
            line = json.loads(line)
            if what := what_it_was(line):
                times[what].append(line["at"] / 1e6)


def to_each(title, first):
    """Of hogs in turn, the distributions of the times from the first stall to what follows. A
    negative time means that a stall too short for the observer was noticed before."""
    observer = Observer()
    runs = []
    with recorded() as times:
        for number in range(first, first + HOGS):
            machine.empty_swap()
            machine.wait_for_calm()
            runs.append(one(number, from_quiet=True))
            print(title, json.dumps(runs[-1]), flush=True)
    stalls = observer.stop()
    print(title, [run["fate"] for run in runs])
    for run in runs:
        for what, all_of_them in times.items():
            run[what] = next((at for at in all_of_them if run["began"] <= at <= run["ended"]), None)
    return {
        what: distribution([after_short(run, stalls, what) for run in runs])
        for what in ("noticed", "high", "frozen")
    }


def test_a_hog_is_frozen_sooner(in_front):
    without = to_each("without", 1)
    broker.install()
    broker.take_into_use()
    fast = to_each("with", 1 + HOGS)
    broker.until_in_use()
    for title, seen in {"without": without, "with": fast}.items():
        print(f"{title} headroom-broker: {json.dumps(seen)}")
    assert fast["noticed"]["unknown"] == fast["frozen"]["unknown"] == 0
    assert fast["noticed"]["worst_s"] <= NOTICED_S
    assert fast["frozen"]["p50_s"] <= P50_S
    assert fast["frozen"]["p99_s"] <= P99_S
