# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes the pictures of a desktop. `pictures` is {name: function(directory)}."""

import contextlib
import subprocess
import sys
import traceback
from pathlib import Path

from seat import headroom
from seat.waiting import SLOWNESS

# Headroom has no translation for a right-to-left language. Its own words stay English, in the
# mirrored layout of Arabic.
ARABIC = "ar_EG.UTF-8"


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


def cut(whole, part, x, y, width, height):
    """Cut a part out of a picture."""
    crop = f"{round(width)}x{round(height)}+{round(x)}+{round(y)}"
    subprocess.run(
        ["convert", str(whole), "-crop", crop, "+repage", str(part)],
        check=True,
        timeout=60 * SLOWNESS,
    )


def take(pictures, directory, *names):
    """Take the pictures of these names, or all. If one fails, the others are still taken."""
    headroom.wait_for_daemon()
    failed = []
    for name in names or pictures:
        try:
            pictures[name](Path(directory))
        except Exception:  # pylint: disable=broad-exception-caught
            traceback.print_exc()
            failed.append(name)
        else:
            print(name, flush=True)
    if failed:
        sys.exit(f"not taken: {' '.join(failed)}")
