# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Who ends loads on time when they have left nobody else the memory to do it in. A machine that swaps to a disk has been seen in which systemd did not get round
to killing a unit for four minutes."""

import json
import subprocess
import sys

from seat.waiting import SLOWNESS

# Resident, with every file open before the loads begin to grow: at the moment itself it needs nothing but a processor.
_ENDER = """
import ctypes, json, os, sys, time

assert ctypes.CDLL(None).mlockall(3) == 0

def read(fd):
    try:
        return os.pread(fd, 4096, 0).decode()
    except OSError:
        return ''  # the cgroup is gone

def end(fd):
    try:
        os.write(fd, b'1')
    except OSError:
        pass

print('ready', flush=True)
told = json.loads(sys.stdin.readline())
names = ('cgroup.events', 'memory.current', 'cpu.stat')
opened = {}
for path in told['paths']:
    try:
        opened[path] = [os.open(f'{path}/{name}', os.O_RDONLY) for name in names], os.open(f'{path}/cgroup.kill', os.O_WRONLY)
    except OSError:
        pass
time.sleep(max(0, told['moment'] - time.monotonic()))
found = {path: {name: read(fd) for name, fd in zip(names, files)} for path, (files, _) in opened.items()}
for _, kill in opened.values():
    end(kill)
print(json.dumps(found), flush=True)
"""


class EndOfLoads:
    """Started before the loads are; their end comes at a moment of the monotonic clock."""

    def __init__(self):
        self._process = subprocess.Popen(
            [
                "sudo",
                "choom",
                "-n",
                "-1000",
                "--",
                "nice",
                "-n",
                "-15",
                sys.executable,
                "-c",
                _ENDER,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self._process.stdout.readline().strip() != "ready":
            self.close()
            raise RuntimeError("nobody is there to end the loads")

    def at(self, moment, loads):
        self._process.stdin.write(
            json.dumps({"moment": moment, "paths": [str(load.path) for load in loads]}) + "\n"
        )
        self._process.stdin.flush()

    def wait(self, longest):
        """Until they have ended. For each load's path what was in its files a moment before, a file's name each; nothing of those that were gone."""
        said, _ = self._process.communicate(timeout=longest * SLOWNESS)
        return {path: files for path, files in json.loads(said).items() if files["cgroup.events"]}

    def close(self):
        if self._process.poll() is None:
            self._process.stdin.close()  # without a word on it, it ends
            self._process.wait(timeout=60 * SLOWNESS)
