# desktop: sway
# packages: @zoo
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The zoo on sway, from a launcher that keeps what it starts in its own unit, and by setsid in
foot."""

import pytest

from seat import sway, zoo_desks, zoo_programs
from seat.zoo_walk import through

NAMES = [program.name for program in zoo_programs.PROGRAMS]
# foot started from foot is the same app
GUESTS_OF_FOOT = [name for name in NAMES if name != "foot"]


def foot(command):
    sway.msg("exec", " ".join(["foot", *command]))


@pytest.fixture(scope="module", name="launcher")
def walk_from_a_launcher(request):
    with through(request, zoo_desks.Sway(), "test_from_a_launcher") as walk:
        yield walk


@pytest.fixture(scope="module", name="terminal")
def walk_from_a_terminal(request):
    desk = zoo_desks.FromTerminal(zoo_desks.Sway(), foot)
    with through(request, desk, "test_from_a_terminal") as walk:
        yield walk


@pytest.mark.parametrize("name", NAMES)
def test_from_a_launcher(launcher, name):
    row = launcher.row(name)
    assert not row.wrong, row


@pytest.mark.parametrize("name", GUESTS_OF_FOOT)
def test_from_a_terminal(terminal, name):
    row = terminal.row(name)
    assert not row.wrong, row
