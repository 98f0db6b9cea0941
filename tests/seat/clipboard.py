# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The clipboard: whose it is for Headroom, and programs that copy without a window."""

import subprocess
import time
import uuid

from seat import apps, headroom
from seat.waiting import SLOWNESS

WORDS = "what was copied last is in"

# Whoever loses the clipboard ends. The app doesn't: it has to be asked about afterwards.
_GOES_ON = ("sh", "-c", '"$@"; exec sleep 1000', "sh")


def is_in(app_id):
    """Whether Headroom says so. Not of the app in front: that has a better reason."""
    return WORDS in headroom.ctl("why", app_id).stdout


def is_followed():
    """Somebody tells Headroom when something is copied."""
    return headroom.status()["capabilities"]["clipboard"]["available"]


def only_the_one_in_front_can_copy():
    """Whoever was in front until two seconds ago might have been the one who copies now."""
    time.sleep(2.1)


def by_xclip(app_id, selection="clipboard"):
    """In the foreground: the one that forks is another process than the server knows. Gives its unit."""
    return apps.own_unit(
        app_id,
        uuid.uuid4().hex,
        *_GOES_ON,
        "xclip",
        "-quiet",
        "-selection",
        selection,
        "/etc/os-release",
    )


def by_wl_copy(app_id):
    return apps.own_unit(
        app_id, uuid.uuid4().hex, *_GOES_ON, "wl-copy", "--foreground", "copied by nobody in front"
    )


def clear_wayland():
    subprocess.run(["wl-copy", "--clear"], check=True, timeout=20 * SLOWNESS)


def wayland_types():
    """What can be pasted; empty: nothing."""
    return subprocess.run(
        ["wl-paste", "--list-types"],
        check=False,
        capture_output=True,
        text=True,
        timeout=20 * SLOWNESS,
    ).stdout.split()
