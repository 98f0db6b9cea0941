# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Wayland compositors: one that reports its windows like to panels
(wlr-foreign-toplevel-management), with only their apps' names, and one that reports which apps
start (plasma-activation-feedback)."""

import itertools
import struct

from fake_compositor import FakeCompositor

_HEAD = struct.Struct("=II")
_MANAGER = "zwlr_foreign_toplevel_manager_v1"
_FEEDBACK = "org_kde_plasma_activation_feedback"
_DISPLAY, _FIRST_OF_THE_SERVER = 1, 0xFF000000
_SYNC, _GET_REGISTRY, _BIND = 0, 1, 0  # requests
_GLOBAL, _DONE, _DELETE_ID, _TOPLEVEL = 0, 0, 1, 0  # events
_APP_ID, _STATE, _TOLD, _CLOSED = 1, 4, 5, 6  # of a window
_ACTIVATED = 2
_ACTIVATION, _NAMED, _FINISHED = 0, 0, 1  # of an app start


def _message(thing, event, *arguments):
    body = b"".join(_word(argument) for argument in arguments)
    return _HEAD.pack(thing, (_HEAD.size + len(body)) << 16 | event) + body


def _word(argument):
    if isinstance(argument, int):
        return struct.pack("=I", argument)
    if isinstance(argument, str):
        argument = argument.encode() + b"\0"
    return struct.pack("=I", len(argument)) + argument + bytes(-len(argument) % 4)


class FakeWayland(FakeCompositor):
    name = "wayland"
    file = "wayland-{}"
    tells = (_MANAGER, 3)
    nonsense = {
        "an event that no display has": _message(_DISPLAY, 200),
        "half an error": _message(_DISPLAY, 0, 1),
        "zeros": bytes(8 << 20),
    }
    senseless = [_message(_FIRST_OF_THE_SERVER + 77, _TOLD), _message(0x5000, 3, "nobody's")]

    def __init__(self, runtime, windows, number=1):
        self._things = {}
        self._ids = itertools.count(_FIRST_OF_THE_SERVER)
        self._handles = {}
        super().__init__(runtime, windows, number)

    def focus_message(self, window):
        return b"".join(
            self._state_message(other, other is window)
            for other in sorted(self.windows, key=lambda other: other is window)
        )

    def opened_message(self, window):
        handle = self._handles[window["id"]] = next(self._ids)
        return (
            _message(self._manager, _TOPLEVEL, handle)
            + _message(handle, _APP_ID, window["app_id"])
            + self._state_message(window, False)
        )

    def closed_message(self, window):
        return _message(self._handles.pop(window["id"]), _CLOSED)

    def hear(self, connection, text):
        while len(text) >= _HEAD.size:
            thing, what = _HEAD.unpack_from(text)
            size, request = what >> 16, what & 0xFFFF
            if len(text) < size:
                break
            self._obey(connection, thing, request, text[_HEAD.size : size])
            text = text[size:]
        return text

    def _obey(self, connection, thing, request, arguments):
        new = struct.unpack_from("=I", arguments, len(arguments) - 4)[0] if arguments else 0
        if (thing, request) == (_DISPLAY, _GET_REGISTRY):
            self._things[connection] = new
            connection.sendall(_message(new, _GLOBAL, 1, *self.tells))
        elif (thing, request) == (_DISPLAY, _SYNC):
            connection.sendall(_message(new, _DONE, 0) + _message(_DISPLAY, _DELETE_ID, new))
        elif (thing, request) == (self._things.get(connection), _BIND):
            self._manager = new
            self.bound(connection)
            self.begin(connection)

    def bound(self, connection):
        """A client has bound the global of this compositor."""
        for window in self.windows:
            connection.sendall(
                self.opened_message(window) + self._state_message(window, window is self.focused)
            )

    def _state_message(self, window, active):
        handle = self._handles[window["id"]]
        return _message(
            handle, _STATE, struct.pack("=I", _ACTIVATED) if active else b""
        ) + _message(handle, _TOLD)


class FakeStarts(FakeWayland):
    """KWin's other half: its windows are reported on the bus."""

    name = "starts"
    tells = (_FEEDBACK, 1)

    def __init__(self, runtime):
        super().__init__(runtime, [None])

    def bound(self, connection):
        pass

    def start_message(self, app_id, finished=False):
        activation = next(self._ids)
        end = _message(activation, _FINISHED) if finished else b""
        return (
            _message(self._manager, _ACTIVATION, activation)
            + _message(activation, _NAMED, app_id)
            + end
        )

    def starts(self, app_id):
        self.say(self.start_message(app_id))
