# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""niri as far as windows go: it tells them once to whoever comes first, and goes on listening until it is told not to."""

import json
import os
import socket
import threading

from private_bus import PATIENCE


class FakeNiri:
    """Windows are {"id", "pid", "app_id"}."""

    def __init__(self, path, windows):
        self._path = str(path)
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(self._path)
        self._listening.listen()
        self._said = threading.Event()
        self._client = None
        threading.Thread(target=self._serve, args=(windows,), daemon=True).start()

    def stops_listening(self):
        """Whoever is there stays; nobody else comes in."""
        assert self._said.wait(PATIENCE), "nobody came"
        os.unlink(self._path)

    def close(self):
        self._listening.close()
        if self._client:
            self._client.close()

    def _serve(self, windows):
        try:
            self._client, _ = self._listening.accept()
        except OSError:
            return
        told = [{**window, "title": "a window", "workspace_id": 1, "is_focused": False} for window in windows]
        workspaces = [{"id": 1, "idx": 1, "is_active": True, "is_focused": True, "active_window_id": None}]
        for event in ({"Ok": "Handled"}, {"WorkspacesChanged": {"workspaces": workspaces}}, {"WindowsChanged": {"windows": told}}):
            self._client.sendall((json.dumps(event) + "\n").encode())
        self._said.set()
