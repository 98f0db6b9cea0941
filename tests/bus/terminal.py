# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A terminal with a program in it: its screen, the bytes written to it, and keys."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import threading
from pathlib import Path

import pyte

from private_bus import PATIENCE

# Between the pieces of one screen a busy machine may run other programs.
_PIECES_APART_S = 0.2
_NOT_OURS = Path(__file__).with_name("ncurses.supp")


class Terminal:
    """The program is a session leader with this as its terminal, like in a terminal emulator."""

    def __init__(self, environment, *command, columns=80, lines=24, **options):
        self._fd, theirs = pty.openpty()
        self._resize(columns, lines)
        self.settings_before = self.settings()
        self.written = b""
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = threading.Condition()
        self._closed = False
        self._is_whole = True
        environment = environment | {
            "LSAN_OPTIONS": f"suppressions={_NOT_OURS}:print_suppressions=0"
        }
        self.process = subprocess.Popen(
            command,
            env=environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,  # pylint: disable=consider-using-with
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            **options,
        )  # pylint: disable=subprocess-popen-preexec-fn
        self._theirs = (
            theirs  # kept open, so that the terminal can be checked after the program has ended
        )
        threading.Thread(target=self._read, daemon=True).start()

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self._theirs)

    def press(self, keys):
        os.write(self._fd, keys.encode())

    def resize(self, columns, lines):
        with self._changed:
            self._screen.resize(lines, columns)
            self._screen.reset()
        self._resize(columns, lines)

    def lines(self):
        with self._changed:
            return [line.rstrip() for line in self._screen.display]

    def line_with(self, text, first=False):
        """The one line that contains the text; waits for it."""

        def fits(line):
            return line.startswith(text) if first else text in line

        lines = self.until(lambda lines: any(map(fits, lines)), f"a line with {text!r}")
        found = list(filter(fits, lines))
        assert len(found) == 1, found
        return found[0]

    def column_of(self, text):
        """The column of the terminal where the text begins; a wide character takes two columns. -1:
        it isn't there."""
        with self._changed:
            for line in range(self._screen.lines):
                cells = [
                    self._screen.buffer[line][column].data for column in range(self._screen.columns)
                ]
                for column in range(len(cells)):
                    if "".join(cells[column:]).startswith(text):
                        return column
        return -1

    def until(self, condition, what):
        """Waits until the lines of the screen meet the condition. Returns those lines, since the
        screen may change at any time."""

        def meets():
            lines = [line.rstrip() for line in self._screen.display]
            return lines if self._is_whole and condition(lines) else None

        with self._changed:
            lines = self._changed.wait_for(meets, PATIENCE)
            assert lines, f"still not true: {what}\n" + "\n".join(self._screen.display)
            return lines

    def until_written(self, text):
        with self._changed:
            assert self._changed.wait_for(lambda: text in self.written, PATIENCE), self.written

    def settings(self):
        return termios.tcgetattr(self._fd)

    def wait(self):
        """The exit status, once everything that was written has been read."""
        status = self.process.wait(PATIENCE)
        end = b"\x1b[c-the-end"
        os.write(self._theirs, end)
        self.until_written(end)
        return status

    def _resize(self, columns, lines):
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def _read(self):
        while True:
            try:
                data = os.read(self._fd, 65536)
            except OSError:
                return
            with self._changed:
                self.written += data
                self._stream.feed(data)
                # A screen is written in pieces, and half a screen is never checked.
                self._is_whole = not select.select([self._fd], [], [], _PIECES_APART_S)[0]
                self._changed.notify_all()
