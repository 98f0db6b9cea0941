# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
# memory: 1400
"""How soon after a shortage begins a hog is frozen that grows after a quiet phase: with
headroom-broker, and beside it without. tests/vm/test_broker_grants.py is the short form."""

import json
import os

import pytest

from seat import broker, headroom, machine
from seat.detection import Observer, after_short, distribution, one
from seat.probe import Probe

HOGS = int(os.environ.get("HEADROOM_TEST_HOGS", "50"))
ZRAM_MIB = 512
P50_S, P99_S = 0.2, 0.4


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


def to_frozen(title, first):
    """Of hogs in turn, the distribution of the time from the first stall to the freeze."""
    observer = Observer()
    runs = []
    for number in range(first, first + HOGS):
        machine.empty_swap()
        machine.wait_for_calm()
        runs.append(one(number, from_quiet=True))
        print(title, json.dumps(runs[-1]), flush=True)
    stalls = observer.stop()
    print(title, [run["fate"] for run in runs])
    return distribution([after_short(run, stalls, "frozen") for run in runs])


def test_a_hog_is_frozen_sooner(in_front):
    without = to_frozen("without", 1)
    broker.install()
    headroom.user("restart", "headroomd.service")
    headroom.wait_for_daemon()
    broker.until_in_use()
    fast = to_frozen("with", 1 + HOGS)
    broker.until_in_use()
    for title, seen in {"without": without, "with": fast}.items():
        print(f"{title} headroom-broker: {json.dumps(seen)}")
    assert fast["unknown"] == 0
    assert fast["p50_s"] <= P50_S
    assert fast["p99_s"] <= P99_S
