# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Apps that are open beside a measurement and do nothing. Whatever answers a shortage should leave
them as they are."""

import os

from seat import kwin
from seat.busy import Busy

_VISIBLE, _MINIMISED = "org.example.BesideVisible", "org.example.BesideMinimised"


def _lives(app):
    try:
        os.kill(app.pid, 0)
    except ProcessLookupError:
        return False
    return True


class Beside:
    """Two editors, one visible and one minimised. Headroom must run: it reports their windows."""

    def __init__(self):
        self._apps = []

    def stand(self):
        """Starts both anew if one is gone."""
        if self._apps and all(map(_lives, self._apps)):
            return
        self.stop()
        self._apps = Busy.each(_VISIBLE, _MINIMISED, busy=False)
        kwin.minimise_pid(self._apps[1].pid)

    def pids(self):
        """{app: its process}"""
        return {app.app_id: app.pid for app in self._apps}

    def stop(self):
        for app in self._apps:
            app.stop()
        self._apps = []
