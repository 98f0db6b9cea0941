# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A compositor behind a socket, whatever its language. What it is told to say goes out as it is, sense or nonsense."""

import contextlib
import os
import socket
import threading

from private_bus import PATIENCE


class FakeCompositor:
    """Windows are {"id", "pid", "app_id"}; `focused` is one of them. Whoever comes is told of them, and then what say() says.

    Of a language are the name by which Headroom calls it, its socket's file name, what ends a connection, what is passed over, and how its messages are made.
    """

    name = ""
    file = ""
    nonsense = {}
    senseless = []

    def __init__(self, runtime, windows, number=1):
        self.windows = windows
        self.focused = windows[0]
        self.questions = 0  # about all windows
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
            )  # else whoever waits in another thread would go on doing so
            listening.close()
        self.path.unlink(missing_ok=True)
        if self._client and not self._hung_up.is_set():
            with contextlib.suppress(OSError):  # it may hang up at this very moment
                self._client.shutdown(socket.SHUT_RDWR)

    def say(self, *pieces, between=lambda: None):
        """The pieces of one message, or of many; nothing else is said in between."""
        assert self._begun.wait(PATIENCE), "nobody came"
        with self._saying:
            for piece in pieces:
                self._client.sendall(piece)
                between()

    def focus(self, window):
        self.focused = window
        self.say(self.focus_message(window))

    def hangs_up(self):
        """Whether the other side has."""
        return self._hung_up.is_set()

    # What a language has

    def focus_message(self, window):
        raise NotImplementedError

    def opened_message(self, window):
        raise NotImplementedError

    def closed_message(self, window):
        raise NotImplementedError

    def comes(self, connection):
        """Somebody has called, and has said nothing yet."""

    def hear(self, connection, text):
        """Takes what somebody has said; gives what isn't whole yet."""
        raise NotImplementedError

    # What they are made of

    def listen(self, path, talk):
        path.parent.mkdir(parents=True, exist_ok=True)
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(os.fspath(path))
        listening.listen()
        self._listening.append(listening)
        threading.Thread(target=self._accept, args=(listening, talk), daemon=True).start()

    def begin(self, connection):
        """This is the one that events are for."""
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
