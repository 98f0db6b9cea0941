# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How the measurement of what an app needs goes, as Headroom reports it on the bus."""

import json
import subprocess

from seat.waiting import SLOWNESS

_NAME = "org.headroomd.Headroom1"
_APPS = "/org/headroomd/Headroom1/apps/"


def measurement(app_id):
    """The property Measurement of the app."""
    path = _APPS + "".join(
        char if char.isascii() and char.isalnum() else f"_{ord(char):02x}" for char in app_id
    )
    asked = subprocess.run(
        [
            *("busctl", "--user", "--json=short", "get-property"),
            *(_NAME, path, f"{_NAME}.App", "Measurement"),
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=20 * SLOWNESS,
    )
    return {name: value["data"] for name, value in json.loads(asked.stdout)["data"].items()}


def is_under_way(app_id):
    return measurement(app_id).get("under-way", False)
