# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Two apps without a window, which views show as paused."""

import contextlib
import uuid

from seat import apps, cgroups, headroom
from seat.waiting import until

APPS = ("org.example.Hog", "org.example.Other")
PAUSE = "Pause Headroom for an Hour"


@contextlib.contextmanager
def two_apps(close_view):
    """{app: unit}. At the end, CLOSE_VIEW is called while they still run."""
    units = [apps.own_unit(app, uuid.uuid4().hex, "sleep", "1000") for app in APPS]
    for app in APPS:
        headroom.wait_for_app(app)
    yield dict(zip(APPS, units))
    close_view()
    headroom.ctl("thaw", "--all")
    apps.kill(*units)


def pause(units, *wanted):
    for app in wanted:
        headroom.ctl("freeze", app)
        until(lambda unit=units[app]: cgroups.is_frozen(unit), f"{app} is frozen")
