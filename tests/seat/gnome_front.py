# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The foreground app in GNOME, and what shows why it is another one than a test expects: mutter's
marks, the focus by the Shell's word, the processes of Files, and what Headroom did last."""

import os

from gi.repository import GLib

from seat import cgroups, gnome, headroom
from seat.waiting import until

_MARK = "user.xdg.inactive-since"
_LAST = 10  # lines of the history


def in_front(app_id, within=5):
    until(
        lambda: headroom.status()["focused"] == app_id,
        lambda: f"{app_id} is in front; {described()}",
        within,
    )


def none_is_known():
    until(
        lambda: headroom.status()["focused"] is None,
        lambda: f"no foreground app is known; {described()}",
    )


def described():
    """For people to read, once a test has failed."""
    history = headroom.ctl("history", check=False).stdout.splitlines()
    return "\n".join(
        [
            f"it is: {headroom.status()['focused'] or 'none'}",
            f"the Shell's focus is with process {_focused_pid()}",
            f"processes of Files: {cgroups.pids_running('nautilus') or 'none'}",
            "mutter's marks:",
            *(f"  {name}: {mark}" for name, mark in sorted(marks().items())),
            "what Headroom did last:",
            *(f"  {line}" for line in history[-_LAST:]),
        ]
    )


def marks():
    """mutter's mark on each unit that has one."""
    found = {}
    for directory, _, _ in os.walk(cgroups.MANAGER):
        try:
            found[os.path.basename(directory)] = os.getxattr(directory, _MARK).decode()
        except OSError:
            continue  # it never had the focus, or is gone
    return found


def _focused_pid():
    try:
        return gnome.focused_pid()
    except GLib.Error as problem:
        return f"unknown: {problem.message}"
