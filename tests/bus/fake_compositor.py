# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A compositor behind a socket, for any protocol. It sends what it is given unchanged, valid or
not."""

import contextlib
import os
import socket
import threading

from private_bus import PATIENCE


class FakeCompositor:
    """Windows are {"id", "pid", "app_id"}; `focused` is one of them. A client is first sent these,
    and then what say() sends.

    A protocol defines Headroom's name for it, the file name of its socket, input that ends a
    connection, input that is ignored, and its messages."""

    name = ""
    file = ""
    nonsense = {}
    senseless = []

    def __init__(self, runtime, windows, number=1):
        self.windows = windows
        self.focused = windows[0]
        self.questions = 0  # requests for all windows
        self.path = runtime / self.file.format(number)
        self._client = None
        self._begun = threading.Event()
        self._hung_up = threading.Event()
        self._saying = threading.RLock()
        self._listening = []
        self.listen(self.path, self._talk)

    def close(self):
        while self._listening:
            listening = self._listening.pop()
            listening.shutdown(
                socket.SHUT_RDWR
            )  # else an accept() in another thread would never return
            listening.close()
        self.path.unlink(missing_ok=True)
        if self._client and not self._hung_up.is_set():
            with contextlib.suppress(OSError):  # it may hang up at this very moment
                self._client.shutdown(socket.SHUT_RDWR)

    def say(self, *pieces, between=lambda: None):
        """Sends the pieces of one message, or of several, with nothing in between."""
        assert self._begun.wait(PATIENCE), "no client has connected"
        with self._saying:
            for piece in pieces:
                self._client.sendall(piece)
                between()

    def focus(self, window):
        self.focused = window
        self.say(self.focus_message(window))

    def hangs_up(self):
        """Whether the other side has hung up."""
        return self._hung_up.is_set()

    # What a protocol defines

    def focus_message(self, window):
        raise NotImplementedError

    def opened_message(self, window):
        raise NotImplementedError

    def closed_message(self, window):
        raise NotImplementedError

    def comes(self, connection):
        """A client has connected, and has sent nothing yet."""

    def hear(self, connection, text):
        """Handles what a client has sent. Returns the rest that isn't complete yet."""
        raise NotImplementedError

    # The shared parts

    def listen(self, path, talk):
        path.parent.mkdir(parents=True, exist_ok=True)
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(os.fspath(path))
        listening.listen()
        self._listening.append(listening)
        threading.Thread(target=self._accept, args=(listening, talk), daemon=True).start()

    def begin(self, connection):
        """This connection gets the events."""
        self._client = connection
        self._begun.set()

    @staticmethod
    def _accept(listening, talk):
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=talk, args=(connection,), daemon=True).start()

    def _talk(self, connection):
        pending = b""
        with contextlib.suppress(OSError), connection:
            self.comes(connection)
            while got := connection.recv(65536):
                pending = self.hear(connection, pending + got)
        if connection is self._client:
            self._hung_up.set()
