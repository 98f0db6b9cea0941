# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Applications that play and record, each in a unit of its own, and what PipeWire has of them."""

import contextlib
import json
import os
import subprocess
import tempfile
import uuid
import wave
from pathlib import Path

from seat import apps, cgroups, headroom
from seat.waiting import SLOWNESS, until

SANDBOX = ["bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc"]


def long_tone():
    """The path of a quiet file that nobody plays to its end."""
    path = Path(tempfile.gettempdir()) / f"headroom-tone-{os.getuid()}.wav"
    if not path.exists():
        with wave.open(str(path), "wb") as tone:
            tone.setparams((1, 2, 8000, 0, "NONE", ""))
            tone.writeframes(bytes(16 * 8000 * 600))
    return str(path)


def commands():
    """What to play and record with: name → command."""
    tone = long_tone()
    return {
        "pw-play": ["pw-play", tone],
        "paplay": ["paplay", tone],
        "pw-play in a sandbox": [*SANDBOX, "pw-play", tone],
        "paplay in a sandbox": [*SANDBOX, "paplay", tone],
    }


class Player:
    """A program in a unit of its own, of which Headroom knows that it plays."""

    def __init__(self, app_id, command):
        self.app_id = app_id
        self.unit = apps.own_unit(app_id, uuid.uuid4().hex, *command)

    def says_why(self):
        return headroom.ctl("why", self.app_id, check=False).stdout

    def until_heard(self, within=30):
        until(lambda: f"{self.app_id} plays" in self.says_why(), f"{self.app_id} is heard", within)

    def until_silent(self, within=30):
        until(lambda: f"{self.app_id} plays" not in self.says_why(), f"{self.app_id} is silent", within)

    def stop(self):
        apps.stop(self.unit)


@contextlib.contextmanager
def playing(app_id, command):
    player = Player(app_id, command)
    try:
        player.until_heard()
        yield player
    finally:
        player.stop()


def nodes_of(unit):
    """PipeWire's ids of the nodes whose client is in a unit."""
    graph = json.loads(subprocess.run(["pw-dump"], check=True, capture_output=True, text=True, timeout=30 * SLOWNESS).stdout)
    mine = {entry["id"] for entry in graph if entry["type"] == "PipeWire:Interface:Client"
            and cgroups.unit_of(entry["info"]["props"].get("pipewire.sec.pid")) == unit}
    return [entry["id"] for entry in graph if entry["type"] == "PipeWire:Interface:Node" and entry["info"]["props"].get("client.id") in mine]


def destroy(node):
    """Takes a node out of the graph, whatever it does."""
    subprocess.run(["pw-cli", "destroy", str(node)], check=True, capture_output=True, timeout=30 * SLOWNESS)
