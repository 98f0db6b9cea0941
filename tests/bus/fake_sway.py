# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""sway's windows."""

import json
import struct

from fake_compositor import FakeCompositor

_HEAD = struct.Struct("=6sII")
_GET_TREE, _WINDOW = 4, 0x80000003


def _message(kind, what):
    payload = (what if isinstance(what, str) else json.dumps(what)).encode()
    return _HEAD.pack(b"i3-ipc", len(payload), kind) + payload


class FakeSway(FakeCompositor):
    name = "sway"
    file = "sway-ipc.1000.{}.sock"
    nonsense = {
        "another protocol": b"HTTP/1.1 400 Bad Request\r\n\r\n" * 1000,
        "a length of four gigabytes": b"i3-ipc" + b"\xff" * 8,
        "zeros": bytes(100_000),
    }
    senseless = [
        _message(_WINDOW, text)
        for text in (
            "{",
            "[" * 10_000,
            '{"change":"focus"}',
            '{"change":"focus","container":[]}',
            '{"change":"new","container":{"id":-1,"pid":1e99}}',
        )
    ]

    def focus_message(self, window):
        return self._window_message("focus", window)

    def opened_message(self, window):
        return self._window_message("new", window)

    def closed_message(self, window):
        return self._window_message("close", window)

    def hear(self, connection, text):
        if not self._client:
            self.begin(connection)
        while len(text) >= _HEAD.size:
            _, size, kind = _HEAD.unpack_from(text)
            if len(text) < _HEAD.size + size:
                break
            text = text[_HEAD.size + size :]
            if kind == _GET_TREE:
                self.questions += 1
                tree = {
                    "id": 1,
                    "nodes": [
                        self._node(window, window is self.focused) for window in self.windows
                    ],
                    "floating_nodes": [],
                }
                self.say(_message(_GET_TREE, tree))
        return text

    def _window_message(self, change, window):
        return _message(
            _WINDOW, {"change": change, "container": self._node(window, change == "focus")}
        )

    def _node(self, window, focused):
        return {
            **window,
            "focused": focused,
            "visible": True,
            "fullscreen_mode": 0,
            "nodes": [],
            "floating_nodes": [],
        }
