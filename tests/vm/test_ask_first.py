# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
# memory: 1400
"""An app that grows until memory is short is asked to free memory as soon as it may be frozen. One
that drops its cache is not frozen. One that never reads the question is frozen at most 0.1 s later
than the same app that can't be asked, in the same boot. The short forms are
tests/unit/model/ask_first_test.cpp and tests/bus/test_headroomd_asks.py."""

import json
import os
import statistics
import tempfile
import time
import uuid
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, machine
from seat.detection import distribution
from seat.loads import BLOCK, Load, python
from seat.probe import Probe
from seat.waiting import SLOWNESS, until

ASKS = int(os.environ.get("HEADROOM_TEST_ASKS", "20"))
AT_LEAST_HIGH = ("high", "critical")  # an app may be frozen from then on
UNUSED_MIB = 650  # it is asked when a quarter of all memory is left, or if the rest ends soon
FREED_MIB, FREED_WITHIN_S = 250, 0.3
DUE_S = 0.1
NOTED_S = 0.05  # a question and a freeze are noted after the act, so their times are that late
LATER_S = 0.1 * SLOWNESS  # at most, where the other app can't be asked
# Fills a cache until it is asked. All code is loaded before: where memory is short, its page faults
# would be what is measured. argv: whether it "reads" the question, is "silent", or is "unasked";
# the file for its result.
CLIENT = BLOCK + """
import json, select, socket, sys, time
reads, file = sys.argv[1] == "reads", sys.argv[2]
connection = socket.socket(socket.AF_UNIX)
if sys.argv[1] != "unasked":
    connection.connect(os.environ["MEMORY_PRESSURE_WATCH"])

def held_mib():
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * 4096 >> 20

def drop(cache):
    began, before = time.monotonic(), held_mib()
    cache.clear()
    return {"asked": began, "done": time.monotonic(), "freed_mib": before - held_mib()}

json.dumps(drop([bytearray(block)]))
cache = []
while not (reads and select.select([connection], [], [], 0)[0]):
    cache.append(bytearray(block * 8))
    if reads:
        select.select([connection], [], [], 0.06)
    else:
        time.sleep(0.06)
result = drop(cache)
connection.recv(1)
with open(file, "w", encoding="ascii") as out:
    json.dump(result, out)
while True:
    connection.recv(1)
"""


@pytest.fixture(scope="module", autouse=True)
def in_front():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    probe = Probe("--window")
    yield
    probe.stop()


def socket_of_daemon():
    return Path(os.environ["XDG_RUNTIME_DIR"]) / "headroom" / "memory-pressure"


class Client(Load):
    def __init__(self, number, kind, folder):
        self.app_id = f"org.example.{kind.capitalize()}{number}"
        self.file = Path(folder) / self.app_id
        self.unit = apps.own_unit(
            self.app_id,
            uuid.uuid4().hex,
            *python(CLIENT, kind, str(self.file)),
            properties=(f"Environment=MEMORY_PRESSURE_WATCH={socket_of_daemon()}",),
        )
        self.path = cgroups.directory(self.unit)


def one(number, kind):
    """What a client reports, when pressure became high, and the times of the acts on it."""
    machine.wait_for_calm()
    until(lambda: headroom.status()["level"] == "calm", "the level is calm", within=60)
    cursor = headroom.journal_cursor()
    with tempfile.TemporaryDirectory() as folder:
        client = Client(number, kind, folder)
        try:
            until(
                lambda: client.is_frozen() or (client.file.exists() and client.file.stat().st_size),
                "it was frozen, or has freed memory",
                within=60,
            )
            if client.is_frozen():  # the kernel's file says so before the journal does
                until(
                    lambda: headroom.acts_on(headroom.acts(cursor), "freeze", client.app_id),
                    "the journal has the freeze",
                )
            if kind == "reads":
                time.sleep(2)  # a freeze that came too late would be seen
            result = (
                json.loads(client.file.read_text(encoding="ascii"))
                if client.file.exists() and not client.is_frozen()
                else {}
            )
            acts = headroom.acts(cursor)
        finally:
            apps.kill(client.unit)
    for what in ("ask", "freeze"):
        done = headroom.acts_on(acts, what, client.app_id)
        result[what] = done[0]["at"] if done else None
    result["high"] = next(
        (act["at"] for act in acts if act["HEADROOM_LEVEL"] in AT_LEAST_HIGH), None
    )
    print(json.dumps(result), headroom.told(acts), flush=True)
    return result


def test_one_that_drops_its_cache_is_not_frozen():
    with machine.only_unused(UNUSED_MIB):
        runs = [one(number, "reads") for number in range(1, ASKS + 1)]
    took = [run["done"] - run["ask"] for run in runs if "done" in run]
    print(f"freed after the question: {json.dumps(distribution(took))}")
    assert [run["freeze"] for run in runs] == [None] * ASKS
    assert all(run["ask"] for run in runs)
    assert min(run["freed_mib"] for run in runs) >= FREED_MIB
    assert max(took) <= FREED_WITHIN_S


def test_one_that_never_reads_is_frozen_a_little_later():
    silent, unasked = [], []
    with machine.only_unused(UNUSED_MIB):
        for number in range(1, ASKS + 1):
            unasked.append(one(number, "unasked"))
            silent.append(one(number, "silent"))
    assert all(run["ask"] and run["freeze"] for run in silent)
    assert all(run["freeze"] and not run["ask"] for run in unasked)
    waited = [run["freeze"] - run["ask"] for run in silent]
    print(f"frozen after the question: {json.dumps(distribution(waited))}")
    later, usual = ([run["freeze"] - run["high"] for run in runs] for runs in (silent, unasked))
    for name, took in (("that never reads", later), ("that can't be asked", usual)):
        print(f"high to frozen, of one {name}: {json.dumps(distribution(took))}")
    assert min(waited) >= DUE_S - NOTED_S
    due_at_once = [run["freeze"] - run["ask"] for run in silent if run["ask"] >= run["high"]]
    assert max(due_at_once, default=0) <= DUE_S + NOTED_S * SLOWNESS
    assert statistics.median(later) <= statistics.median(usual) + LATER_S
    assert max(later) <= max(usual) + LATER_S
