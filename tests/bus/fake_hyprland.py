# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Hyprland's windows: one socket has the events, the other one answers requests about them."""

import contextlib
import json

from fake_compositor import FakeCompositor


def _address(window):
    return f"55d0c0a{window['id']:05x}"


class FakeHyprland(FakeCompositor):
    name = "hyprland"
    file = "hypr/instance_{}/.socket2.sock"
    nonsense = {"a line without an end": b">" * (2 << 20), "zeros": bytes(2 << 20)}
    senseless = [
        text + b"\n"
        for text in (
            b"HTTP/1.1 400 Bad Request\r\n\r",
            b">>",
            b"\0\xff>>\0",
            b"activewindowv2>>nobody",
            b"activewindowv2>>" + b"f" * 100_000,
            b"closewindow>>",
            b"openwindow>>,,,",
            b"workspacev2>>-1,",
            b">" * 10_000,
        )
    ]

    def __init__(self, runtime, windows, number=1):
        self.answer = None  # to a request for all windows; None: the real state
        self.dialog = 0  # misc:enable_anr_dialog
        super().__init__(runtime, windows, number)

    def stops_answering(self):
        """Events are still sent."""
        self.path.with_name(".socket.sock").unlink()

    def listen(self, path, talk):
        super().listen(
            path.with_name(".socket.sock"), self._answer
        )  # a client that has found the other socket may already use this one
        super().listen(path, talk)

    def focus_message(self, window):
        return (
            f"activewindow>>{window['app_id']},a window\n" f"activewindowv2>>{_address(window)}\n"
        ).encode()

    def opened_message(self, window):
        return f"openwindow>>{_address(window)},1,{window['app_id']},a window\n".encode()

    def closed_message(self, window):
        return f"closewindow>>{_address(window)}\n".encode()

    def comes(self, connection):
        self.begin(connection)

    def hear(self, connection, text):
        return b""

    def _answer(self, connection):
        with contextlib.suppress(OSError), connection:
            connection.recv(65536)
            self.questions += 1
            monitors = [
                {
                    "id": 0,
                    "name": "eDP-1",
                    "activeWorkspace": {"id": 1, "name": "1"},
                    "specialWorkspace": {"id": 0, "name": ""},
                }
            ]
            clients = [
                {
                    "address": "0x" + _address(window),
                    "class": window["app_id"],
                    "pid": window["pid"],
                    "workspace": {"id": 1, "name": "1"},
                }
                for window in self.windows
            ]
            said = "\n\n".join(
                json.dumps(each)
                for each in (
                    monitors,
                    clients,
                    {"address": "0x" + _address(self.focused)},
                    {"option": "misc:enable_anr_dialog", "int": self.dialog, "set": False},
                )
            )
            connection.sendall(said.encode() if self.answer is None else self.answer)
