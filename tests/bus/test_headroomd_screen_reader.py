# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""While a screen reader runs, no app with a window is frozen under pressure: the screen reader
would wait for its answers. It is found with each version of AT-SPI, and by Orca's name."""

import pytest
from gi.repository import GLib

import fake_sources as fakes
from private_bus import until
from short_of_memory import Figures
from somebody_else import SomebodyElse

HOG, KATE = "org.example.Hog", "org.kde.kate"
WORDS = f"a screen reader is running, and would have to wait for {HOG}"
MADE = {
    "the setting": fakes.Accessibility,
    "a program that listens": fakes.NewerAccessibility,
    "Orca": lambda bus: fakes.Comer(bus, "org.gnome.Orca.Service"),
}


def reads(fake, does):
    if not isinstance(fake, fakes.Comer):
        fake.reads(does)
    elif does:
        fake.take_name()
    else:
        fake.leave_name()


def is_read_aloud(headroomd):
    return any(WORDS in line for line in headroomd.explain(HOG))


@pytest.fixture
def start(desk, hog):
    _, front = desk.app(KATE)

    def started():
        headroomd = desk.start(focus=front)
        until(lambda: HOG in headroomd.call("Measure")[0], "the app is known")
        return headroomd

    return started


@pytest.mark.parametrize("what", MADE)
def test_a_frozen_app_goes_on_as_soon_as_one_runs(bus, desk, hog, start, what):
    with Figures(desk.tree, hog) as figures, MADE[what](bus) as fake:
        headroomd = start()
        figures.grow()
        desk.tree.makes_the_daemon_sample()
        figures.stall()
        until(hog.is_frozen, "it is frozen")
        reads(fake, True)
        until(lambda: not hog.is_frozen(), "it goes on")
        hog.settles(frozen=False)
        assert f"resumed {HOG}: it may no longer be paused" in [
            entry[5] for entry in headroomd.history()
        ]
        until(lambda: is_read_aloud(headroomd), "the reason is named")
        reads(fake, False)
        until(lambda: not is_read_aloud(headroomd), "the reason is gone")


def test_one_that_runs_already_is_found_and_ends_with_its_service(bus, start):
    with fakes.Accessibility(bus) as fake:
        fake.reads(True)
        headroomd = start()
        until(lambda: is_read_aloud(headroomd), "it is found")
    until(lambda: not is_read_aloud(headroomd), "nobody announces it any more")


def test_a_user_may_pause_it_all_the_same(bus, hog, start):
    with fakes.Accessibility(bus) as fake:
        fake.reads(True)
        headroomd = start()
        until(lambda: is_read_aloud(headroomd), "it is found")
        headroomd.freeze(HOG)
        until(headroomd.rests, "the daemon has nothing more to do")
        assert hog.is_frozen(), headroomd.history()


@pytest.mark.parametrize("runs", [True, False])
def test_a_forged_change_changes_nothing(bus, start, runs):
    with fakes.Accessibility(bus) as fake, SomebodyElse(bus) as it:
        headroomd = start()
        for does in (not runs, runs):
            fake.reads(does)
            until(lambda does=does: is_read_aloud(headroomd) == does, "the service is heard")
        changed = {fake.member: GLib.Variant("b", not runs)}
        it.connection.emit_signal(
            None,
            fake.path,
            fakes.PROPERTIES,
            "PropertiesChanged",
            GLib.Variant("(sa{sv}as)", (fake.interface, changed, [])),
        )
        it.connection.flush_sync(None)
        until(headroomd.rests, "the daemon has nothing more to do")
        assert is_read_aloud(headroomd) == runs
