# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A desktop session at native speed, in namespaces and a cgroup of its own. When it is over nothing of it is left."""

import contextlib
import json
import os
import secrets
import select
import subprocess
import sys
import time
from pathlib import Path

from headroom_lab import host

_PREFIX = "headroom-lab-"


def run(session):
    """Run a session.Session; the exit status of its command."""
    mounted = host.CACHE / "mnt"  # only ever a mount point, in the namespace of each run
    mounted.mkdir(parents=True, exist_ok=True)
    order = {
        "mounted": str(mounted),
        "layers": [str(layer) for layer in session.layers],
        "readonly": [str(path) for path in session.readonly],
        "writable": [str(path) for path in session.writable],
        "desktop": session.desktop,
        "command": list(session.command),
        "picture": session.picture and str(session.picture),
        "environment": session.environment,
    }
    with _own_cgroup() as cgroup:
        reading, writing = os.pipe()
        os.write(writing, json.dumps(order).encode())
        os.close(writing)
        # The chain of deaths: whoever dies takes the next one along, down to the first process and all in its namespace.
        command = ["setpriv", "--pdeathsig", "KILL",
                   "unshare", "--mount", "--pid", "--fork", "--kill-child", "--cgroup", "--ipc", "--uts", "--net", "--",
                   sys.executable, "-B", "-m", "headroom_lab.enter", str(reading)]
        with subprocess.Popen(command, pass_fds=[reading], env=_environment(),
                              preexec_fn=lambda: (cgroup / "cgroup.procs").write_text(str(os.getpid()))) as process:
            os.close(reading)
            try:
                return process.wait()
            finally:
                process.kill()


def _environment():
    keep = {name: os.environ[name] for name in ("PYTHONPATH", "PATH", "TERM") if name in os.environ}
    return {**keep, "LC_ALL": "C.UTF-8"}


@contextlib.contextmanager
def _own_cgroup():
    parent = host.cgroup2_mount()
    _sweep(parent)
    path = parent / f"{_PREFIX}{os.getpid()}-{secrets.token_hex(3)}"
    path.mkdir()
    try:
        yield path
    finally:
        _remove(path)


def _sweep(parent):
    """What a run left that was killed without a chance to tidy up."""
    for path in parent.glob(f"{_PREFIX}*"):
        owner = path.name.removeprefix(_PREFIX).partition("-")[0]
        if not Path(f"/proc/{owner}").exists():
            _remove(path)


def _remove(path):
    (path / "cgroup.kill").write_text("1")
    _await_empty(path)
    for directory, _, _ in os.walk(path, topdown=False):
        os.rmdir(directory)


def _await_empty(path, seconds=20):
    deadline = time.monotonic() + seconds
    with open(path / "cgroup.events", encoding="ascii") as events:
        changed = select.poll()
        changed.register(events, select.POLLPRI)
        while "populated 1" in events.read():
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"processes in {path} do not die")
            changed.poll(left * 1000)
            events.seek(0)
