# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A client of make's jobserver, and the protocol's traps: it can take tokens and die with them."""

import array
import fcntl
import os
import re
import select
import sys
import termios

AUTH = re.compile(r"--jobserver-auth=fifo:(\S+)")


class Client:
    """Opens the jobserver as make does, for reading and for writing."""

    def __init__(self, makeflags):
        self.path = AUTH.findall(makeflags)[-1]
        self._read = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        self._write = os.open(self.path, os.O_WRONLY | os.O_NOCTTY)

    def close(self):
        os.close(self._read)
        os.close(self._write)

    def take(self, within):
        """Takes one token. False: there was none within the time."""
        if not select.select([self._read], [], [], within)[0]:
            return False
        try:
            return len(os.read(self._read, 1)) == 1
        except BlockingIOError:  # another client was faster
            return False

    def give(self, count=1):
        assert os.write(self._write, b"+" * count) == count

    def free(self):
        """The tokens that nothing has taken."""
        count = array.array("i", [0])
        fcntl.ioctl(self._read, termios.FIONREAD, count)
        return count[0]


def main():
    """Takes so many tokens, writes a line, waits for one on stdin, and ends without returning
    them."""
    client = Client(os.environ["MAKEFLAGS"])
    for _ in range(int(sys.argv[1])):
        while not client.take(within=20):
            pass
    print("taken", flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    main()
