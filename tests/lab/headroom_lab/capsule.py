# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs one program in a system of its own: new namespaces, a cgroup, an overlay in memory. Nothing
of it is left afterwards."""

import contextlib
import json
import os
import secrets
import select
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from headroom_lab import host

_PREFIX = "headroom-lab-"


@dataclass(frozen=True)
class Capsule:
    layers: tuple[Path, ...]  # the top one first
    command: tuple[str, ...]  # the first process inside, as root
    readonly: tuple[Path, ...] = ()  # directories of the host, mounted at the same path inside
    writable: tuple[Path, ...] = ()
    # (directory of the host, its path inside, whether it is read-only)
    moved: tuple[tuple[Path, Path, bool], ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    order: dict | None = None  # written to /run/headroom-lab.json inside


def run(capsule, on_line=None):
    """The exit status of the command. Its output goes to ours, or line by line to on_line."""
    mounted = host.CACHE / "mnt"  # always empty; a mount point in the namespace of each run
    mounted.mkdir(parents=True, exist_ok=True)
    with _own_cgroup() as cgroup, _descriptor_of(_plan(capsule, mounted, cgroup)) as plan:
        # When a process of this chain dies, the next one is killed, down to the first process
        # inside and all others in its namespace.
        command = [
            "setpriv",
            "--pdeathsig",
            "KILL",
            "unshare",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "--ipc",
            "--uts",
            "--net",
            "--",
            sys.executable,
            "-B",
            "-m",
            "headroom_lab.enter",
            str(plan),
        ]
        output = (
            {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
            if on_line
            else {}
        )
        with subprocess.Popen(
            command, pass_fds=[plan], env=_environment(), text=True, errors="replace", **output
        ) as process:
            try:
                for line in process.stdout if on_line else ():
                    on_line(line)
                return process.wait()
            finally:
                process.kill()


def _plan(capsule, mounted, cgroup):
    return {
        "cgroup": str(cgroup),
        "mounted": str(mounted),
        "layers": [str(layer) for layer in capsule.layers],
        "readonly": [str(path) for path in capsule.readonly],
        "writable": [str(path) for path in capsule.writable],
        "moved": [[str(path), str(inside), readonly] for path, inside, readonly in capsule.moved],
        "command": list(capsule.command),
        "environment": capsule.environment,
        "order": capsule.order,
    }


@contextlib.contextmanager
def _descriptor_of(plan):
    """A file descriptor to read the plan from. It leaves no file behind, however we end."""
    descriptor = os.memfd_create("headroom-lab-plan")
    os.write(descriptor, json.dumps(plan).encode())
    os.lseek(descriptor, 0, os.SEEK_SET)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


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
    """Remove cgroups of runs that were killed before they could clean up."""
    for path in parent.glob(f"{_PREFIX}*"):
        owner = path.name.removeprefix(_PREFIX).partition("-")[0]
        if not Path(f"/proc/{owner}").exists():
            with contextlib.suppress(FileNotFoundError):  # another run may sweep at the same time
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
