# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A bus connection that another process has made. The bus derives the owner of a connection from
that. The test's own process is the whole desktop, and so belongs to no app."""

import os
import socket
import subprocess
import sys

from gi.repository import Gio

_CONNECTS = """
import socket, sys
bus, fd = sys.argv[1:]
with socket.socket(socket.AF_UNIX) as made, socket.socket(fileno=int(fd)) as to:
    made.connect(bus)
    socket.send_fds(to, [b"."], [made.fileno()])
    to.recv(1)
"""


class SomebodyElse:
    """`connection`, and `pid` of the process that owns it, which ends with close(). neighbour: a
    process whose namespaces it enters."""

    def __init__(self, address, neighbour=None):
        self._ours, theirs = socket.socketpair()
        path = dict(each.split("=", 1) for each in address.partition(":")[2].split(","))["path"]
        with theirs:
            enter = (
                ["nsenter", f"--target={neighbour}", "--user", "--mount", "--preserve-credentials"]
                if neighbour
                else []
            )
            self._process = subprocess.Popen(
                [*enter, sys.executable, "-c", _CONNECTS, path, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
            )
        self.pid = self._process.pid
        _, [made], _, _ = socket.recv_fds(self._ours, 1, 1)
        stream = Gio.Socket.new_from_fd(made).connection_factory_create_connection()
        flags = (
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
            | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        )
        self.connection = Gio.DBusConnection.new_sync(stream, None, flags, None, None)

    def loses_its_process(self):
        """The process ends, and its connection stays. Its pid is taken until close()."""
        self._process.kill()
        os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)  # leaves it as a zombie

    def close(self):
        self.connection.close_sync(None)
        self._ours.close()
        self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
