# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The Debian systems that the lab works in: made once, kept in the cache under a hash of everything that went into them."""

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from headroom_lab import host
from headroom_lab.progress import Step, Trouble, say

SUITE = "trixie"
_LISTS = Path(__file__).resolve().parent.parent / "packages"
_HOOK = Path(__file__).resolve().parent / "rootfs-finish"
_FORM = "1"  # raise it when the way of making one changes without its lists or its hook changing


def packages(name):
    path = _LISTS / f"{name}.list"
    if not path.exists():
        raise Trouble(f"no list of packages for {name!r} ({path.name} is not in {_LISTS})")
    lines = (line.partition("#")[0].strip() for line in path.read_text().splitlines())
    return sorted({line for line in lines if line})


def directory(name):
    recipe = "\n".join([_FORM, SUITE, os.uname().machine, *packages(name), _HOOK.read_text()])
    return host.CACHE / f"{name}-{SUITE}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"


@contextlib.contextmanager
def in_use(path, *, alone=False, busy=None):
    """Hold a cached directory: shared while a session runs on it, alone while it is made or removed."""
    host.CACHE.mkdir(parents=True, exist_ok=True)
    with open(host.CACHE / f"{path.name}.lock", "a", encoding="ascii") as lock:
        wanted = fcntl.LOCK_EX if alone else fcntl.LOCK_SH
        try:
            fcntl.flock(lock, wanted | fcntl.LOCK_NB)
        except BlockingIOError:
            if busy:
                say(busy)
            fcntl.flock(lock, wanted)
        yield


@contextlib.contextmanager
def ready(name, title, step=Step):
    """The path of the system, made first if it is not there; it cannot be removed while in use."""
    path = directory(name)
    if not path.exists():
        with in_use(path, alone=True, busy=f"another run is making the {name} system; waiting for it"):
            if not path.exists():
                _make(name, path, step(title))
    with in_use(path):
        yield path


def _make(name, path, step):
    host.require_space(host.CACHE, 6)
    for left in host.CACHE.glob(f"{path.name}.part-*"):
        shutil.rmtree(left)
    part = Path(tempfile.mkdtemp(prefix=f"{path.name}.part-", dir=host.CACHE))
    part.chmod(0o755)
    try:
        with step:
            _bootstrap(name, part, step)
            part.rename(path)
            step.done()
    finally:
        if part.exists():
            shutil.rmtree(part)


def _bootstrap(name, target, step):
    command = ["mmdebstrap", "--verbose", "--mode=root", "--variant=minbase", "--format=directory",
               "--include=" + ",".join(packages(name)),
               '--aptopt=APT::Install-Recommends "false"', '--aptopt=APT::Sandbox::User "root"',
               *(f"--aptopt={option}" for option in host.apt_proxy()),
               "--dpkgopt=path-exclude=/usr/share/doc/*",
               f"--customize-hook={_HOOK} \"$1\"",
               SUITE, str(target)]
    mirror = host.debian_mirror()
    if mirror:
        command.append(mirror)
    follow(private(command), step, f"the {name} system could not be made")


def private(command):
    """The command in mount and process namespaces of its own: when it ends, however, no mount and no process is left."""
    return ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--", *command]


def follow(command, step, trouble):
    """Run a command that drives apt, count its packages on the step's line, show the end of its output if it fails."""
    tail = []
    total = fetched = unpacked = configured = 0
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", env=_plain_environment()) as process:
        for line in process.stdout:
            tail = [*tail[-30:], line]
            if found := re.search(r"(\d+) newly installed", line):
                total = max(total, int(found[1]))
            fetched += line.startswith("Get:")
            unpacked += line.startswith("Unpacking ")
            configured += line.startswith("Setting up ")
            if total:
                step.note(f"{fetched} fetched, {unpacked} unpacked, {configured} of {total} packages set up")
    if process.returncode != 0:
        sys.stderr.write("\n" + "".join(tail))
        raise Trouble(trouble)


def _plain_environment():
    keep = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    return {**keep, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
            "TMPDIR": os.environ.get("TMPDIR", "/tmp"), "HOME": "/root"}


def clean():
    """Remove the whole cache, waiting for runs that use it."""
    for lock in sorted(host.CACHE.glob("*.lock")):
        path = lock.with_suffix("")
        with in_use(path, alone=True, busy=f"{path.name} is in use; waiting"):
            for left in host.CACHE.glob(f"{path.name}*"):
                if left.is_dir():
                    shutil.rmtree(left)
    if host.CACHE.exists():
        shutil.rmtree(host.CACHE)
