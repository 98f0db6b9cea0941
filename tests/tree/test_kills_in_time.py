# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A slow moment of the machine excuses the kills beside it, and no others."""

import sys
from types import SimpleNamespace

import pytest

from project import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from seat import kills_in_time  # noqa: E402

FEW, MANY = 50, 1000


def kills(count=FEW, every_ms=200, controls_ms=150, **at):
    """One control for five kills. at: what single ones took, as k7 for the kill and c5 for the
    control."""
    return [
        SimpleNamespace(
            number=number,
            runs_ms=at.get(f"k{number}", every_ms),
            control_ms=at.get(f"c{number}", controls_ms) if number % 5 == 0 else None,
            traces=(1, 1, 1),
        )
        for number in range(count)
    ]


def are_in_time(done, slowness=1):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kills_in_time, "SLOWNESS", slowness)
        try:
            kills_in_time.are_in_time(done)
        except AssertionError:
            return False
    return True


@pytest.mark.parametrize(
    "at, slowness, expected",
    [
        ({}, 1, True),
        ({"k7": 1000}, 1, True),
        ({"k7": 1001}, 1, False),
        ({"k7": 6000, "c5": 2000}, 1, True),
        ({"k7": 6000, "c10": 2000}, 1, True),
        ({"k10": 6000, "c10": 2000}, 1, True),
        ({"k7": 6001, "c5": 2000}, 1, False),
        ({"k11": 6000, "c5": 2000}, 1, False),
        ({"k7": 6000, "c15": 2000}, 1, False),
        ({"k7": 4000}, 4, True),
        ({"k7": 4001}, 4, False),
    ],
)
def test_a_kill_is_compared_with_the_controls_beside_it(at, slowness, expected):
    assert are_in_time(kills(**at), slowness) == expected


def test_a_slow_machine_excuses_only_a_few():
    everywhere = {"controls_ms": 500}
    assert are_in_time(kills(**everywhere, k7=1400))
    assert not are_in_time(kills(**everywhere, k7=1400, k8=1400))
    ten = {f"k{number}": 1400 for number in range(10)}
    assert are_in_time(kills(MANY, **everywhere, **ten))
    assert not are_in_time(kills(MANY, **everywhere, **ten, k10=1400))
    assert are_in_time(kills(**everywhere, every_ms=1400), slowness=4)


def test_kills_that_find_nothing_to_undo_prove_nothing():
    done = kills()
    for kill in done[: FEW // 2]:
        kill.traces = (0, 0, 0)
    assert are_in_time(done)
    done[-1].traces = (0, 0, 0)
    assert not are_in_time(done)
