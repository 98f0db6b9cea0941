# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Titles of windows on Plasma: KWin's script reports windows, but not their titles."""

from seat import kwin, titles

KONSOLE = ("konsole", "-p", "LocalTabTitleFormat=%w", "-p", "RemoteTabTitleFormat=%w", "-e")
APP = "org.kde.konsole"  # Konsole moves into a scope of its own, which has this name


def test_a_title_stays_where_it_is(kwrite):
    left = titles.live_through(
        lambda: kwin.ask("return workspace.windowList().map(w => w.caption);"),
        KONSOLE,
        lambda _: kwin.activate(APP),
        lambda: kwin.activate("org.kde.kwrite"),
        APP,
    )
    print(left)
    wanted = {"journal", "recording", "status"}
    assert left.app_in_memory and wanted <= set(
        left.places_of_app
    ), "the app's id is found, so the search works"
    assert not left.in_memory and not left.places
