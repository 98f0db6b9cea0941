# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What bench/stall.py makes of the frames of an app in front, above all if that does not live to
the end."""

import sys
from types import SimpleNamespace

import pytest

from project import ROOT

sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests")]

import _stall_result  # noqa: E402

from seat import felt, kill_log  # noqa: E402

LIMIT_MS = 100


def frames(*gaps, seconds=40, on_time=1.0):
    return felt.Frames(seconds, 100, gaps, on_time, recorder_ms=1)


def test_a_stall_is_the_sum_of_long_gaps():
    found = frames((1, 99), (2, 516.67), (5, 1016.67))
    assert found.stall_seconds(LIMIT_MS) == pytest.approx(1.5, abs=1e-3)
    assert found.worst_ms == 1016.67 and frames().worst_ms == 0


def test_what_comes_after_the_measurement_does_not_count():
    found = frames((1, 500), (39, 9000), (41, 700), seconds=50).until(40)
    assert found.gaps == ((1, 500), (39, 1000)) and found.seconds == 40


@pytest.mark.parametrize("moment, stall", [(10, 30), (0, 40), (40, 0)])
def test_an_app_that_was_killed_stalls_for_the_rest(moment, stall):
    found = felt.nothing_reported(40).dark_from(moment)
    assert found.stall_seconds(LIMIT_MS) == pytest.approx(stall, abs=0.02)
    assert found.on_time == moment / 40 and not found.complete


def test_what_it_reported_before_its_end_is_kept():
    found = frames((1, 516.67), (9, 20000), on_time=0.2).dark_from(10)
    assert found.gaps[:2] == ((1, 516.67), (9, 1000)) and found.on_time == 0.2
    assert found.stall_seconds(LIMIT_MS) == pytest.approx(0.5 + 0.983 + 30, abs=0.01)


def stretch(**more):
    known = {
        "frames": frames((1, 516.67)),
        "front_ended": None,
        "compositor_ended": None,
        "held": [],
        "moved": None,
        "held_mib": 7,
        "work_s": 3.0,
        "calm": True,
        "free_mib": 500,
        "killed": (),
        "kills": (kill_log.Kill(2.0, "Killed process 7 (tail)", kill_log.KERNEL),),
        "kernel_kills": 1,
        "acted": None,
        "fates": ("runs",),
        "acts": (),
        "apps_of": lambda _: set(),
        "apps": ("org.example.Hog1",),
        "lost": (),
        "beside": {"org.example.Beside": True},
        "ran": True,
        "loop_ms": 12,
        "first_act": None,
    }
    return SimpleNamespace(**known | more)


def test_the_document_of_a_measurement():
    found = _stall_result.of(stretch(), 40)
    assert (found["stall_s"], found["seconds"], found["loop_ms"]) == (0.5, 40, 12)
    assert found["gaps"] == [[1, 517]] and found["kills"] == ["Killed process 7 (tail)"]
    assert not {"at_least", "front_killed_s", "rate_mib_s", "read_mib"} & found.keys()


def test_why_each_app_was_paused_is_kept():
    acts = [
        {"HEADROOM_ACTION": action, "HEADROOM_APP": "org.example.Beside", "MESSAGE": message}
        for action, message in (("freeze", "paused Beside: a reason"), ("thaw", "resumed Beside"))
    ]
    found = _stall_result.of(stretch(acts=acts), 40)
    assert found["why_frozen"] == {"org.example.Beside": "paused Beside: a reason"}


def test_the_document_of_an_app_that_was_killed():
    dead = stretch(
        frames=felt.nothing_reported(40).dark_from(10), front_ended=10, moved=(5 << 20, 0)
    )
    found = _stall_result.of(dead, 40)
    assert (found["stall_s"], found["at_least"], found["front_killed_s"]) == (30, True, 10)
    assert (found["read_mib"], found["written_mib"]) == (5, 0)
