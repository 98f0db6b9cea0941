# packages: chromium xterm
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The zoo's short form: programs of several units and processes, each of which is one app. The
nightly zoo waits for a minute until it checks that they are alive."""

import pytest

from seat import zoo_desks, zoo_programs
from seat.zoo_walk import through

ALIVE_AFTER = 5  # seconds since they were thawed


@pytest.fixture(scope="module", name="walk")
def walk_here(request):
    with through(request, zoo_desks.Plasma(), "test_it_is_one_app", ALIVE_AFTER) as walk:
        yield walk


@pytest.mark.parametrize("name", zoo_programs.SHORT)
def test_it_is_one_app(walk, name):
    row = walk.row(name)
    assert not row.wrong, row
