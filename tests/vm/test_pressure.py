# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An app takes all the memory: what Headroom does to it, and to which apps it never does that.
bench/pressure.py measures in many boots how much this helps the foreground app."""

import itertools
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, kwin, machine
from seat.loads import SLEEPER, Load, python
from seat.probe import Probe
from seat.waiting import until

# Of no other test: for an hour, Headroom remembers of an app whether it has a desktop file.
FRONT_APP = "org.example.Writer"
SHORTEST_HOLD = "Freeze/ShortestHoldSeconds"
NUMBERS = itertools.count(
    1
)  # each hog is an app of its own: an app that the user has thawed is exempt for a while
# What the desktop, the probe and their caches need is left. bench/pressure.py requests a machine
# with the same amount.
FREE_MIB = 450
# gaps of the emulated machine itself are a tenth of this; if nothing is done about a hog, gaps take
# seconds
RUNS_FREELY_MS = 1000


@pytest.fixture(autouse=True, scope="module")
def small_machine():
    """A machine with little free memory, for all tests of this file."""
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    with machine.only_free(FREE_MIB):
        yield
        machine.no_swap()


@pytest.fixture(params=["no swap", "zram"])
def swap(request):
    if request.param == "zram":
        request.getfixturevalue("zram")
    else:
        machine.no_swap()
    return request.param


@pytest.fixture
def zram():
    """It is made once, since that takes long, and is empty before each test."""
    if machine.swaps():
        machine.empty_swap()
    else:
        machine.swap_on_zram(512)


@pytest.fixture
def probe():
    """A probe in front that needs the memory that the hog takes."""
    in_front = Probe("--window")
    yield in_front
    in_front.stop()


@pytest.fixture
def cursor(probe):
    """The journal's cursor before the hog starts: where memory is short, it may take longer to get
    than the hog to be frozen."""
    assert probe.unit
    return headroom.journal_cursor()


@pytest.fixture
def began(probe, cursor):
    """When the probe's measurement began, which is just before the hog starts."""
    assert cursor
    return probe.begin()


@pytest.fixture
def hog(began):
    assert began
    load = Load("hog", next(NUMBERS))
    yield load
    load.stop()


def all_acts(cursor):
    """journald lacks memory, too: what was sent to it before a kill may be in the journal only
    after the kill."""
    machine.root("journalctl", "--sync")
    return headroom.acts(cursor)


def in_swap(load):
    return int((load.path / "memory.swap.current").read_text(encoding="ascii"))


@pytest.fixture
def held():
    """Only the test ends a freeze. Once the hog is in swap, there may be room for it to grow again,
    and it would be thawed after some seconds of calm."""
    headroom.ctl("set", SHORTEST_HOLD, "300")
    yield
    headroom.ctl("set", SHORTEST_HOLD, "--default")


def stop_growing(load):
    """It is stopped once it is thawed. Otherwise the kernel might soon kill it."""
    for pid in cgroups.pids_in(load.path):
        os.kill(pid, signal.SIGSTOP)


@pytest.mark.usefixtures("held")
def test_a_growing_app_is_frozen_named_and_thawed_by_hand(swap, probe, cursor, began, hog):
    limits = cgroups.memory_limits()
    assert any(str(hog.path) == directory for directory, _ in limits), "the hog is among them"
    until(hog.is_halted, "the hog is frozen, or the kernel has killed it", within=90)
    assert hog.is_frozen()
    until(
        lambda: any(entry["action"] == "warn" for entry in history(hog.app_id)),
        "the user is warned",
        within=30,
    )
    named = history(hog.app_id)
    print(f"{swap}: {[(entry['action'], entry['reason']) for entry in named]}")
    assert {"freeze", "warn"} <= {entry["action"] for entry in named}
    assert not machine.killed(cursor)
    headroom.wait_for_app(
        hog.app_id, lambda entry: entry["state"] == "frozen", "it is known to be frozen"
    )

    until(lambda: headroom.status()["level"] == "calm", "the level falls to calm", within=60)
    frozen_at = headroom.acts_on(headroom.acts(cursor), "freeze", hog.app_id)[0]["at"] - began
    frames = probe.end()
    print(
        f"frozen after {frozen_at:.2f} s, {in_swap(hog) >> 20} MiB in swap, gaps of the app in "
        f"front: {frames.gaps}"
    )
    assert not [gap for gap in frames.gaps if gap[0] > frozen_at and gap[1] > RUNS_FREELY_MS]
    if swap == "zram":
        until(lambda: in_swap(hog) > 0, "its memory is reclaimed", within=30)
    else:
        assert in_swap(hog) == 0
    assert not cgroups.changed_limits(limits)

    stop_growing(hog)
    headroom.ctl("thaw", hog.app_id)
    until(lambda: not hog.is_frozen(), "it runs again", within=30)
    assert "you resumed" in headroom.ctl("why", hog.app_id).stdout
    assert not cgroups.changed_limits(limits)
    (hog.path / "memory.high").write_text("1073741824", encoding="ascii")
    assert cgroups.changed_limits(limits), "the test would notice a limit"


def history(app_id):
    return [
        entry
        for entry in json.loads(headroom.ctl("history", "--json").stdout)["entries"]
        if entry["app"] == app_id
    ]


@pytest.fixture
def front_app():
    """Gives the app a desktop file, as every app in a menu has one."""
    path = Path.home() / f".local/share/applications/{FRONT_APP}.desktop"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("[Desktop Entry]\nType=Application\nName=Writer\nExec=sh\n", encoding="utf-8")
    yield
    path.unlink()


def test_the_app_in_front_is_warned_of_and_never_frozen(zram, front_app):
    """The app begins to grow only once it has the focus. On a machine as slow as this one, its
    window would otherwise appear after all memory is gone."""
    cursor = headroom.journal_cursor()
    unit = apps.own_unit(
        FRONT_APP, "front", "sh", "-c", '"$@" & exec kwrite', "sh", *python(SLEEPER)
    )
    path = cgroups.directory(unit)
    try:
        entry = headroom.wait_for_app(
            FRONT_APP, lambda known: known["windows"] > 0, "its window is up", within=60
        )
        assert entry
        pid = next(pid for pid in cgroups.pids_in(path) if pid in cgroups.pids_running("kwrite"))
        kwin.activate_pid(pid)
        until(lambda: headroom.status()["focused"] == FRONT_APP, "the hog is in front", within=60)
        sleeper = next(
            each
            for each in cgroups.pids_in(path)
            if each != pid and each in cgroups.pids_running(Path(sys.executable).resolve().name)
        )
        os.kill(sleeper, signal.SIGUSR1)
        until(
            lambda: headroom.acts_on(headroom.acts(cursor), "warn", FRONT_APP) or not path.exists(),
            "the user is warned, or the kernel has killed it",
            within=60,
        )
    finally:
        apps.kill(unit)
    acts = all_acts(cursor)
    print(
        f"{FRONT_APP}: {[(round(act['at'], 2), act['MESSAGE']) for act in acts]}"
    )  # with times, to see after a failure whether it was frozen before or after its end
    assert headroom.acts_on(acts, "warn", FRONT_APP)
    assert not [act for act in acts if act["HEADROOM_ACTION"] == "freeze"]


def test_an_app_with_the_rule_never_is_warned_of_and_never_frozen(zram, probe):
    assert probe.unit
    number = next(NUMBERS)
    headroom.ctl("set", f"App-org.example.Hog{number}/Rule", "never")
    cursor = headroom.journal_cursor()
    hog = Load("hog", number)
    try:
        until(
            lambda: headroom.acts_on(headroom.acts(cursor), "warn", hog.app_id)
            or hog.fate() not in ("runs", "frozen"),
            "the user is warned, or the kernel has killed it",
            within=90,
        )
        assert not hog.is_frozen()
    finally:
        hog.stop()
        headroom.ctl("set", f"App-{hog.app_id}/Rule", "--default")
    acts = all_acts(cursor)
    assert headroom.acts_on(acts, "warn", hog.app_id)
    assert not [act for act in acts if act["HEADROOM_ACTION"] == "freeze"]


def test_the_level_goes_back(zram):
    """After a hog is gone, the level is calm again and no unit stays frozen."""
    hog = Load("hog", next(NUMBERS))
    try:
        # One answer has both: a moment later the level may have fallen.
        status = until(
            lambda: (now := headroom.status())["level"] not in ("calm", "unknown") and now,
            "the level rises",
            within=60,
        )
        assert status["level_reason"]
    finally:
        hog.stop()
    until(lambda: headroom.status()["level"] == "calm", "the level falls to calm", within=60)
    until(lambda: not cgroups.frozen_units(), "no unit is frozen", within=60)
