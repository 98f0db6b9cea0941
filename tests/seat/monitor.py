# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What is said on the session's bus, as a monitor of it hears it."""

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
    """Copies of the messages that a match rule of D-Bus names, from now on."""

    def __init__(self, match):
        # A file: who is short of memory doesn't empty pipes.
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
        self.catch_up()  # it doesn't say when it has begun; what was sent before is never heard

    def messages(self):
        """All that was heard so far, as busctl writes it; after close(), all there will ever be."""
        if self._heard.closed:
            return self._messages
        told = os.pread(
            self._heard.fileno(), 1 << 30, self._at
        )  # not read(): where the file is read and where busctl writes would be the same place
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
        """Waits until all that the bus has taken before is heard."""
        number = next(_numbers)

        def is_heard():
            self._bus.emit_signal(None, "/", _MARK, "Mark", GLib.Variant("(t)", (number,)))
            self._bus.flush_sync()
            self.messages()
            return number in self._marks

        until(is_heard, "the monitor hears what is said")

    def close(self):
        self._process.terminate()
        self._process.wait()
        self.messages()
        self._heard.close()
