# packages: chromium firefox-esr libreoffice-writer libreoffice-plasma gimp
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Large programs, started from the menu of a machine with little memory. None is napped or frozen
before its window appears, and the window appears as early as without Headroom."""

import statistics
import time

import pytest

from seat import apps, cgroups, headroom, kwin, machine
from seat.waiting import SLOWNESS, until

ENTRIES = {
    "chromium": "chromium",
    "firefox": "firefox-esr",
    "libreoffice": "libreoffice-writer",
    "gimp": "gimp",
}
MACHINES_MIB = (1400, 1000)
ROUNDS = 10
SWAP_MIB = 1024
LATER_AT_MOST = 1.05
PATIENCE = 90  # seconds; an emulated machine needs many of them
TAKEN = {}  # (program, MiB) → the seconds of each round, without Headroom and with it

_TELLS_WINDOWS = """
workspace.windowAdded.connect(w => {{
    if (w.normalWindow)
        callDBus('{ear}', '/org/headroomd/Seat', 'org.headroomd.Seat', 'Told',
            JSON.stringify(w.resourceClass));
}});
"""


@pytest.fixture(scope="module", params=MACHINES_MIB, ids="{}-MiB".format)
def memory(request):
    """The machine's memory. Each program has been started once before, since what it writes at its
    first start takes extra time."""
    for entry in ENTRIES.values():
        start(entry)
    machine.swap_on_disk(SWAP_MIB)
    try:
        with machine.as_if_of(request.param):
            yield request.param
    finally:
        machine.no_swap()


def units():
    listed = headroom.user(
        "list-units", "--plain", "--no-legend", "app-*.service", "app-*.scope"
    ).stdout
    return {line.split()[0] for line in listed.splitlines()}


def start(entry):
    """Seconds from the click to the window."""
    before = units()
    with kwin.hearing(lambda ear: _TELLS_WINDOWS.format(ear=ear)) as windows:
        began = time.monotonic()
        apps.from_menu(entry)
        shown = windows(1, PATIENCE)
        took = time.monotonic() - began
    apps.kill(*(units() - before))
    until(lambda: not units() - before, "its units are gone", within=60)
    assert shown, f"{entry} shows no window in {PATIENCE * SLOWNESS} s"
    return took


def started_without(entry):
    headroom.user("stop", "headroomd.service")
    try:
        prepare()
        return start(entry)
    finally:
        headroom.user("start", "headroomd.service")
        headroom.wait_for_daemon()


def prepare():
    """The same state for both: nothing of the program in memory, no memory pressure."""
    machine.empty_swap()
    machine.drop_caches()
    machine.wait_for_calm()


def started_with(entry):
    headroom.wait_for_daemon()
    prepare()
    cursor = headroom.journal_cursor()
    took = start(entry)
    return took, headroom.acts(cursor), machine.killed(cursor)


@pytest.mark.parametrize("turn", range(ROUNDS))
@pytest.mark.parametrize("program", ENTRIES)
def test_nothing_is_done_to_it_before_its_window(memory, program, turn):
    entry = ENTRIES[program]
    without = started_without(entry) if turn % 2 == 0 else None
    took, acts, killed = started_with(entry)
    TAKEN.setdefault((program, memory), []).append((without or started_without(entry), took))
    done = [(round(act["at"], 1), act["HEADROOM_ACTION"], act["MESSAGE"]) for act in acts]
    print(f"{program}, {memory} MiB: {TAKEN[program, memory][-1]} {done} killed {killed}")
    ours = [
        act
        for act in acts
        if act["HEADROOM_ACTION"] in ("freeze", "nap") and program in act["HEADROOM_APP"].lower()
    ]
    assert not ours
    assert not cgroups.frozen_units()


@pytest.mark.parametrize("program", ENTRIES)
def test_it_is_there_as_early(memory, program):
    rounds = TAKEN.get((program, memory))
    if not rounds:
        pytest.fail("no round of this program was run")
    ratios = sorted(took / without for without, took in rounds)
    print(
        f"{program}, {memory} MiB: with Headroom / without, {len(ratios)} rounds: "
        f"{[round(each, 2) for each in ratios]}, median {statistics.median(ratios):.3f}"
    )
    assert statistics.median(ratios) <= LATER_AT_MOST
