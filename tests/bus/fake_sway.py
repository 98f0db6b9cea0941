# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A compositor behind a socket, in sway's language. What it is told to say goes out as it is, sense or nonsense."""

import json
import socket
import struct
import threading

from private_bus import PATIENCE

_HEAD = struct.Struct("=6sII")
GET_TREE, WINDOW = 4, 0x80000003


def message(kind, what):
    payload = (what if isinstance(what, str) else json.dumps(what)).encode()
    return _HEAD.pack(b"i3-ipc", len(payload), kind) + payload


class FakeSway:
    """Windows are {"id", "pid", "app_id"}; `focused` is one of them. Whoever connects is answered from then on."""

    def __init__(self, path, windows):
        self.windows = windows
        self.focused = windows[0]
        self.questions = 0
        self._client = None
        self._connected = threading.Event()
        self._saying = threading.Lock()
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        self._listening.close()
        if self._client:
            self._client.close()

    def await_client(self):
        assert self._connected.wait(PATIENCE), "nobody came"

    def say(self, *pieces, between=lambda: None):
        """The pieces of one message, or of many; nothing else is said in between."""
        self.await_client()
        with self._saying:
            for piece in pieces:
                self._client.sendall(piece)
                between()

    def focus_message(self, window):
        return message(WINDOW, {"change": "focus", "container": self._node(window, True)})

    def focus(self, window):
        self.focused = window
        self.say(self.focus_message(window))

    def hangs_up(self):
        """Waits until the other side has."""
        return not self._reader.is_alive()

    def _node(self, window, focused):
        return {**window, "focused": focused, "visible": True, "fullscreen_mode": 0, "nodes": [], "floating_nodes": []}

    def _serve(self):
        try:
            self._client, _ = self._listening.accept()
        except OSError:
            return
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._connected.set()

    def _read(self):
        pending = b""
        while True:
            try:
                got = self._client.recv(65536)
            except OSError:
                return
            if not got:
                return
            pending += got
            while len(pending) >= _HEAD.size:
                _, size, kind = _HEAD.unpack_from(pending)
                if len(pending) < _HEAD.size + size:
                    break
                pending = pending[_HEAD.size + size:]
                if kind == GET_TREE:
                    self.questions += 1
                    tree = {"id": 1, "nodes": [self._node(window, window is self.focused) for window in self.windows], "floating_nodes": []}
                    try:
                        self.say(message(GET_TREE, tree))
                    except OSError:
                        return
