# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""What the app in front needs stays in memory while a program behind it takes more than there is:
with the part for root and without, and that nothing of it is left behind."""

import itertools
import json
import os
import re
import time

import pytest

from seat import apps, broker, cgroups, headroom, machine
from seat.loads import THRASH, Load, python
from seat.probe import Probe
from seat.root_part import install, low, remove
from seat.waiting import until

FREE_MIB = 450  # the same as in tests/vm/test_pressure.py
SWAP_MIB = 1500
# Of both. Zram keeps what is swapped in memory, at 0.4 of its size, and the app in front takes 268
# MiB of what is free. A load that needs more than that leaves fills the swap. Then nothing but file
# pages can be reclaimed, so the app in front loses its own, protected or not.
TAKEN_MIB = 850
MEASURED_S = 30
LONGER_MS = 100  # what users notice
FEW_PAGES = 1000  # 4 MiB
NUMBERS = itertools.count(700)


@pytest.fixture
def root_part():
    """The state after a login with the package headroom-root. Without its broker, the kernel has
    two seconds to take memory from the app in front before the shortage is noticed."""
    install()
    broker.install()
    broker.take_into_use()
    yield
    broker.remove()
    remove()
    headroom.user("restart", "headroomd.service")
    headroom.wait_for_daemon()


@pytest.fixture(autouse=True)
def small_machine():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    with machine.only_free(FREE_MIB), machine.zram(SWAP_MIB):
        yield


@pytest.fixture
def response_off():
    """So that nothing is done to the program behind."""
    headroom.ctl("set", "Pressure/Response", "off")
    yield
    headroom.ctl("set", "Pressure/Response", "--default")


@pytest.fixture
def probe():
    in_front = Probe("--window")
    yield in_front
    in_front.stop()


class Thrash(Load):
    """A program that is larger than what is left."""

    def __init__(self):
        number = next(NUMBERS)
        self.app_id = f"org.example.Thrash{number}"
        self.unit = apps.own_unit(self.app_id, str(number), *python(THRASH, str(TAKEN_MIB)))
        self.path = cgroups.directory(self.unit)


@pytest.fixture
def thrash(probe):
    probe.begin()
    load = Thrash()
    yield load
    load.stop()


def protected():
    """MiB, of all cgroups of the session that are protected."""
    return {
        path.parent.name: low(path.parent) >> 20
        for path in cgroups.MANAGER.rglob("memory.low")
        if low(path.parent) and path.parent != cgroups.MANAGER
    }


def swapped_mib(path):
    return int((path / "memory.swap.current").read_text(encoding="ascii")) >> 20


def waited_s(path):
    """Seconds in which tasks of the unit have waited so far, by what they waited for."""
    return {
        what: int(
            re.search(
                r"some .*total=(\d+)", (path / f"{what}.pressure").read_text(encoding="ascii")
            )[1]
        )
        / 1e6
        for what in ("memory", "io", "cpu")
    }


def refaults(path):
    """Pages of the unit that were needed again after they had been reclaimed."""
    stat = (path / "memory.stat").read_text(encoding="ascii")
    return sum(int(pages) for pages in re.findall(r"^workingset_refault_\w+ (\d+)$", stat, re.M))


def measure(name, probe):
    """Prints what the user of the app in front would have seen, and what the kernel says of it."""
    waited, again = waited_s(probe.path), refaults(probe.path)
    time.sleep(MEASURED_S)  # the length of the measurement
    seen, swapped = protected(), swapped_mib(probe.path)
    swap_left = machine.memory()["SwapFree"]
    waits = {what: round(s - waited[what], 2) for what, s in waited_s(probe.path).items()}
    came_back = refaults(probe.path) - again
    print(
        f"{name}: in {MEASURED_S} s it waited {waits} s; {came_back} of its pages had to come "
        f"back; {swap_left} MiB of swap are left"
    )
    frames = probe.end()
    print(
        f"{name}: {frames.stall_seconds(LONGER_MS):.2f} s of {frames.seconds:.0f} stalled, worst "
        f"{frames.worst_ms:.0f} ms, {frames.on_time:.1%} of frames on time, {swapped} MiB of it "
        f"in swap; protected: {seen}"
    )
    assert swap_left > SWAP_MIB / 10, "the load does not fit"
    return seen, came_back


def test_without_the_part_for_root_nothing_is_protected(response_off, probe, thrash):
    assert not headroom.status()["capabilities"]["protect"]["available"]
    seen, came_back = measure("without the part for root", probe)
    assert not seen
    assert came_back > FEW_PAGES, "this load does no harm, so it shows no protection"


def test_protection_alone(root_part, response_off, probe, thrash):
    assert headroom.status()["capabilities"]["protect"]["available"]
    seen, came_back = measure("with the part for root", probe)
    assert came_back < FEW_PAGES
    assert seen["session.slice"] > 0 and seen[probe.unit] > 0
    assert seen["app.slice"] == seen[probe.unit]
    assert set(seen) == {"session.slice", "app.slice", probe.unit}
    assert cgroups.cpu_weight("session.slice") == 100, "the app in front would wait for it"
    assert not thrash.is_frozen()


def test_protection_and_the_usual_response(root_part, probe, thrash):
    measure("with the part for root and the usual response", probe)
    history = json.loads(headroom.ctl("history", "--json").stdout)["entries"]
    assert {"protect"} <= {entry["action"] for entry in history}


def test_nothing_of_it_outlives_the_daemon(root_part, response_off, probe):
    before = cgroups.memory_limits()
    load = Thrash()
    try:
        until(lambda: probe.unit in protected(), "the app in front is protected", within=60)
        until(
            lambda: headroom.app(probe.app_id)["protected"] == low(probe.path),
            "the daemon says how much of it is",
        )
    finally:
        load.stop()
    until(lambda: headroom.status()["level"] == "calm", "the level falls to calm", within=60)
    assert probe.unit in protected(), "for a while"
    headroom.user("kill", "--signal=KILL", "headroomd.service")
    until(lambda: not protected(), "nothing is protected any more", within=60)
    headroom.wait_for_daemon()
    assert not cgroups.changed_limits(before)
    for path in (probe.path, *probe.path.parents[:2]):
        assert not [name for name in os.listxattr(path) if "protection" in name]
