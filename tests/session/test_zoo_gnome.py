# desktop: gnome
# packages: @zoo
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The zoo, started from GNOME Shell, without our extension and with it."""

import pytest

from seat import gnome, headroom, zoo_desks, zoo_programs
from seat.waiting import until
from seat.zoo_walk import through

NAMES = [
    program.name
    for program in zoo_programs.PROGRAMS
    if program.name not in zoo_programs.NOT_IN_GNOMES_MENU
]


@pytest.fixture(scope="module", autouse=True)
def our_entries():
    gnome.overview(False)
    zoo_programs.write_ours()


@pytest.fixture(scope="module", name="stock")
def walk_in_a_stock_shell(request):
    gnome.extension(False)
    until(lambda: headroom.status()["window_source"] == "mutter", "mutter is the window source")
    with through(request, zoo_desks.Gnome("gnome"), "test_stock") as walk:
        yield walk


@pytest.fixture(scope="module", name="extended")
def walk_with_the_extension(request):
    gnome.extension(True)
    until(
        lambda: headroom.status()["window_source"] == "gnome-shell", "the extension reports windows"
    )
    with through(request, zoo_desks.Gnome("gnome-extended"), "test_with_the_extension") as walk:
        yield walk
    gnome.extension(False)


@pytest.mark.parametrize("name", NAMES)
def test_stock(stock, name):
    row = stock.row(name)
    assert not row.wrong, row


@pytest.mark.parametrize("name", NAMES)
def test_with_the_extension(extended, name):
    row = extended.row(name)
    assert not row.wrong, row
