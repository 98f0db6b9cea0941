# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
# memory: 3072
# packages: gcc make
"""A real build whose peak is twice what it needs: it unpacks its sources, which then only fill the
page cache, and compiles. Gentle reclaim leaves it far less memory, and it takes hardly longer.
Below a fixed limit (MemoryHigh=) the same build shows from where on it becomes slow: senpai's own
demonstration, with another build.

HEADROOM_TEST_FILES=20 compiles so many files, and HEADROOM_TEST_ROUNDS=3 measures each so often.
HEADROOM_TEST_LIMITS="80 60" tries these.
"""

import os
import random
import shutil
import statistics
import tarfile
import tempfile
import time
import uuid
from pathlib import Path
from typing import NamedTuple

import pytest

from seat import apps, cgroups, headroom, machine, pressure
from seat.loads import python
from seat.waiting import SLOWNESS

APP = "org.example.Build"
SETTING = "Memory/GentleReclaim"
FILES = int(os.environ.get("HEADROOM_TEST_FILES", "20"))
ROUNDS = int(os.environ.get("HEADROOM_TEST_ROUNDS", "3"))
FUNCTIONS = 1200  # in each file; cc1 takes about 140 MiB for these
UNUSED_MIB = 150  # of sources that nothing reads, twice in the page cache: packed and unpacked
ZRAM_MIB = 1000
DISK = "/var/tmp"  # /tmp may be a tmpfs, whose pages are no cache
LIMITS = os.environ.get("HEADROOM_TEST_LIMITS", "80 60 40").split()  # percent of the peak
SLOWER, SMALLER = 1.03, 0.6  # at most
LONGEST_S = 1800 * SLOWNESS

FUNCTION = """
int work_{n}(struct state *state, int times) {{
    int sum = {n};
    for (int k = 0; k < times; ++k) {{
        state->counts[k & 15] += sum * {n};
        if (state->counts[(k + {n}) & 15] > {n})
            state->share *= 1.5;
        else
            sum ^= state->counts[k & 7] >> 3;
    }}
    return sum;
}}
"""
BUILD = """
import subprocess, sys
packed, place = sys.argv[1:]
subprocess.run(("tar", "--extract", "--file", packed, "--directory", place), check=True)
subprocess.run(("make", "--silent", "--jobs=2", "--directory", place), check=True)
"""


class Built(NamedTuple):
    seconds: float
    peak: int  # bytes
    held: list  # bytes, each second

    @property
    def mean(self):
        return statistics.mean(self.held)

    @property
    def settled(self):
        """In the second half: an app is left alone in its first minute."""
        return statistics.mean(self.held[len(self.held) // 2 :])

    def __str__(self):
        mean, peak = (round(each / 2**20) for each in (self.mean, self.peak))
        each_minute = ", ".join(str(held >> 20) for held in self.held[::60])
        return f"{self.seconds:.0f} s, {mean} MiB on average, {peak} at most: {each_minute}"


@pytest.fixture(scope="module")
def packed():
    """The sources, as a build gets them."""
    with tempfile.TemporaryDirectory(dir=DISK) as folder:
        tree = Path(folder) / "tree"
        tree.mkdir()
        body = "struct state { int counts[16]; double share; };\n" + "".join(
            FUNCTION.format(n=number) for number in range(FUNCTIONS)
        )
        for number in range(FILES):
            (tree / f"part{number}.c").write_text(
                body.replace("work_", f"work_{number}_"), encoding="ascii"
            )
        for number in range(UNUSED_MIB):
            (tree / f"data{number}").write_bytes(random.Random(number).randbytes(1 << 20))
        objects = " ".join(f"part{number}.o" for number in range(FILES))
        (tree / "Makefile").write_text(
            f"all: {objects}\n%.o: %.c\n\t$(CC) -g -c -o $@ $<\n", encoding="ascii"
        )
        archive = Path(folder) / "packed.tar"
        with tarfile.open(archive, "w") as made:
            made.add(tree, ".")
        shutil.rmtree(tree)
        yield archive


@pytest.fixture(scope="module", autouse=True)
def on_zram():
    pressure.start_headroom()
    with machine.zram(ZRAM_MIB):
        yield
        headroom.ctl("set", SETTING, "--default")


def build(packed, gentle=False, high=None):
    headroom.ctl("set", SETTING, "true" if gentle else "false")
    machine.drop_caches()
    machine.wait_for_calm()
    properties = ("CPUWeight=10", *([f"MemoryHigh={high}"] if high else []))
    with tempfile.TemporaryDirectory(dir=DISK) as place:
        began = time.monotonic()
        unit = apps.own_unit(
            APP,
            uuid.uuid4().hex,
            *python(BUILD, str(packed), place),
            properties=properties,
        )
        folder = cgroups.directory(unit)
        held, peak = [], 0
        try:
            while time.monotonic() - began < LONGEST_S:
                try:
                    held.append(int((folder / "memory.current").read_text(encoding="ascii")))
                    peak = int((folder / "memory.peak").read_text(encoding="ascii"))
                except OSError:
                    break  # it has ended
                time.sleep(1)  # the memory of a cgroup has no event
            seconds = time.monotonic() - began
            objects = len(list(Path(place).glob("*.o")))
        finally:
            apps.kill(unit)
    assert objects == FILES, f"{objects} of {FILES} files were compiled in {seconds:.0f} s"
    return Built(seconds, peak, held)


def test_it_takes_hardly_longer_in_far_less_memory(packed):
    plain, gentle = [], []
    for _ in range(ROUNDS):
        for found, is_gentle in random.sample([(plain, False), (gentle, True)], 2):
            found.append(build(packed, gentle=is_gentle))
            print("gentle reclaim:" if is_gentle else "without:", found[-1], flush=True)
    peak = statistics.median([each.peak for each in plain])
    longer = statistics.median([each.seconds for each in gentle]) / statistics.median(
        [each.seconds for each in plain]
    )
    smaller = statistics.median([each.settled for each in gentle]) / peak
    print(f"{longer:.3f} times as long, and at {smaller:.0%} of the peak in the second half")
    for percent in LIMITS:
        below = build(packed, high=int(peak * int(percent) / 100))
        print(f"limit of {percent} % of the peak: {below}", flush=True)
    assert smaller <= SMALLER
    assert longer <= SLOWER
