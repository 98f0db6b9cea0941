# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""foot, a terminal that gives its windows no cgroups."""

import os
import subprocess
import uuid
from pathlib import Path

from seat import apps, cgroups, headroom, tabs
from seat.waiting import until


class Foot:
    """Two windows of one foot."""

    def __init__(self, scratch):
        headroom.user(
            "stop", "foot-server.socket", "foot-server.service", check=False
        )  # Debian's own server, which would show the windows
        until(lambda: not cgroups.pids_running("foot"), "no other foot runs")
        socket = Path(f"/run/user/{os.getuid()}/foot-wayland-0.sock")
        socket.unlink(missing_ok=True)  # a killed server leaves it behind
        self.unit = apps.own_unit("foot", uuid.uuid4().hex, "foot", "--server")
        until(socket.exists, "foot listens", within=60)
        self.server = until(
            lambda: next(iter(cgroups.pids_running("foot")), None), "foot runs", within=60
        )
        self.cgroup = cgroups.cgroup_of(self.server)
        self._clients = []
        try:
            self.tabs = tuple(tabs.Tab(self._new_window(), scratch) for _ in range(2))
            headroom.wait_for_app(
                "foot", lambda entry: entry["windows"] == 2, "both windows are up", within=60
            )
        except BaseException:
            self.end()
            raise

    def _new_window(self):
        before = set(tabs.shells_of(self.server))
        self._clients.append(
            subprocess.Popen(
                ["footclient", "bash", "--norc"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )
        return until(
            lambda: next(iter(set(tabs.shells_of(self.server)) - before), None),
            "its shell runs",
            within=60,
        )

    def is_whole(self):
        return all(cgroups.cgroup_of(tab.shell) == self.cgroup for tab in self.tabs)

    def end(self):
        apps.kill(self.unit)
        for client in self._clients:
            client.kill()
            client.wait()
