# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""I/O weights in the virtual machine."""

import os
from pathlib import Path

from seat import cgroups, headroom, machine
from seat.waiting import until

DROP_IN = Path("/usr/share/headroom/root-side/50-headroom-io.conf")
PLACE = Path("/run/systemd/system/user@.service.d")


def delegate_io():
    """The state after a login with the drop-in. The session that runs these tests can't log out."""
    machine.root("mkdir", "-p", str(PLACE))
    machine.root("cp", str(DROP_IN), str(PLACE))
    machine.root("systemctl", "daemon-reload")
    machine.root(
        "systemctl", "set-property", "--runtime", f"user@{os.getuid()}.service", "IOWeight=100"
    )
    until(
        lambda: "io"
        in (cgroups.MANAGER / "cgroup.controllers").read_text(encoding="ascii").split(),
        "the session has the io controller",
    )
    headroom.user("daemon-reexec")
