# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""systemd-oomd as distributions configure it. Debian's package has the settings with which Fedora
introduced it: it watches each user's manager, with a limit of 50 % for 20 s."""

import contextlib
import os
import re

from seat import headroom, machine, unit_files
from seat.waiting import until

UNITS = ("systemd-oomd.socket", "systemd-oomd.service")
_MANAGER = f"user@{os.getuid()}.service"

# Fedora's systemd-oomd-defaults: these limits for each slice that holds apps.
_LIMITS = "[Slice]\nManagedOOMMemoryPressure=kill\nManagedOOMMemoryPressureLimit=80%\n"
FEDORA_APPS = {
    "/run/systemd/oomd.conf.d/fedora.conf": "[OOM]\nDefaultMemoryPressureDurationSec=20s\n",
    "/run/systemd/user/app.slice.d/fedora.conf": _LIMITS,
}
# All of them, in place of Debian's.
FEDORA = FEDORA_APPS | {
    "/run/systemd/user/background.slice.d/fedora.conf": _LIMITS,
    "/run/systemd/system/system.slice.d/fedora.conf": _LIMITS,
    "/run/systemd/system/user@.service.d/fedora.conf": (
        "[Service]\nManagedOOMMemoryPressure=auto\n"
    ),
}
# oomd.conf without any change (60 % for 30 s), and the units that systemd-oomd.service(8)
# recommends to watch.
UPSTREAM = {
    "/run/systemd/oomd.conf.d/upstream.conf": "[OOM]\nDefaultMemoryPressureDurationSec=30s\n",
    "/run/systemd/system/-.slice.d/upstream.conf": "[Slice]\nManagedOOMSwap=kill\n",
    "/run/systemd/system/user@.service.d/upstream.conf": (
        "[Service]\nManagedOOMMemoryPressure=kill\nManagedOOMMemoryPressureLimit=0%\n"
    ),
}
DEBIAN = {}


def _watches(name):
    return re.search(rf"^\s*Path: \S*{re.escape(name)}$", machine.root("oomctl"), re.MULTILINE)


@contextlib.contextmanager
def running(texts):
    """It runs with these files in /run. The user's manager reports its slices when it reads its
    units. With them it reports its own root slice, which is the cgroup of user@.service, as not to
    be watched. So it reads them again only if its slices are the ones to watch."""
    watched = "app.slice" if texts is FEDORA else _MANAGER
    with unit_files.written(texts):
        try:
            machine.root("systemctl", "start", *UNITS)
            if texts is FEDORA:
                headroom.user("daemon-reload")
            until(lambda: _watches(watched), f"systemd-oomd watches {watched}", within=30)
            yield
        finally:
            machine.root("systemctl", "stop", *reversed(UNITS))
