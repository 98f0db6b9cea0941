# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""niri's windows: it sends all of them once, and changes from then on."""

import json

from fake_compositor import FakeCompositor


def _line(event):
    return (json.dumps(event) + "\n").encode()


class FakeNiri(FakeCompositor):
    name = "niri"
    file = "niri.wayland-1.{}.sock"
    nonsense = {"a line without an end": b"{" * (2 << 20), "zeros": bytes(2 << 20)}
    senseless = [
        text + b"\n"
        for text in (
            b"HTTP/1.1 400 Bad Request\r\n\r",
            b"{",
            b"[" * 10_000,
            b"\0\xff",
            b"null",
            b'{"WindowFocusChanged":[7]}',
            b'{"WindowOpenedOrChanged":{"window":{"id":"x"}}}',
            b'{"WindowOpenedOrChanged":{"window":{"id":-1,"pid":1e99,"workspace_id":1e99}}}',
            b'{"WindowClosed":{}}',
            b'{"WorkspacesChanged":{"workspaces":[{},[]]}}',
        )
    ]

    def stops_listening(self):
        """Existing connections stay; new ones are refused."""
        self.say()
        self.path.unlink()

    def focus_message(self, window):
        return _line({"WindowFocusChanged": {"id": window["id"]}})

    def opened_message(self, window):
        return _line({"WindowOpenedOrChanged": {"window": self._told(window, False)}})

    def closed_message(self, window):
        return _line({"WindowClosed": {"id": window["id"]}})

    def hear(self, connection, text):
        if b"\n" in text and not self._client:
            workspaces = [
                {"id": 1, "idx": 1, "is_active": True, "is_focused": True, "active_window_id": None}
            ]
            windows = [self._told(window, window is self.focused) for window in self.windows]
            for event in (
                {"Ok": "Handled"},
                {"WorkspacesChanged": {"workspaces": workspaces}},
                {"WindowsChanged": {"windows": windows}},
            ):
                connection.sendall(_line(event))
            self.begin(connection)
        return b""

    def _told(self, window, focused):
        return {**window, "title": "a window", "workspace_id": 1, "is_focused": focused}
