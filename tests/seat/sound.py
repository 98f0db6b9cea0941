# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Apps that play and record, each in a unit of its own, and their nodes in PipeWire."""

import contextlib
import json
import os
import signal
import subprocess
import tempfile
import uuid
import wave
from pathlib import Path

from seat import apps, cgroups, headroom
from seat.waiting import SLOWNESS, until

SANDBOX = ["bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc"]
# The sink is the clock, and has none until it gets data. A live source waits for the clock, so the
# two would wait for each other.
_GSTREAMER = """
import ctypes, signal
gst = ctypes.CDLL("libgstreamer-1.0.so.0")
gst.gst_parse_launch.restype = ctypes.c_void_p
gst.gst_init(None, None)
pipeline = ctypes.c_void_p(gst.gst_parse_launch(b"audiotestsrc volume=0.01 ! pipewiresink", None))
PAUSED, PLAYING = 3, 4
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1, signal.SIGUSR2})
state = PLAYING
while True:
    gst.gst_element_set_state(pipeline, state)
    number = signal.sigwait({signal.SIGUSR1, signal.SIGUSR2})
    state = PAUSED if number == signal.SIGUSR1 else PLAYING
"""


def long_tone():
    """The path of a silent file, too long to be played to its end."""
    path = Path(tempfile.gettempdir()) / f"headroom-tone-{os.getuid()}.wav"
    if not path.exists():
        with wave.open(str(path), "wb") as tone:
            tone.setparams((1, 2, 8000, 0, "NONE", ""))
            tone.writeframes(bytes(16 * 8000 * 600))
    return str(path)


def commands():
    """Commands that play and record: name → command."""
    tone = long_tone()
    return {
        "pw-play": ["pw-play", tone],
        "paplay": ["paplay", tone],
        "GStreamer": ["python3", "-c", _GSTREAMER],
        "pw-play in a sandbox": [*SANDBOX, "pw-play", tone],
        "paplay in a sandbox": [*SANDBOX, "paplay", tone],
    }


class Player:
    """A program in a unit of its own, which Headroom reports as playing."""

    def __init__(self, app_id, command):
        self.app_id = app_id
        self.unit = apps.own_unit(app_id, uuid.uuid4().hex, *command)

    def says_why(self):
        return headroom.ctl("why", self.app_id, check=False).stdout

    def until_heard(self, within=30):
        until(
            lambda: f"{self.app_id} is playing" in self.says_why(),
            f"Headroom reports that {self.app_id} plays",
            within,
        )

    def until_silent(self, within=30):
        until(
            lambda: f"{self.app_id} is playing" not in self.says_why(),
            f"Headroom no longer reports that {self.app_id} plays",
            within,
        )

    def signal(self, number):
        headroom.user(
            "kill", f"--signal={signal.Signals(number).name}", "--kill-whom=main", self.unit
        )

    def pause(self):
        self.signal(signal.SIGUSR1)

    def play(self):
        self.signal(signal.SIGUSR2)

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


def _graph():
    """PipeWire's objects; none while PipeWire doesn't run."""
    said = subprocess.run(
        ["pw-dump"], check=False, capture_output=True, text=True, timeout=30 * SLOWNESS
    )
    return (
        [entry for entry in json.loads(said.stdout) if entry.get("info")]
        if said.returncode == 0 and said.stdout
        else []
    )


def nodes_of(unit, state=None):
    """PipeWire's ids of the nodes whose client is in a unit; of those in a state, if one is
    given."""
    graph = _graph()
    mine = {
        entry["id"]
        for entry in graph
        if entry["type"] == "PipeWire:Interface:Client"
        and cgroups.unit_of(entry["info"]["props"].get("pipewire.sec.pid")) == unit
    }
    return [
        entry["id"]
        for entry in graph
        if entry["type"] == "PipeWire:Interface:Node"
        and entry["info"]["props"].get("client.id") in mine
        and state in (None, entry["info"]["state"])
    ]


def has_sink():
    """Whether a sink exists. A program that plays before that gets an error and ends."""
    return any(
        entry["type"] == "PipeWire:Interface:Node"
        and entry["info"]["props"].get("media.class") == "Audio/Sink"
        for entry in _graph()
    )


@contextlib.contextmanager
def sink():
    """A sink to play on. The sink of pipewire-pulse vanishes with its PipeWire, and comes back when
    pipewire-pulse is restarted."""
    unit = apps.own_unit(
        "org.example.sink",
        uuid.uuid4().hex,
        "pw-cli",
        "--monitor",
        "create-node",
        "adapter",
        "{ factory.name=support.null-audio-sink node.name=headroom-sink media.class=Audio/Sink "
        "audio.position=[FL,FR] }",
    )
    try:
        until(has_sink, "a sink exists")
        yield
    finally:
        apps.stop(unit)


def destroy(node):
    """Removes a node from the graph, whatever its state."""
    subprocess.run(
        ["pw-cli", "destroy", str(node)], check=True, capture_output=True, timeout=30 * SLOWNESS
    )


def in_real_time(*units):
    """Gives PipeWire and its clients the priority that rtkit gives them on a desktop; rtkit doesn't
    run here. Without it, a busy machine alone causes gaps."""
    pids = [pid for unit in units for pid in cgroups.pids_in(cgroups.directory(unit))]
    for pid in (*pids, *cgroups.pids_running("pipewire")):
        subprocess.run(
            ["sudo", "chrt", "--all-tasks", "--fifo", "--pid", "20", str(pid)],
            check=True,
            capture_output=True,
            timeout=30 * SLOWNESS,
        )


class NoStream(Exception):
    """The unit has no stream that runs, or it ended meanwhile."""


def gaps(unit):
    """The number of cycles in which PipeWire did not wait for the one stream of a unit, since the
    stream exists: ERR of pw-top. pw-top knows it from its second iteration on, so it takes seconds:
    a player that ends meanwhile raises NoStream."""
    nodes = nodes_of(unit)
    if len(nodes) != 1:
        raise NoStream(f"{unit} has {len(nodes)} streams")
    [node] = nodes
    said = subprocess.run(
        ["pw-top", "--batch-mode", "--iterations=3"],
        check=True,
        capture_output=True,
        text=True,
        timeout=30 * SLOWNESS,
    )
    looks = [line.split() for line in said.stdout.splitlines()]
    rows = [words for words in looks if len(words) > 8 and words[1] == str(node)]
    if not rows or rows[-1][0] != "R":
        raise NoStream(f"node {node} of {unit} doesn't run: {said.stdout}")
    return int(rows[-1][8])
