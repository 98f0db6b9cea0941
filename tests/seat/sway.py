# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Controls sway by its own commands, and by virtual keys that it treats as real."""

import contextlib
import json
import os
import socket
import struct
import subprocess
import time
from pathlib import Path

from gi.repository import GLib

from seat.focus_change import FocusChange, first
from seat.waiting import SLOWNESS

_pinned = []


@contextlib.contextmanager
def pinned():
    """Keeps using this sway, even if another sway starts meanwhile."""
    _pinned.append(_socket())
    try:
        yield
    finally:
        _pinned.pop()


def sockets():
    return list(Path(os.environ["XDG_RUNTIME_DIR"]).glob("sway-ipc.*.sock"))


def _socket():
    """The newest socket: a killed sway leaves its socket behind."""
    if _pinned:
        return _pinned[-1]
    made = {}
    for path in sockets():
        with contextlib.suppress(FileNotFoundError):  # that sway has just ended
            made[path.stat().st_ctime] = path
    return str(made[max(made)])


def msg(*words):
    return subprocess.run(
        ["swaymsg", "--socket", _socket(), *words],
        check=True,
        capture_output=True,
        text=True,
        timeout=20 * SLOWNESS,
    ).stdout


def windows():
    """The node of each window."""

    def walk(node):
        if node.get("pid"):
            yield node
        for child in node.get("nodes", []) + node.get("floating_nodes", []):
            yield from walk(child)

    return list(walk(json.loads(msg("-r", "-t", "get_tree"))))


def is_called(name, node):
    """By an app id or a class."""
    return name in (node.get("app_id"), node.get("window_properties", {}).get("class"))


def pid_of(name):
    """Of the newest window with that name."""
    return next((node["pid"] for node in reversed(windows()) if is_called(name, node)), None)


def focused_pid():
    return next((node["pid"] for node in windows() if node["focused"]), 0)


def is_up():
    """Its unit has Type=notify, and is active once WAYLAND_DISPLAY and DISPLAY are in the user
    manager's environment."""
    return (
        subprocess.run(
            ["systemctl", "--user", "is-active", "--quiet", "sway.service"],
            check=False,
            timeout=20 * SLOWNESS,
        ).returncode
        == 0
    )


def run(command):
    msg("exec", command)


def activate(pid):
    msg(f"[pid={pid}]", "focus")


def click(pid):
    """Moves the pointer into a window and presses a button."""
    rect = next(node["rect"] for node in windows() if node["pid"] == pid)
    msg(
        "seat",
        "-",
        "cursor",
        "set",
        str(rect["x"] + rect["width"] // 2),
        str(rect["y"] + rect["height"] // 2),
    )
    msg("seat", "-", "cursor", "press", "button1")
    msg("seat", "-", "cursor", "release", "button1")


def alt_tab():
    subprocess.run(
        ["wtype", "-M", "alt", "-k", "Tab", "-m", "alt"], check=True, timeout=20 * SLOWNESS
    )


class FocusEvents:
    """sway's own focus events as they come. It is a second client of sway's socket, which gets them
    at the same time as Headroom."""

    _HEAD = struct.Struct("=6sII")
    _SUBSCRIBE, _WINDOW = 2, 0x80000003

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(_socket())
        wanted = b'["window"]'
        self.socket.sendall(self._HEAD.pack(b"i3-ipc", len(wanted), self._SUBSCRIBE) + wanted)
        self.seen = []
        self.pending = b""
        self.source = GLib.unix_fd_add_full(
            GLib.PRIORITY_HIGH, self.socket.fileno(), GLib.IOCondition.IN, self._read
        )

    def _read(self, *_):
        at = time.monotonic()
        self.pending += self.socket.recv(1 << 20)
        while len(self.pending) >= self._HEAD.size:
            _, size, kind = self._HEAD.unpack_from(self.pending)
            if len(self.pending) < self._HEAD.size + size:
                break
            event = json.loads(self.pending[self._HEAD.size : self._HEAD.size + size])
            self.pending = self.pending[self._HEAD.size + size :]
            if kind == self._WINDOW and event["change"] == "focus":
                self.seen.append((event["container"]["pid"], FocusChange(at, at)))
        return True

    def first(self, pid, since):
        return first(self.seen, pid, since, f"a window of {pid} has the focus")

    def close(self):
        GLib.source_remove(self.source)
        self.socket.close()
