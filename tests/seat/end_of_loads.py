# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Ends loads on time when they have left no memory for any other process. On a machine that swapped
to a disk, systemd once took four minutes to kill a unit."""

import json
import subprocess
import sys

from seat.waiting import SLOWNESS

# Resident, with every file open before the loads begin to grow. At the end it needs nothing but a
# processor.
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
        opened[path] = (
            [os.open(f'{path}/{name}', os.O_RDONLY) for name in names],
            os.open(f'{path}/cgroup.kill', os.O_WRONLY),
        )
    except OSError:
        pass
time.sleep(max(0, told['moment'] - time.monotonic()))
found = {
    path: {name: read(fd) for name, fd in zip(names, files)}
    for path, (files, _) in opened.items()
}
for _, kill in opened.values():
    end(kill)
print(json.dumps(found), flush=True)
"""


class EndOfLoads:
    """Started before the loads. They end at a given moment of the monotonic clock."""

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
            raise RuntimeError("the process that ends the loads did not start")

    def at(self, moment, loads):
        self._process.stdin.write(
            json.dumps({"moment": moment, "paths": [str(load.path) for load in loads]}) + "\n"
        )
        self._process.stdin.flush()

    def wait(self, longest):
        """Waits until the loads have ended. Returns, for each load's path, the contents of its
        files just before, by file name. A load that was already gone is left out."""
        said, _ = self._process.communicate(timeout=longest * SLOWNESS)
        return {path: files for path, files in json.loads(said).items() if files["cgroup.events"]}

    def close(self):
        if self._process.poll() is None:
            self._process.stdin.close()  # it exits when its input closes without an order
            self._process.wait(timeout=60 * SLOWNESS)
