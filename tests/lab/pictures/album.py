# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes the pictures of a desktop. `pictures` is {name: function(directory)}."""

import contextlib
from pathlib import Path

from seat import headroom


@contextlib.contextmanager
def daemon_has(*environment):
    """Restart the daemon with this environment: its sentences are in its own language. Everything
    else that the user manager starts meanwhile gets it, too."""
    headroom.user("set-environment", *environment)
    try:
        headroom.user("restart", "headroomd.service")
        yield
    finally:
        headroom.user("unset-environment", *(each.partition("=")[0] for each in environment))
        headroom.user("restart", "headroomd.service")


def take(pictures, directory, *names):
    """Take the pictures of these names, or all."""
    headroom.wait_for_daemon()
    for name in names or pictures:
        pictures[name](Path(directory))
        print(name, flush=True)
