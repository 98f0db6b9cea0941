# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""KWin is killed, as by a crash, and its wrapper restarts it. This is the last file of the session,
since most programs end with KWin."""

import os
import signal
import uuid

from seat import apps, cgroups, headroom, kwin
from seat.waiting import until

KWRITE, DOLPHIN = "org.kde.kwrite", "org.kde.dolphin"
PAUSED = "org.example.paused"
PROGRAMS = {KWRITE: "kwrite", DOLPHIN: "dolphin"}
RIGHT_AGAIN = 2  # seconds


def started(app_id):
    apps.from_menu(app_id)
    return headroom.wait_for_app(
        app_id, lambda entry: (entry["windows"] or 0) > 0, "its window is up", within=90
    )["units"]


def windows_of(app_id):
    """{process: number of windows}. A program may outlive its compositor. Then two of its processes
    run, and one of them may have no window yet."""
    windows = {pid: len(kwin.windows(pid)) for pid in cgroups.pids_running(PROGRAMS[app_id])}
    return {pid: number for pid, number in windows.items() if number}


def bring_to_front(app_id):
    kwin.activate_pid(next(iter(until(lambda: windows_of(app_id), f"{app_id} has a window"))))
    headroom.in_front(app_id, within=RIGHT_AGAIN)


def test_who_is_in_front_is_known_again():
    units = started(KWRITE)
    bring_to_front(KWRITE)
    paused = apps.own_unit(PAUSED, uuid.uuid4().hex, "sleep", "infinity")
    units.append(paused)
    killed = kwin.process()
    try:
        headroom.wait_for_app(PAUSED)
        headroom.ctl("freeze", PAUSED)
        until(lambda: cgroups.is_frozen(paused), "it is frozen")
        os.kill(killed, signal.SIGKILL)
        until(
            lambda: not headroom.status()["window_source"],
            "Headroom has noticed that KWin is gone",
            within=RIGHT_AGAIN,
        )
        assert not headroom.status()["focused"], "KWin's last report no longer counts"
        until(lambda: not cgroups.is_frozen(paused), "nothing stays frozen without windows")
        until(lambda: kwin.process() not in (None, killed), "KWin is restarted", within=60)
        until(
            lambda: headroom.status()["window_source"] == "kwin",
            "KWin reports windows again",
            within=60,
        )
        for app_id in PROGRAMS:
            units += started(app_id)
        for app_id in (KWRITE, DOLPHIN, KWRITE):
            bring_to_front(app_id)
            until(
                lambda app_id=app_id: headroom.app(app_id)["windows"]
                == sum(windows_of(app_id).values())
                > 0,
                f"all windows of {app_id} are known",
            )
    finally:
        apps.stop(*units)
