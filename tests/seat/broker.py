# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroom-broker in the virtual machine, as the package headroom-root installs it."""

import os
import socket
from pathlib import Path

from seat import headroom, machine
from seat.waiting import SLOWNESS, until

UID = os.getuid()
SOCKET = Path(f"/run/headroom-broker/{UID}")
SERVICE = f"headroom-broker@{UID}.service"
_SOCKET_UNIT = f"headroom-broker@{UID}.socket"
_DROP_IN = Path("/usr/share/headroom/root-side/50-headroom-broker.conf")
_PLACE = Path("/run/systemd/system/user@.service.d")


def install():
    """The state after a login with the package. The session that runs the tests can't log out."""
    machine.root("mkdir", "-p", str(_PLACE))
    machine.root("cp", str(_DROP_IN), str(_PLACE))
    machine.root("systemctl", "daemon-reload")
    wanted = machine.root("systemctl", "show", "--value", "-p", "Wants", f"user@{UID}.service")
    assert _SOCKET_UNIT in wanted.split()
    machine.root("systemctl", "start", _SOCKET_UNIT)


def remove():
    machine.root("systemctl", "stop", _SOCKET_UNIT, SERVICE)
    machine.root("rm", "-f", str(_PLACE / _DROP_IN.name))
    machine.root("systemctl", "daemon-reload")


def speed():
    """What `headroomctl doctor` shows."""
    return headroom.status()["capabilities"]["pressure"]["reason"]


def until_in_use():
    until(lambda: "headroom-broker" in speed() and "late" not in speed(), speed, within=60)


def take_into_use():
    """Headroom looks for the broker when it starts, so it is started anew, or started."""
    headroom.user("restart", "headroomd.service")
    headroom.wait_for_daemon()
    until_in_use()


def until_missed(pid):
    """Waits until Headroom has noticed that the broker of this pid is gone. It may have found the
    next one already: it looks whenever it begins to follow a unit."""
    until(lambda: "late" in speed() or shown("MainPID") not in ("0", pid), speed, within=60)


def shown(name):
    return machine.root("systemctl", "show", "--value", "-p", name, SERVICE).strip()


class Caller:
    """A connection that keeps what it is given."""

    def __init__(self):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(20 * SLOWNESS)
        self._socket.connect(str(SOCKET))
        self.kept = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def ask(self, request):
        self._socket.send(request.encode())
        text, descriptors, *_ = socket.recv_fds(self._socket, 4096, 1)
        self.kept += descriptors
        assert (text == b"Armed") == bool(descriptors)
        return text.decode()

    def is_closed(self):
        """Waits for the end of the connection."""
        return self._socket.recv(1) == b""

    def close(self):
        """Keeps the descriptors."""
        self._socket.close()
