# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The extension's preferences in GNOME, in a window whose text can be queried."""

import json
import os
import subprocess
from pathlib import Path

from seat.waiting import until

_WINDOW = Path(__file__).resolve().parents[1] / "session/preferences_window.js"
# GNOME Shell keeps the libraries of its service in a private directory.
_OWN_LIBRARIES = {
    "GI_TYPELIB_PATH": "/usr/lib/gnome-shell/girepository-1.0",
    "LD_LIBRARY_PATH": "/usr/lib/gnome-shell",
}


class Preferences:
    def __init__(self):
        self._gjs = subprocess.Popen(
            ["gjs", "-m", _WINDOW],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | _OWN_LIBRARIES,
        )
        until(self.texts, "the preferences are shown", within=60)

    def texts(self):
        """The text of the current page, from top to bottom."""
        self._gjs.stdin.write("\n")
        self._gjs.stdin.flush()
        return json.loads(self._gjs.stdout.readline())

    def close(self):
        self._gjs.communicate()
