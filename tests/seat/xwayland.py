# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""X11 apps under a compositor that uses wlroots (sway, labwc)."""

import uuid

from seat import apps, cgroups
from seat.waiting import Waited, until

_TRIES = 5


def started(app_id, command, is_shown, within=20):
    """Returns its unit, once is_shown(unit).

    If the app isn't shown, it is started again. wlroots shows an X11 window when its surface is
    committed. Xwayland reports over one socket which surface belongs to the window, and commits the
    surface over another one. If the commit is read first, nothing is shown. The next commit never
    comes, since Xwayland waits until the first is drawn. This is a bug in wlroots 0.18; a window
    that is mapped again gets a new surface. An app that has ended by itself isn't started again."""
    for _ in range(_TRIES):
        unit = apps.own_unit(app_id, uuid.uuid4().hex, *command)
        try:
            until(lambda: is_shown(unit), f"{app_id} has its windows", within)
            return unit
        except Waited as without:
            print(without)
            directory = cgroups.directory(unit)
            assert directory and cgroups.pids_in(directory), f"{app_id} has ended by itself"
            apps.kill(unit)
    raise Waited(f"{app_id} isn't shown after {_TRIES} tries")
