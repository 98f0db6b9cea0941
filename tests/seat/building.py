# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A build of jobs that use a processor and much memory. Desktops of the lab have no make; this one
keeps to the protocol of its jobserver."""

import json
import os
import sys
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from seat import apps, cgroups, headroom, machine
from seat.loads import BLOCK
from seat.probe import Probe
from seat.waiting import SLOWNESS, Waited, until

JOBS = 24
JOB_MIB = 300
LONGEST = 900  # seconds; a build that thrashes for longer is ended
STALL_MS = 100

# Python itself has about 10 MiB. The work is processor time, so that a machine without pressure
# takes the same time for it whether two jobs run at once or four.
JOB = BLOCK + f"""
import time
held = []
for _ in range({JOB_MIB} - 10):
    held.append(bytearray(block))
    end = time.process_time() + 0.015
    while time.process_time() < end:
        held[len(held) // 2][::4096] = bytes(256)
"""

# argv: jobs, jobs at a time or 0 for the jobserver's number, file for the outcome, command. A job
# that fails is not done again, as with "make -k".
MAKE = """
import json, os, re, select, subprocess, sys, time
left, most, outcome = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
tokens = failed = most_running = 0
running = {}
if not most:
    path = re.findall(r'--jobserver-auth=fifo:(\\S+)', os.environ['MAKEFLAGS'])[-1]
    take, give = os.open(path, os.O_RDONLY | os.O_NONBLOCK), os.open(path, os.O_WRONLY)
began = time.monotonic()
while left or running:
    while left and len(running) < (most or 1 + tokens):
        job = subprocess.Popen(sys.argv[4:])
        running[os.pidfd_open(job.pid)] = job
        most_running = max(most_running, len(running))
        left -= 1
    wanted = [take] if left and not most else []
    for ready in select.select([*running, *wanted], [], [])[0]:
        if ready in running:
            failed += running.pop(ready).wait() != 0
            os.close(ready)
            if tokens:
                os.write(give, b'+')
                tokens -= 1
        else:
            try:
                tokens += len(os.read(take, 1))
            except BlockingIOError:
                pass
with open(outcome + '.part', 'w') as file:
    json.dump({'seconds': time.monotonic() - began, 'failed': failed, 'most': most_running}, file)
os.rename(outcome + '.part', outcome)
"""


@dataclass(frozen=True)
class Built:
    """One build behind the foreground app."""

    name: str
    seconds: float | None  # None: it did not end in time
    failed: int | None  # jobs
    most: int | None  # jobs that ran at once
    stall: float  # seconds of the foreground app
    killed: tuple[str, ...]  # programs that the kernel killed for memory
    frozen: tuple[str, ...]  # apps that Headroom froze

    @property
    def is_whole(self):
        return self.failed == 0 and not self.killed

    def __str__(self):
        took = "did not end" if self.seconds is None else f"{self.seconds:.1f} s"
        return (
            f"{self.name:<14} {took:>12}, stalled {self.stall:.1f} s, {self.most} at once, failed "
            f"{self.failed}, killed {self.killed}, frozen {self.frozen}"
        )


def build(name, number, *, with_headroom=True):
    """Runs it behind the foreground app. number: jobs at a time; 0: `headroomctl jobs -j16`
    decides."""
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    probe = Probe("--window")
    outcome = Path(os.environ["XDG_RUNTIME_DIR"]) / f"built-{uuid.uuid4().hex}"
    app_id = f"org.example.Build{uuid.uuid4().hex[:8]}"
    sheds = ["headroomctl", "jobs", "-j16", "--app", app_id, "--"] if number == 0 else []
    command = [sys.executable, "-c", MAKE, str(JOBS), str(number), str(outcome)]
    unit = None
    try:
        machine.wait_for_calm()
        cursor = headroom.journal_cursor()
        if not with_headroom:
            headroom.user("stop", "headroomd.service")
        probe.begin()
        unit = apps.own_unit(app_id, uuid.uuid4().hex, *sheds, *command, sys.executable, "-c", JOB)
        done = _await(outcome)
        frames = probe.end()
    finally:
        if unit:
            _end(unit, app_id)
        probe.stop()
        outcome.unlink(missing_ok=True)
    return Built(
        name=name,
        seconds=done.get("seconds"),
        failed=done.get("failed"),
        most=done.get("most"),
        stall=frames.stall_seconds(STALL_MS),
        killed=tuple(machine.killed(cursor)),
        frozen=tuple(
            act["HEADROOM_APP"]
            for act in headroom.acts(cursor)
            if act["HEADROOM_ACTION"] == "freeze"
        ),
    )


def _await(outcome):
    try:
        until(outcome.exists, "the build is over", within=LONGEST / SLOWNESS)
    except Waited:
        return {}
    return json.loads(outcome.read_text(encoding="ascii"))


def _end(unit, app_id):
    """The unit that started it, and the scope that headroomctl has made."""
    scopes = [
        path.name for path in cgroups.MANAGER.rglob("*.scope") if f"headroom-{app_id}" in path.name
    ]
    apps.kill(unit, *scopes)
    time.sleep(1)  # memory of ended processes is freed a moment later, which no event reports
