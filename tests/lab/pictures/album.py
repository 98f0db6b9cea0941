# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes the pictures of a desktop: name → what takes it, told the directory."""

import contextlib
from pathlib import Path

from seat import headroom


@contextlib.contextmanager
def daemon_has(*environment):
    """What it is started with, and whatever the user manager starts meanwhile: its sentences are in its own language."""
    headroom.user("set-environment", *environment)
    try:
        headroom.user("restart", "headroomd.service")
        yield
    finally:
        headroom.user("unset-environment", *(each.partition("=")[0] for each in environment))
        headroom.user("restart", "headroomd.service")


def take(pictures, directory, *names):
    """Those of the names; without any, all."""
    headroom.wait_for_daemon()
    for name in names or pictures:
        pictures[name](Path(directory))
        print(name, flush=True)
