# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Plasma's own launchers, by which people start an application with a few letters and Return."""

import contextlib
import subprocess

from seat import kwin, reader
from seat.waiting import SLOWNESS, Waited, until


def by_krunner(words):
    """What these words find first."""
    subprocess.run(["gdbus", "call", "--session", "--dest", "org.kde.krunner", "--object-path", "/App", "--method", "org.kde.krunner.App.query", words],
                   check=True, timeout=60 * SLOWNESS, stdout=subprocess.DEVNULL)
    _confirm("krunner")


def by_kickoff(words):
    """The same in the menu in the panel."""
    reader.listen()
    kwin.hand("key", "super")
    until(lambda: _in_front() == "plasmashell", "the menu takes keys", within=30)
    kwin.hand("type", words)
    until(lambda: reader.find("plasmashell", words, "list item"), "it is found", within=30)
    _confirm("plasmashell")


def _confirm(launcher):
    """As somebody who sees that nothing has happened: while what is found is sorted anew, none of it is chosen, and Return chooses nothing."""
    until(lambda: _in_front() == launcher, f"{launcher} takes keys", within=60)
    for _ in range(3):
        kwin.hand("key", "Return")
        with contextlib.suppress(Waited):
            until(lambda: _in_front() != launcher, f"{launcher} has done it", within=10)
            return
    raise Waited(f"Return does nothing in {launcher}")


def _in_front():
    """Whose window it is, by the program's name."""
    return kwin.ask("return workspace.activeWindow ? workspace.activeWindow.resourceName : ''").removeprefix("org.kde.")
