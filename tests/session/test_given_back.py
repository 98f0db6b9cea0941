# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Thousands of cgroups come and go. The daemon gives their memory back."""

import contextlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from scale import FEW_IDLE, FEW_LIVE, Place  # noqa: E402

MOST_LEFT_KIB = 4096  # of 20 MiB


def test_the_memory_of_thousands_of_cgroups_is_given_back():
    with contextlib.ExitStack() as held:
        found = Place(held, FEW_IDLE, FEW_LIVE).after_many_came_and_went()
    print(found)
    assert found["peak_kib"] > 2 * MOST_LEFT_KIB
    assert found["left_kib"] <= MOST_LEFT_KIB
    assert found["left_descriptors"] <= 0
