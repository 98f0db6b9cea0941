# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Which units Headroom would boost on a machine whose kernel supports that. A container has the
host's controllers, possibly none. A recording is replayed with the controllers added."""

import json
import os
import signal
import subprocess
import tempfile

from seat.waiting import SLOWNESS

_CONTROLLERS = ("cpu-weight",)


class Recording:
    """A recording of Headroom's events from now on, and which units would have been boosted at its
    end."""

    def __init__(self):
        handle, self._path = tempfile.mkstemp(suffix=".jsonl")
        os.close(handle)
        self._process = subprocess.Popen(
            ["headroomctl", "record", "--force", self._path], stderr=subprocess.PIPE, text=True
        )
        self._process.stderr.readline()  # it prints a line once it has begun

    def boosted(self):
        """The recording continues."""
        return set(boosted_by(self._replayed()))

    def _replayed(self):
        with open(self._path, encoding="utf-8") as recorded:
            text = "".join(map(with_controllers, recorded))
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as patched:
            patched.write(text)
            patched.flush()
            return subprocess.run(
                ["headroomd", "--replay", patched.name],
                check=True,
                capture_output=True,
                text=True,
                timeout=60 * SLOWNESS,
            ).stdout

    def end(self):
        self._process.send_signal(signal.SIGINT)
        self._process.communicate(timeout=20 * SLOWNESS)
        os.unlink(self._path)


def with_controllers(line):
    if not line.endswith("\n"):
        return ""  # it is still being written
    if '"CapabilityFound"' not in line:
        return line
    event = json.loads(line)
    if event.get("capability") in _CONTROLLERS:
        event["available"] = True
    return json.dumps(event) + "\n"


def boosted_by(replayed):
    """The columns are seconds, verb, app, unit, reason. Two spaces separate them, as a column
    contains only single ones."""
    units = {}
    for line in replayed.splitlines():
        said = [word for word in line.split("  ") if word]
        if len(said) > 3 and said[1].strip() in ("boost", "unboost"):
            units[said[3].strip()] = said[1].strip() == "boost"
    return [unit for unit, boosted in units.items() if boosted]
