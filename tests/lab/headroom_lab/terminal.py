# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Passes the user's terminal to a command that can't open its device, in a virtual machine."""

import contextlib
import os
import shlex
import sys
import termios
import tty


def is_here():
    """Whether we run on a user's terminal. Then a command gets one; else its input is empty."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    )


def around(words):
    """The command in a terminal of its own, with the size of ours."""
    size = os.get_terminal_size()
    kind = shlex.quote(os.environ.get("TERM", "linux"))
    inner = (
        f"stty rows {size.lines} columns {size.columns}; export TERM={kind}; "
        f"exec {shlex.join(words)}"
    )
    return ("script", "--quiet", "--flush", "--return", "--command", inner, "/dev/null")


@contextlib.contextmanager
def lent():
    """Pass on every key unchanged, also those that would stop or end us."""
    before = termios.tcgetattr(sys.stdin)
    tty.setraw(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
