# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Plasma's own launchers, by which people start an application with a few letters and Return."""

import contextlib
import subprocess

from seat import kwin, reader
from seat.waiting import SLOWNESS, Waited, until


def by_krunner(words):
    """What these words find first."""
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
    until(lambda: _in_front() == "krunner", "krunner takes keys", within=60)
    _confirm("krunner", words)


def by_kickoff(words):
    """The same in the menu in the panel."""
    reader.listen()
    kwin.hand("key", "super")
    until(lambda: _in_front() == "plasmashell", "the menu takes keys", within=30)
    kwin.hand("type", words)
    _confirm("plasmashell", words)


def _is_first(launcher, words):
    return next(iter(reader.rows(launcher)), "").startswith(words)


def _confirm(launcher, words):
    """As somebody who sees what Return would start. Before anything is found it starts whatever is found first, be it only for a moment; before the words are
    there it closes the launcher; and while what is found is sorted anew, none of it is chosen, and Return does nothing.
    """
    for _ in range(3):
        until(
            lambda: _is_first(launcher, words) and _is_first(launcher, words),
            f"{launcher} has found {words!r}",
            within=30,
        )
        kwin.hand("key", "Return")
        with contextlib.suppress(Waited):
            until(lambda: _in_front() != launcher, f"{launcher} has done it", within=10)
            return
    raise Waited(f"Return does nothing in {launcher}")


def _in_front():
    """Whose window it is, by the program's name."""
    return kwin.ask(
        "return workspace.activeWindow ? workspace.activeWindow.resourceName : ''"
    ).removeprefix("org.kde.")
