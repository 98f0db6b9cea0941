# desktop: x11
# packages: @zoo
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The zoo in openbox, from a launcher that keeps what it starts in its own unit."""

import pytest

from seat import zoo_desks, zoo_programs
from seat.zoo_walk import through

NAMES = [
    program.name
    for program in zoo_programs.PROGRAMS
    if program.name not in zoo_programs.ONLY_WAYLAND
]


@pytest.fixture(scope="module", name="walk")
def walk_here(request):
    with through(request, zoo_desks.X11(), "test_from_a_launcher") as walk:
        yield walk


@pytest.mark.parametrize("name", NAMES)
def test_from_a_launcher(walk, name):
    row = walk.row(name)
    assert not row.wrong, row
