# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes the pictures of a desktop: name → what takes it, told the directory."""

from pathlib import Path

from seat import headroom


def take(pictures, directory, *names):
    """Those of the names; without any, all."""
    headroom.wait_for_daemon()
    for name in names or pictures:
        pictures[name](Path(directory))
        print(name, flush=True)
