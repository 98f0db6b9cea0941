# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""KWin killed, as by a crash: its wrapper starts it anew, and Qt's applications go on in it. The last file of the session: not every program outlives that."""

import os
import signal
import subprocess

from seat import apps, cgroups, headroom, kwin
from seat.waiting import until

KWRITE, DOLPHIN = "org.kde.kwrite", "org.kde.dolphin"
PROGRAMS = {KWRITE: "kwrite", DOLPHIN: "dolphin"}
RIGHT_AGAIN = 2  # seconds


def pid_of(app_id):
    return next(iter(cgroups.pids_running(PROGRAMS[app_id])))


def compositor():
    """By its name: it has a capability, so nobody may see what it runs."""
    found = subprocess.run(["pgrep", "-x", "kwin_wayland"], check=False, capture_output=True, text=True).stdout.split()
    return int(found[0]) if found else None


def test_who_is_in_front_is_known_again():
    units = []
    for app_id in PROGRAMS:
        apps.from_menu(app_id)
        units += headroom.wait_for_app(app_id, lambda entry: entry["windows"] > 0, "its window is up", within=90)["units"]
    until(lambda: headroom.status()["focused"] == DOLPHIN, "the last one is in front")
    killed = compositor()
    try:
        os.kill(killed, signal.SIGKILL)
        until(lambda: not headroom.status()["window_source"], "Headroom has noticed", within=RIGHT_AGAIN)
        assert headroom.app(KWRITE)["windows"] is None, "and no longer believes what KWin has told"
        until(lambda: compositor() not in (None, killed), "KWin is started anew", within=60)
        until(lambda: headroom.status()["window_source"] == "kwin", "it tells of windows again", within=60)
        for app_id in (KWRITE, DOLPHIN, KWRITE):
            until(lambda name=app_id: kwin.windows(pid_of(name)), f"{app_id} has its window again", within=60)
            kwin.activate_pid(pid_of(app_id))
            until(lambda name=app_id: headroom.status()["focused"] == name, f"{app_id} is in front", within=RIGHT_AGAIN)
            assert headroom.app(app_id)["windows"] == 1
    finally:
        apps.stop(*units)
