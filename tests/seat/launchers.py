# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Plasma's own launchers, in which users start an app with a few letters and Return."""

import contextlib
import subprocess

from seat import kwin, reader
from seat.waiting import SLOWNESS, Waited, until


def by_krunner(words):
    """Starts the first match for these words."""
    reader.listen()
    subprocess.run(
        [
            "gdbus",
            "call",
            "--session",
            "--dest",
            "org.kde.krunner",
            "--object-path",
            "/App",
            "--method",
            "org.kde.krunner.App.query",
            words,
        ],
        check=True,
        timeout=60 * SLOWNESS,
        stdout=subprocess.DEVNULL,
    )
    until(lambda: _in_front() == "krunner", "krunner has the keyboard focus", within=60)
    _confirm("krunner", words)


def by_kickoff(words):
    """The same in the menu of the panel."""
    reader.listen()
    kwin.hand("key", "super")
    until(lambda: _in_front() == "plasmashell", "the menu has the keyboard focus", within=30)
    kwin.hand("type", words)
    _confirm("plasmashell", words)


def _is_first(launcher, words):
    return next(iter(reader.rows(launcher)), "").startswith(words)


def _confirm(launcher, words):
    """Like a user who sees what Return would start. Return starts the current first match, even if
    it is first only for a moment. Before the words are typed, Return closes the launcher. While
    matches are sorted again, none is selected and Return does nothing."""
    for _ in range(3):
        until(
            lambda: _is_first(launcher, words) and _is_first(launcher, words),
            f"{launcher} has found {words!r}",
            within=30,
        )
        kwin.hand("key", "Return")
        with contextlib.suppress(Waited):
            until(lambda: _in_front() != launcher, f"{launcher} has started it", within=10)
            return
    raise Waited(f"Return does nothing in {launcher}")


def _in_front():
    """The owner of the active window, by the program's name."""
    return kwin.ask(
        "return workspace.activeWindow ? workspace.activeWindow.resourceName : ''"
    ).removeprefix("org.kde.")
