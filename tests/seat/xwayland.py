# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Applications of X11 under a compositor that is made with wlroots (sway, labwc)."""

import uuid

from seat import apps, cgroups
from seat.waiting import Waited, until

_TRIES = 5


def started(app_id, command, is_shown, within=20):
    """Its unit, once is_shown(unit).

    Again where it isn't: wlroots shows an X11 window when its surface is committed. Xwayland says
    over one socket whose surface it is, and commits it over another one; where the commit is read
    first nothing is shown, and the next one never comes, since Xwayland waits for the first to be
    drawn. That is theirs (wlroots 0.18), and a window that is mapped anew gets a new surface. What
    has ended by itself isn't started again."""
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
    raise Waited(f"{app_id} isn't shown in {_TRIES} tries")
