# packages: foot
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Like tests/session/test_killed_thousand.py, where weights can be set and memory runs short. The
daemon is killed while it boosts, while it freezes a memory hog, and while it moves a terminal's tab
to a unit of its own.

HEADROOM_TEST_KILLS=20-40 runs only those kills."""

import contextlib
import os
import signal
import time
from pathlib import Path

import pytest

from seat import cgroups, crowd, headroom, kills, kills_in_time, konsole, kwin, machine, tabs
from seat.busy import Busy
from seat.foot import Foot
from seat.loads import HOG, Load
from seat.probe import Probe
from seat.waiting import SLOWNESS, until

FIRST, END = (int(each) for each in os.environ.get("HEADROOM_TEST_KILLS", "0-60").split("-"))
FREE_MIB = 450  # the same as in test_pressure.py
SCOPES = "app-headroom.tab-*"


@pytest.fixture(autouse=True, scope="module")
def no_start_limit():
    with headroom.drop_in(headroom.NO_START_LIMIT):
        yield


class Scene(kills.Scene):
    def __init__(self, tab, scratch):
        self.scratch = scratch
        self.foot = Foot(scratch)
        self.pair = Busy("org.example.One", busy=False), Busy("org.example.Other", busy=False)
        self.probe = Probe("--window")
        super().__init__(tab)
        kwin.minimise("foot")
        tabs.were_left_long_ago()

    def end(self):
        super().end()
        self.probe.stop()
        for each in self.pair:
            each.stop()
        self.foot.end()


def while_the_focus_moves(scene, rng):
    """The boost of one app is set, and that of the other is unset 300 ms later."""
    one, other = rng.sample(scene.pair, 2)
    kwin.activate_pid(other.pid)
    headroom.in_front(other.app_id)
    scene.freeze()
    kwin.activate_pid(one.pid)
    return kills.kill_after(scene, rng, 0.5)


def _killed_while_it_reacts(scene, rng, pids):
    """Kills the daemon some time after the level has risen. Then the hog is stopped, so that the
    next daemon has no reason to freeze it again."""
    until(
        lambda: headroom.status()["level"] not in ("calm", "unknown"), "the level rises", within=60
    )
    delay = rng.uniform(0, 1.5 * SLOWNESS)
    end = time.monotonic() + delay
    while time.monotonic() < end and not crowd.to_stand_still():
        pass
    for pid in pids():
        with contextlib.suppress(ProcessLookupError):  # killed for its memory
            os.kill(pid, signal.SIGSTOP)
    return (delay, *scene.killed(), 1)


def while_memory_runs_short(scene, rng):
    kwin.activate_pid(scene.probe.pid)
    hog = Load("hog", rng.randrange(1 << 30))
    scene.calm_down = hog.stop
    return _killed_while_it_reacts(scene, rng, lambda: cgroups.pids_in(hog.path))


def while_a_tab_is_split(scene, rng):
    kwin.activate_pid(scene.probe.pid)
    script = scene.scratch / "hog.py"
    script.write_text(HOG, encoding="utf-8")
    tab = scene.foot.tabs[0]
    job = tab.starts(f"python3 {script}")

    def end():
        # While no daemon runs, the kernel may have killed it for its memory.
        with contextlib.suppress(ProcessLookupError):
            os.kill(job, signal.SIGKILL)
        until(lambda: tabs.state_of(job) in (None, "Z"), "the job is gone", within=30)

    scene.calm_down = end
    return _killed_while_it_reacts(scene, rng, lambda: [job])


MOMENTS = (
    *kills.MOMENTS,
    *[while_the_focus_moves] * 3,
    *[while_memory_runs_short] * 2,
    *[while_a_tab_is_split] * 3,
)


def boosted():
    """Units of apps. Empty at first: a daemon that was started anew does not know the focus yet."""
    return {
        unit for entry in headroom.status()["apps"] if entry["boosted"] for unit in entry["units"]
    }


def is_as_it_was(scene):
    """Only the foreground app has a weight, and foot is whole again."""
    until(
        lambda: not headroom.user("list-units", "--plain", "--no-legend", SCOPES).stdout.strip()
        and scene.foot.is_whole(),
        "the tabs are back in foot's cgroup",
        within=30,
    )
    until(
        lambda: {Path(path).name for path in crowd.marked("weights")} <= boosted(),
        lambda: f"only {boosted()} have a weight of ours: {crowd.marked('weights')}",
    )

    def others_with_a_weight():
        """The boost may have moved on since it was known whose it is."""
        with_weight = boosted()
        return [
            each.unit
            for each in scene.pair
            if each.unit not in with_weight and cgroups.cpu_weight(each.unit) != 100
        ]

    until(lambda: not others_with_a_weight(), lambda: f"{others_with_a_weight()} have a weight")


@pytest.fixture(name="scene")
def scene_of_kills(tmp_path):
    headroom.wait_for_daemon()
    _, shells = konsole.with_two_tabs()
    machine.swap_on_zram(512)
    scene = Scene(f"org.kde.konsole:{shells[0]}", tmp_path)
    with machine.only_free(FREE_MIB):
        yield scene
    scene.end()
    machine.no_swap()


def test_nothing_stands_still_after_a_kill(scene):
    done = kills.in_turn(scene, range(FIRST, END), f"kills-vm-{FIRST}-{END}", MOMENTS, is_as_it_was)
    kills_in_time.are_in_time(done)
