# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What there is for all apps together has a share for each: a hostile app that takes all that it
gets leaves enough for others."""

import contextlib
import os

import pytest
from gi.repository import GLib

import fake_sources as fakes
from headroomd import connect
from private_bus import until
from somebody_else import SomebodyElse

HOSTILE = "org.example.Hostile"
ELISA = "org.kde.elisa"


@pytest.fixture(name="headroomd")
def beside_a_hostile_app(desk):
    """The hostile app is this process, with any number of connections."""
    unit, _ = desk.app(HOSTILE)
    desk.tree.show(os.getpid(), unit, "hostile")
    desk.elisa, _ = desk.app(ELISA)
    started = desk.start()
    until(lambda: {HOSTILE, ELISA} <= set(started.call("Measure")[0]), "both are known")
    return started


def says(headroomd, words):
    return any(words in line for line in headroomd.explain(ELISA))


@pytest.mark.parametrize("connections, items", [(1, 260), (20, 13)])
def test_tray_icons_without_an_end(desk, bus, headroomd, connections, items):
    with contextlib.ExitStack() as held:
        tray = held.enter_context(fakes.Tray(bus))
        listed = []
        for _ in range(connections):
            connection = connect(bus)
            paths = [f"/item/{number}" for number in range(items)]
            held.enter_context(fakes.tray_item(connection, *paths))
            listed += [connection.get_unique_name() + path for path in paths]
        app = held.enter_context(SomebodyElse(bus))
        held.enter_context(fakes.tray_item(app.connection))
        desk.tree.show(app.pid, desk.elisa, "python3")
        tray.lists(*listed, f"{app.connection.get_unique_name()}/StatusNotifierItem")
        until(lambda: says(headroomd, "has an icon in the tray"), "the last one counts, too")


def test_icons_that_others_have_named_take_no_place_from_the_real_one(desk, bus, headroomd):
    """They are listed before it, for the same connection."""
    with fakes.Tray(bus) as tray, SomebodyElse(bus) as app:
        desk.tree.show(app.pid, desk.elisa, "python3")
        name = app.connection.get_unique_name()
        listed = [f"{name}/made/up/{number}" for number in range(20)]
        tray.lists(*listed)
        headroomd.await_log("has no tray icon, although one was registered for it")
        until(headroomd.rests, "all of them are dropped")
        with fakes.tray_item(app.connection):
            tray.lists(*listed, f"{name}/StatusNotifierItem")
            until(lambda: says(headroomd, "has an icon in the tray"), "the real one counts")


def test_progress_without_an_end(desk, bus, headroomd):
    crowd = [connect(bus) for _ in range(70)]
    shown = {"progress-visible": GLib.Variant("b", True)}
    for connection in crowd:
        connection.emit_signal(
            None,
            "/com/canonical/unity/launcherentry/7",
            "com.canonical.Unity.LauncherEntry",
            "Update",
            GLib.Variant("(sa{sv})", ("application://hostile.desktop", shown)),
        )
        connection.flush_sync(None)
    with fakes.Downloader(bus) as fake:
        desk.tree.show(fake.pid, desk.elisa, "python3")

        def is_named():
            fake.lists(f"application://{ELISA}.desktop")
            return says(headroomd, "shows the progress of a task")

        until(is_named, "there is a place for it")
    for connection in crowd:
        connection.close_sync(None)
