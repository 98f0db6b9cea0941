# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
# memory: 3072
"""headroomctl measure with a real kernel: a program that has 800 MiB and touches 200 of them is
found to need 200, within twenty minutes, and is hardly slower meanwhile. The short form is
tests/unit/model/gentle_convergence_test.cpp, with a model of the kernel. The machine has room for
all of it, so that nothing but the measurement takes memory from the program."""

import json
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

import pytest

from seat import apps, headroom, machine, pressure
from seat.loads import python

APP = "org.example.Needs"
HAS_MIB, NEEDS_MIB = 800, 200
WITHIN_S = 20 * 60
SLOWER = 0.02  # at most
ZRAM_MIB = 1000
AROUND_S = 90  # for so long before and after, its turns are what those meanwhile are compared with
PROGRAM = """
import os, sys, time
kind, has, needs, file = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
page, mib = 4096, 1 << 20
held = bytearray(has * mib)
for begin in range(0, len(held), mib):
    if kind == "random":
        held[begin:begin + mib] = os.urandom(mib)
    else:  # a third of each page is noise, as in the memory of applications
        held[begin:begin + mib] = (os.urandom(page // 3) + bytes(page - page // 3)) * (mib // page)
with open(file, "a", encoding="ascii", buffering=1) as turns:
    while True:
        turns.write(str(time.monotonic()) + chr(10))
        for begin in range(0, needs * mib, page):
            held[begin] ^= 1
"""


@pytest.fixture(scope="module", autouse=True)
def on_zram():
    pressure.start_headroom()
    with machine.zram(ZRAM_MIB):
        yield


def turns_a_second(file, begin, end):
    turns = [
        at for at in map(float, file.read_text(encoding="ascii").splitlines()) if begin <= at < end
    ]
    assert len(turns) > 20, f"only {len(turns)} turns in {end - begin:.0f} s"
    return (len(turns) - 1) / (turns[-1] - turns[0])


@pytest.mark.parametrize("kind", ["compressible", "random"])
def test_what_it_needs_is_found(kind):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "turns"
        # It uses a CPU all the time, which must not make the desktop wait.
        unit = apps.own_unit(
            APP,
            uuid.uuid4().hex,
            *python(PROGRAM, kind, str(HAS_MIB), str(NEEDS_MIB), str(file)),
            properties=("CPUWeight=10",),
        )
        headroom.wait_for_app(APP)
        try:
            deadline = time.monotonic() + 600
            while not file.exists() and time.monotonic() < deadline:
                time.sleep(1)  # it fills its memory, and no event reports that
            settled = time.monotonic()
            time.sleep(AROUND_S)  # its turns are counted
            began = time.monotonic()
            done = subprocess.run(
                ["headroomctl", "measure", APP, "--json"],
                check=False,
                capture_output=True,
                text=True,
                timeout=WITHIN_S * 2,
            )
            ended = time.monotonic()
            assert done.returncode == 0, done
            time.sleep(AROUND_S)
            after = time.monotonic()
            around = (turns_a_second(file, settled, began) + turns_a_second(file, ended, after)) / 2
            meanwhile = turns_a_second(file, began, ended)
        finally:
            apps.kill(unit)
    result = json.loads(done.stdout)
    need, used = result["needed_bytes"] / 2**20, result["used_bytes"] / 2**20
    slower = 1 - meanwhile / around
    print(
        f"{kind}: {need:.0f} of {used:.0f} MiB after {ended - began:.0f} s; {around:.2f} turns a "
        f"second, and {slower:.1%} fewer meanwhile"
    )
    assert abs(need - NEEDS_MIB) <= NEEDS_MIB / 10
    assert ended - began <= WITHIN_S
    assert slower <= SLOWER


def test_it_is_kept():
    kept = Path.home() / ".local/state/headroom/needs.json"
    needs = json.loads(kept.read_text(encoding="utf-8"))["needs"]
    assert [each["app"] for each in needs] == [APP]
    assert abs(needs[0]["bytes"] / 2**20 - NEEDS_MIB) <= NEEDS_MIB / 10
