# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A limit that follows the machine does not follow its slowest moment."""

import sys

import pytest

from project import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from seat.almost_slowest import almost_slowest  # noqa: E402


@pytest.mark.parametrize(
    "times, expected",
    [
        ([1, 2000], 1),
        ([5, 2000, 5], 5),
        ([*range(100), 2000], 99),
        ([*range(990), *10 * [2000]], 2000),
        ([*range(991), *9 * [2000]], 990),
    ],
)
def test_an_odd_time_is_left_out(times, expected):
    assert almost_slowest(times) == expected


@pytest.mark.parametrize("times", [[], [2000]])
def test_a_single_time_makes_no_limit(times):
    with pytest.raises(ValueError):
        almost_slowest(times)
