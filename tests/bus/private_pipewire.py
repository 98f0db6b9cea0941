# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A PipeWire for one test, and clients that play on it."""

import os
import resource
import subprocess
from pathlib import Path

from private_bus import PATIENCE, until

CONFIGURATION = Path(__file__).parent / "pipewire" / "pipewire.conf"
PLAYER = os.environ.get("PIPEWIRE_PLAYER", "pipewire-player")


def many_files():
    """Raises the limit of open files, as systemd's units do: each node takes some."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class PrivatePipewire:
    def __init__(self, runtime):
        self.runtime = runtime
        self.environment = {
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "HOME": str(runtime),
            "XDG_RUNTIME_DIR": str(runtime),
        }
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            ["pipewire", "-c", str(CONFIGURATION)], env=self.environment, preexec_fn=many_files
        )
        until(self.answers, "PipeWire answers")

    def answers(self):
        return (
            subprocess.run(
                ["pw-cli", "info", "0"], env=self.environment, capture_output=True, check=False
            ).returncode
            == 0
        )

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()


class Player:
    """A process with nodes in the graph, from its first command on. Before that, the test can add
    it to the table of processes. Its properties are PipeWire's."""

    def __init__(self, pipewire, count=1, node=None, client=None):
        node = {
            "media.type": "Audio",
            "media.category": "Duplex",
            "media.role": "DSP",
            "media.class": "Stream/Output/Audio",
            "node.always-process": "true",
            **(node or {}),
        }
        words = [
            " ".join(f'{name} = "{value}"' for name, value in properties.items())
            for properties in (node, client or {})
        ]
        self._is_waiting = True
        waits = ["sh", "-c", 'read -r go && exec "$@"', "sh"]
        self.process = subprocess.Popen(
            [*waits, PLAYER, *words, str(count)],
            env=pipewire.environment,
            stdin=subprocess.PIPE,
            text=True,
            preexec_fn=many_files,
        )
        self.pid = self.process.pid

    def connect(self):
        if self._is_waiting:
            self._is_waiting = False
            self.say("go")

    def say(self, word):
        self.connect()
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=PATIENCE)
