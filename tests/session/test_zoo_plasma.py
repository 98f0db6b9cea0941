# packages: @zoo
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The zoo, started from Plasma's menu, and by setsid in Konsole."""

import subprocess
import uuid

import pytest

from seat import apps, zoo_desks, zoo_programs
from seat.zoo_walk import through

NAMES = [program.name for program in zoo_programs.PROGRAMS]


def konsole(command):
    apps.own_unit("org.kde.konsole", uuid.uuid4().hex, "konsole", "-e", *command)


@pytest.fixture(scope="module", autouse=True)
def our_entries():
    if zoo_programs.write_ours():
        subprocess.run(["kbuildsycoca6"], check=True, timeout=60, capture_output=True)


@pytest.fixture(scope="module", name="menu")
def walk_from_the_menu(request):
    with through(request, zoo_desks.Plasma(), "test_from_the_menu") as walk:
        yield walk


@pytest.fixture(scope="module", name="terminal")
def walk_from_a_terminal(request):
    desk = zoo_desks.FromTerminal(zoo_desks.Plasma(), konsole)
    with through(request, desk, "test_from_a_terminal") as walk:
        yield walk


@pytest.mark.parametrize("name", NAMES)
def test_from_the_menu(menu, name):
    row = menu.row(name)
    assert not row.wrong, row


@pytest.mark.parametrize("name", NAMES)
def test_from_a_terminal(terminal, name):
    row = terminal.row(name)
    assert not row.wrong, row
