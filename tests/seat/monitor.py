# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Messages on the session bus, as a monitor receives them."""

import itertools
import json
import os
import subprocess
import tempfile

from gi.repository import Gio, GLib

from seat.waiting import until

_MARK = "org.example.Mark"
_numbers = itertools.count(os.getpid() << 20)


class Monitor:
    """Copies of the messages that match a D-Bus match rule, from now on."""

    def __init__(self, match):
        # A file, not a pipe: a process that is short of memory doesn't empty pipes.
        self._heard = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [
                "busctl",
                "--user",
                "monitor",
                "--json=short",
                "--match",
                match,
                "--match",
                f"type='signal',interface='{_MARK}'",
            ],
            stdout=self._heard,
            stderr=subprocess.DEVNULL,
        )
        self._bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self._at = 0
        self._messages, self._marks = [], set()
        # busctl doesn't report when it has begun, and it misses what was sent before
        self.catch_up()

    def messages(self):
        """All messages so far, as busctl writes them; after close(), the final list."""
        if self._heard.closed:
            return self._messages
        told = os.pread(
            self._heard.fileno(), 1 << 30, self._at
        )  # not read(), which would move the file offset that busctl's writes share
        whole = told[: told.rfind(b"\n") + 1]
        self._at += len(whole)
        for line in whole.splitlines():
            message = json.loads(line)
            if message.get("interface") == _MARK:
                self._marks.add(message["payload"]["data"][0])
            else:
                self._messages.append(message)
        return self._messages

    def catch_up(self):
        """Waits until all messages that the bus accepted before have been read."""
        number = next(_numbers)

        def is_heard():
            self._bus.emit_signal(None, "/", _MARK, "Mark", GLib.Variant("(t)", (number,)))
            self._bus.flush_sync()
            self.messages()
            return number in self._marks

        until(is_heard, "the monitor receives messages")

    def close(self):
        self._process.terminate()
        self._process.wait()
        self.messages()
        self._heard.close()
