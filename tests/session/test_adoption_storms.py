# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Fifty apps that fork all the time while they are adopted: no process is left behind. Ten of them
run for every change (test_adoption.py)."""

import pytest

from seat import storm


@pytest.mark.parametrize("number", range(50))
def test_a_tree_that_forks_all_the_time_leaves_nobody_behind(number):
    storm.leaves_nobody_behind(number)
