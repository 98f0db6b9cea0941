# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The clipboard: which app Headroom reports as its owner, and programs that copy without a
window."""

import subprocess
import time
import uuid

from seat import apps, headroom
from seat.waiting import SLOWNESS

WORDS = "owns the clipboard"

# A program ends when it loses the clipboard. The app must outlive it, so that its state can be
# queried afterwards.
_GOES_ON = ("sh", "-c", '"$@"; exec sleep 1000', "sh")


def is_in(app_id):
    """Whether Headroom reports the app as clipboard owner. It doesn't for the foreground app: that
    has a stronger reason."""
    return WORDS in headroom.ctl("why", app_id).stdout


def is_followed():
    """Whether some source reports to Headroom when the clipboard changes."""
    return headroom.status()["capabilities"]["clipboard"]["available"]


def only_the_one_in_front_can_copy():
    """An app that was in front until two seconds ago might be the one that copies now."""
    time.sleep(2.1)


def by_xclip(app_id, selection="clipboard"):
    """xclip stays in the foreground: after a fork, the owner would be another process than the X
    server knows. Returns its unit."""
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
    """The types that can be pasted; empty: the clipboard has no content."""
    return subprocess.run(
        ["wl-paste", "--list-types"],
        check=False,
        capture_output=True,
        text=True,
        timeout=20 * SLOWNESS,
    ).stdout.split()
