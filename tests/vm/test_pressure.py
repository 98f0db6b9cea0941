# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""One boot of what bench/pressure.py measures in many: the application in front doesn't notice that another one takes all the memory."""

import json

import pytest

from seat import apps, cgroups, headroom, kwin, machine, pressure
from seat.loads import HOG, Load, python
from seat.probe import Probe
from seat.waiting import until

HOG_APP = "org.example.Hog1"
SECONDS, CONTROL_SECONDS = 40, 15
# Without Headroom the load has to hurt by at least that, or nothing is shown.
LEAST_STALL_SECONDS = 3
# What the desktop, the probe and their caches need is left, as the machine that bench/pressure.py asks for has it.
FREE_MIB = 450


@pytest.fixture(autouse=True, scope="module")
def small_machine():
    """A machine with little memory left, as long as these tests run."""
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    with machine.only_free(FREE_MIB):
        yield


@pytest.fixture(params=["no swap", "zram"])
def swap(request):
    if request.param == "zram":
        machine.swap_on_zram(512)
    yield request.param
    machine.no_swap()


@pytest.fixture
def zram():
    machine.swap_on_zram(512)
    yield
    machine.no_swap()


def said_of(acts, action, app_id):
    return [act for act in acts if act["HEADROOM_ACTION"] == action and act["HEADROOM_APP"] == app_id]


def test_a_growing_app_is_frozen_before_it_is_felt(swap):
    control = pressure.stretch(pressure.NOBODY, (), CONTROL_SECONDS)
    without = pressure.stretch(pressure.NOBODY, ("hog",), SECONDS)
    with_it = pressure.stretch(pressure.HEADROOM, ("hog",), SECONDS)
    threshold = pressure.threshold_ms(control)
    lost, still_lost = without.frames.stall_seconds(threshold), with_it.frames.stall_seconds(threshold)
    print(f"{swap}: a stall is above {threshold:.0f} ms; without Headroom {lost:.1f} s of stall, worst gap {without.frames.worst_ms:.0f} ms, "
          f"{', '.join(without.killed) or 'nothing'} killed; with it {still_lost:.2f} s, {with_it.frames.worst_ms:.0f} ms, "
          f"warned after {with_it.first('warn')} s, frozen after {with_it.first('freeze')} s, {with_it.held_mib} MiB still held")
    assert lost >= LEAST_STALL_SECONDS, "the load does no harm here, so nothing was tried"

    assert still_lost <= lost / 20
    assert with_it.frames.worst_ms <= max(150, threshold)
    assert not with_it.killed
    assert with_it.fates == ("frozen",)
    assert with_it.apps_of("freeze") == {HOG_APP}
    assert with_it.is_named(HOG_APP)
    assert any(HOG_APP in json.dumps(entry) for entry in json.loads(headroom.ctl("history", "--json").stdout))


def test_the_app_in_front_is_warned_of_and_never_frozen(zram):
    cursor = headroom.journal_cursor()
    unit = apps.own_unit(HOG_APP, "front", "sh", "-c", '"$@" & exec kwrite', "sh", *python(HOG))
    path = cgroups.directory(unit)
    try:
        entry = headroom.wait_for_app(HOG_APP, lambda known: known["windows"] > 0, "its window is up", within=60)
        assert entry
        pid = next(pid for pid in cgroups.pids_in(path) if pid in cgroups.pids_running("kwrite"))
        kwin.activate_pid(pid)
        until(lambda: headroom.status()["focused"] == HOG_APP, "the hog is in front", within=60)
        until(lambda: said_of(headroom.acts(cursor), "warn", HOG_APP) or not path.exists(), "the user is told, or the kernel has killed it", within=60)
    finally:
        apps.kill(unit)
    acts = headroom.acts(cursor)
    assert said_of(acts, "warn", HOG_APP)
    assert not [act for act in acts if act["HEADROOM_ACTION"] == "freeze"]


@pytest.fixture
def never_freeze_the_hog():
    headroom.ctl("set", f"App-{HOG_APP}/Rule", "never")
    yield
    headroom.ctl("set", f"App-{HOG_APP}/Rule", "normal")


def test_an_app_with_the_rule_never_is_warned_of_and_never_frozen(zram, never_freeze_the_hog):
    probe, hog = Probe("--window"), None
    cursor = headroom.journal_cursor()
    try:
        hog = Load("hog")
        until(lambda: said_of(headroom.acts(cursor), "warn", HOG_APP) or hog.fate() not in ("runs", "frozen"), "the user is told, or the kernel has killed it",
              within=60)
        assert not hog.is_frozen()
    finally:
        probe.stop()
        if hog:
            hog.stop()
    acts = headroom.acts(cursor)
    assert said_of(acts, "warn", HOG_APP)
    assert not [act for act in acts if act["HEADROOM_ACTION"] == "freeze"]


def test_the_level_goes_back(swap):
    """After a hog is gone the machine is called calm again, and nobody stays frozen."""
    hog = Load("hog")
    try:
        until(lambda: headroom.status()["level"] not in ("calm", "unknown"), "the level rises", within=60)
    finally:
        hog.stop()
    until(lambda: headroom.status()["level"] == "calm", "the level falls", within=60)
    until(lambda: not cgroups.frozen_units(), "nobody is frozen", within=60)
