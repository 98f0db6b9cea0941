# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Units of apps by the hundreds and thousands, faster than systemd can create them: their cgroups,
where systemd would create them, with a process in each."""

import os
import subprocess
import sys

from seat import cgroups
from seat.waiting import SLOWNESS

# Runs as root, since the processes come from outside the user's units. The processes and their
# cgroups belong to the user.
MAKER = """
import os, sys, time
where, uid, number, a_second, seconds, program = sys.argv[1:]
uid, number, a_second, seconds = int(uid), int(number), int(a_second), float(seconds)
quiet = [(os.POSIX_SPAWN_OPEN, fd, '/dev/null', os.O_RDWR, 0) for fd in (0, 1, 2)]
made = []

def make(name):
    os.setresuid(uid, uid, 0)
    os.mkdir(name)
    pid = 0
    if program:
        pid = os.posix_spawnp(program, [program, 'infinity'], os.environ, file_actions=quiet)
    os.setresuid(uid, 0, 0)
    if pid:
        with open(name + '/cgroup.procs', 'w') as procs:
            procs.write(str(pid))
    made.append((time.monotonic(), name, pid))

def remove(name, pid):
    if pid:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
    while True:
        try:
            return os.rmdir(name)
        except OSError:
            time.sleep(0.001)  # its process isn't out of it yet

def remove_before(moment):
    while made and made[0][0] < moment:
        remove(*made.pop(0)[1:])

os.setgroups([])
os.setresgid(uid, uid, uid)
began = time.monotonic()
for count in range(number):
    make(f'{where}/app-org.example.Many{count}-{count}.scope')
    if seconds:
        remove_before(time.monotonic() - seconds)
    if a_second:
        time.sleep(max(0, began + (count + 1) / a_second - time.monotonic()))
print(time.monotonic() - began, flush=True)
if not seconds:
    sys.stdin.read()
remove_before(time.monotonic())
"""


class ManyUnits:
    """Created on entry, gone on exit. `program`: takes "infinity" as its only argument; "": no
    process."""

    def __init__(self, number, program="sleep"):
        self._order = (str(number), "0", "0", program)
        self._maker = None

    def __enter__(self):
        self._maker = _maker(*self._order)
        assert self._maker.stdout.readline(), "some units could not be created"
        return self

    def __exit__(self, *_):
        self._maker.communicate(timeout=120 * SLOWNESS)


def start_and_end(number, a_second, seconds=0.5, program="sleep"):
    """Creates so many units, and ends each after some time. Returns the real rate a second: the
    machine may not reach the requested one."""
    took, _ = _maker(str(number), str(a_second), str(seconds), program).communicate(
        timeout=240 * SLOWNESS
    )
    return number / float(took)


def _maker(*order):
    command = [
        "sudo",
        sys.executable,
        "-c",
        MAKER,
        str(cgroups.MANAGER / "app.slice"),
        str(os.getuid()),
        *order,
    ]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
