# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The user's terminal, lent to a command that runs where its device cannot be passed on."""

import contextlib
import os
import shlex
import sys
import termios
import tty


def is_here():
    """Whether somebody sits in front of us. Then a command gets a terminal; else it reads nothing."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    )


def around(words):
    """The command inside a terminal of its own, as big as ours."""
    size = os.get_terminal_size()
    kind = shlex.quote(os.environ.get("TERM", "linux"))
    inner = f"stty rows {size.lines} columns {size.columns}; export TERM={kind}; exec {shlex.join(words)}"
    return ("script", "--quiet", "--flush", "--return", "--command", inner, "/dev/null")


@contextlib.contextmanager
def lent():
    """Every key goes through as it is, also those that would stop or end us."""
    before = termios.tcgetattr(sys.stdin)
    tty.setraw(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
