# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Ends loads on time when they have left no memory for any other process. On a machine that swapped
to a disk, systemd once took four minutes to kill a unit. Also observes until then what would be
recorded late by any other process: when a process ended, and how fast the loads grew."""

import json
import subprocess
import sys
from dataclasses import dataclass

from seat.waiting import SLOWNESS

# Resident, with every file open and all room for results before the loads begin to grow. Until the
# loads have ended, it needs nothing but a processor.
_ENDER = """
import array, ctypes, json, os, select, sys, time

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

def moved(pids):
    total = [0, 0]
    for pid in pids:
        try:
            lines = open(f'/proc/{pid}/io').read().split()
        except OSError:
            continue
        total[0] += int(lines[1])
        total[1] += int(lines[3])
    return total

print('ready', flush=True)
told = json.loads(sys.stdin.readline())
names = ('cgroup.events', 'memory.current', 'cpu.stat', 'cgroup.procs')
opened = {}
for path in told['paths']:
    try:
        opened[path] = (
            [os.open(f'{path}/{name}', os.O_RDONLY) for name in names],
            os.open(f'{path}/cgroup.kill', os.O_WRONLY),
        )
    except OSError:
        pass
ended = dict.fromkeys(told['pids'])
watched = {}
poll = select.poll()
for pid in told['pids']:
    try:
        watched[os.pidfd_open(pid)] = pid
    except ProcessLookupError:
        ended[pid] = time.monotonic()
for fd in watched:
    poll.register(fd, select.POLLIN)
room = 8192
times = array.array('d', bytes(8 * room))
held = array.array('d', bytes(8 * room))
count = 0
began = time.monotonic()
while (left := told['moment'] - time.monotonic()) > 0:
    for fd, _ in poll.poll(min(left, 0.25) * 1000):
        ended[watched[fd]] = time.monotonic()
        poll.unregister(fd)
    if count < room:
        times[count] = time.monotonic() - began
        held[count] = sum(int(read(files[1]) or 0) for files, _ in opened.values())
        count += 1
found = {
    path: {name: read(fd) for name, fd in zip(names, files)}
    for path, (files, _) in opened.items()
}
if told['bytes']:
    for files in found.values():
        files['moved'] = moved(files['cgroup.procs'].split())
for _, kill in opened.values():
    end(kill)
said = {'loads': found, 'ended': ended, 'held': list(zip(times[:count], held[:count]))}
print(json.dumps(said), flush=True)
"""


@dataclass(frozen=True)
class Ended:
    """What it was like just before the end."""

    loads: dict  # for each load's path, the contents of its files by name; not of those long gone
    ended: dict  # by process: the moment of its end, of the monotonic clock; not of those that ran
    held: list  # (seconds, bytes in memory) of all loads together, four times a second

    def moved(self):
        """(read, written): bytes that the loads moved by system calls; None: it was not asked
        for."""
        pairs = [files["moved"] for files in self.loads.values() if "moved" in files]
        return tuple(map(sum, zip(*pairs))) if pairs else None


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

    def at(self, moment, loads, watched=(), count_bytes=False):
        """watched: processes whose end is noted."""
        told = {
            "moment": moment,
            "paths": [str(load.path) for load in loads],
            "pids": list(watched),
            "bytes": count_bytes,
        }
        self._process.stdin.write(json.dumps(told) + "\n")
        self._process.stdin.flush()

    def wait(self, longest):
        """Waits until the loads have ended."""
        said, _ = self._process.communicate(timeout=longest * SLOWNESS)
        told = json.loads(said)
        return Ended(
            loads={path: files for path, files in told["loads"].items() if files["cgroup.events"]},
            ended={int(pid): at for pid, at in told["ended"].items() if at is not None},
            held=[tuple(pair) for pair in told["held"]],
        )

    def close(self):
        if self._process.poll() is None:
            self._process.stdin.close()  # it exits when its input closes without an order
            self._process.wait(timeout=60 * SLOWNESS)
