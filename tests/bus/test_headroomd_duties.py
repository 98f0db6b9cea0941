# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Duties of apps, as the desktop's services report them: when they begin, when they began before
the daemon, and when they end."""

import contextlib
import os
import threading
import time

import pytest
from gi.repository import GLib

import fake_sources as fakes
from private_bus import drop_name, take_name, until
from somebody_else import SomebodyElse

ELISA = "org.kde.elisa"


# The source, what it lists, and Headroom's words for it.
CASES = {
    "tray icon": (
        fakes.Tray,
        lambda app: f"{app.connection.get_unique_name()}/StatusNotifierItem",
        "has an icon in the tray",
    ),
    "GameMode": (
        fakes.GameMode,
        lambda app: (app.pid, f"/com/feralinteractive/GameMode/Games/{app.pid}"),
        "is a game registered with GameMode",
    ),
    "background portal": (
        fakes.BackgroundMonitor,
        lambda _: {"app_id": GLib.Variant("s", ELISA)},
        "was allowed to run in the background",
    ),
    "Plasma inhibitor": (
        fakes.PolicyAgent,
        lambda _: ("Elisa", "burns a disc"),
        "keeps the session from sleeping or ending (burns a disc)",
    ),
    "logind inhibitor": (
        fakes.Logind,
        lambda app: ("sleep", "Elisa", "burns a disc", "block", os.getuid(), app.pid),
        "keeps the session from sleeping or ending (burns a disc)",
    ),
    "GNOME inhibitor": (
        lambda bus: fakes.SessionManager(bus, ELISA),
        lambda _: fakes.SessionManager.inhibitor,
        "keeps the session from sleeping or ending",
    ),
    "MPRIS": (fakes.MediaPlayer, lambda _: "Playing", "is playing media"),
}


@pytest.fixture
def app(bus):
    """The app's process on the bus."""
    with SomebodyElse(bus) as app, fakes.tray_item(app.connection):
        yield app


@pytest.fixture
def made(desk, bus, app):
    """A source, created after the app's unit. If the source is the app's own, the app's process
    serves it."""
    unit, _ = desk.app(ELISA)
    desk.tree.show(app.pid, unit, "python3")

    @contextlib.contextmanager
    def making(make):
        with make(bus) as fake:
            if fake.pid:
                desk.tree.show(fake.pid, unit, "python3")
            yield fake

    return making


@pytest.fixture
def start(desk, made):
    def started():
        headroomd = desk.start()
        until(
            lambda: any("is visible" in line for line in headroomd.explain(ELISA)),
            "nothing else prevents a freeze",
        )
        return headroomd

    return started


def says(headroomd, words):
    return any(words in line for line in headroomd.explain(ELISA))


@pytest.mark.parametrize("case", CASES)
def test_it_is_named_and_taken_away_it_is_not(made, app, start, case):
    make, item, words = CASES[case]
    with made(make) as fake:
        headroomd = start()
        for _ in range(2):
            fake.lists(item(app))
            until(lambda: says(headroomd, words), "the duty is named")
            fake.lists()
            until(lambda: not says(headroomd, words), "the duty is no longer named")


@pytest.mark.parametrize("case", CASES)
def test_what_was_there_before_us_is_known(desk, made, app, case):
    """uresourced's fifth defect: it missed games that ran before it."""
    make, item, words = CASES[case]
    with made(make) as fake:
        fake.lists(item(app))
        headroomd = desk.start()
        until(lambda: says(headroomd, words), "the duty is named")


@pytest.mark.parametrize("case", [name for name in CASES if name != "tray icon"])
def test_it_ends_with_whoever_told_it(made, app, start, case):
    make, item, words = CASES[case]
    headroomd = start()
    with made(make) as fake:
        fake.lists(item(app))
        until(lambda: says(headroomd, words), "the duty is named")
    until(lambda: not says(headroomd, words), "the duty ends with its source")


def test_a_tray_icon_outlives_the_tray_and_ends_with_its_app(desk, bus):
    """GNOME's extension for icons leaves the bus while the screen is locked."""
    make, item, words = CASES["tray icon"]
    unit, _ = desk.app(ELISA)
    headroomd = desk.start()
    with SomebodyElse(bus) as app, fakes.tray_item(app.connection):
        desk.tree.show(app.pid, unit, "python3")
        with make(bus) as tray:
            tray.lists(item(app))
            until(lambda: says(headroomd, words), "the duty is named")
        # The bus has sent the end of the name before this question.
        assert says(headroomd, words), "the tray is gone, but the icon may not be"
        with make(bus) as tray:
            tray.lists()
            assert says(headroomd, words), "the app has time to register again"
    until(lambda: not says(headroomd, words), "the duty ends with the app")


def test_progress_on_the_icon(made, start):
    headroomd = start()
    words = "shows the progress of a task"
    with made(fakes.Downloader) as fake:
        uri = f"application://{ELISA}.desktop"
        fake.lists(uri)
        until(lambda: says(headroomd, words), "the duty is named")
        fake.lists()
        fake.lists(uri)
        until(lambda: says(headroomd, words), "the duty is named again")
    until(lambda: not says(headroomd, words), "the duty ends with its connection")


@pytest.mark.parametrize("case", [name for name in CASES if name != "MPRIS"])
def test_a_source_that_never_answers_holds_nobody_up(made, app, start, case):
    make, item, _words = CASES[case]
    over = threading.Event()
    with made(make) as fake:
        fake.in_thread(over.wait)
        try:
            headroomd = start()
            fake.lists(item(app))
            assert headroomd.is_alive()
            headroomd.freeze(ELISA)
            headroomd.thaw(ELISA)
        finally:
            over.set()


@pytest.mark.parametrize("case", CASES)
def test_a_source_that_answers_late_is_heard(made, app, start, case):
    """Where memory runs short, every service is slow, and that is when its answer is needed."""
    make, item, words = CASES[case]
    with made(make) as fake:
        headroomd = start()
        fake.in_thread(
            lambda: time.sleep(2.5)
        )  # longer than an answer takes on a machine without load
        fake.lists(item(app))
        until(lambda: says(headroomd, words), "the duty is named")


def test_a_player_plays_on_when_one_of_its_names_goes(made, start):
    """A player may have a name for each instance beside the one for all of them."""
    with made(fakes.MediaPlayer) as fake:
        headroomd = start()
        second = f"{fakes.MediaPlayer.name}.instance1"
        take_name(fake.connection, second)
        fake.lists("Playing")
        until(lambda: says(headroomd, "is playing media"), "the duty is named")
        drop_name(fake.connection, second)
        # The bus has sent the signal before its answer, so before this question.
        assert says(headroomd, "is playing media")
        drop_name(fake.connection, fakes.MediaPlayer.name)
        until(lambda: not says(headroomd, "is playing media"), "the duty ends with the last name")


def test_a_player_that_was_paused(made, start):
    """A media key calls it. A clip that plays for a moment makes no player, as in a browser's tab,
    and one that has stopped obeys no key."""
    words = "was playing media a while ago"
    with made(fakes.MediaPlayer) as fake:
        headroomd = start()
        for seconds in (0, 10):
            fake.lists("Playing")
            until(lambda: says(headroomd, "is playing media"), "it plays")
            time.sleep(seconds)
            fake.lists("Paused")
            until(lambda: not says(headroomd, "is playing media"), "it is paused")
            assert says(headroomd, words) == (seconds == 10)
        fake.lists("Stopped")
        until(lambda: not says(headroomd, words), "it has stopped")
        fake.lists("Paused")
        fake.lists("Playing")
        until(lambda: says(headroomd, "is playing media"), "it plays again")


def test_nobody_says_what_others_play(bus, start):
    """A signal only concerns its sender, and a sender without a player's name is no player."""
    headroomd = start()
    with fakes.Downloader(bus) as fake:
        fake.connection.emit_signal(
            None,
            "/org/mpris/MediaPlayer2",
            fakes.PROPERTIES,
            "PropertiesChanged",
            GLib.Variant(
                "(sa{sv}as)",
                (
                    "org.mpris.MediaPlayer2.Player",
                    {"PlaybackStatus": GLib.Variant("s", "Playing")},
                    [],
                ),
            ),
        )
        fake.lists("application://nobody.desktop")
        assert headroomd.is_alive()
        assert not says(headroomd, "is playing media")


def test_who_has_copied(desk):
    """No compositor reports which app copied. It counts as the app in front, until another app
    copies or reports stop."""
    _, elisa = desk.app(ELISA)
    _, kate = desk.app("org.kde.kate")
    headroomd = desk.start(focus=elisa)
    words = f"{ELISA} owns the clipboard"
    copied, uncopied = ({"source": "kwin", "type": each} for each in ("copied", "uncopied"))

    def copies():
        desk.kwin.focus(elisa)
        assert desk.kwin.report(copied) == ""
        desk.kwin.focus(kate)
        assert says(headroomd, words)

    copies()
    desk.kwin.report(uncopied)
    assert not says(headroomd, words)
    copies()
    desk.kwin.report({"source": "kwin", "type": "end"})
    desk.kwin.snapshot(*desk.windows, focus=kate)
    until(lambda: headroomd.get("Focused") == "org.kde.kate", "its windows are known again")
    assert not says(headroomd, words), "the clipboard may have another owner by now"
    assert desk.kwin.report(copied) == ""
    desk.kwin.focus(elisa)
    assert any(
        "org.kde.kate owns the clipboard" in line for line in headroomd.explain("org.kde.kate")
    )


def test_a_copy_of_which_window_is_not_known(desk):
    """The report comes before any window. The daemon then first requests the list."""
    desk.app(ELISA)
    desk.start()
    desk.kwin.report({"source": "kwin", "type": "end"})
    assert desk.kwin.report({"source": "kwin", "type": "copied"}) == "snapshot"
