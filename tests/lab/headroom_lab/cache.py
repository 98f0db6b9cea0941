# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Directories that are kept between runs. The name of each changes with its content, and each is
locked while a run uses it."""

import contextlib
import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from pathlib import Path

from headroom_lab import host
from headroom_lab.progress import say

_FORGET_SECONDS = 14 * 86400
_FORGET_SECONDS_WHEN_SHORT = 6 * 3600
_WANTED_FREE = 20 << 30
_SCRATCH_SECONDS = 86400
_MOMENT_SECONDS = 2


@contextlib.contextmanager
def in_use(path, *, alone=False, busy=None):
    """Lock a cached directory. The lock is shared while a session runs on the directory, and
    exclusive (alone) while it is made, changed or removed."""
    host.CACHE.mkdir(parents=True, exist_ok=True)
    with open(_lock_of(path), "a", encoding="ascii") as lock:
        _lock(lock, fcntl.LOCK_EX if alone else fcntl.LOCK_SH, busy)
        os.utime(lock.fileno())
        yield


def _lock(lock, wanted, busy):
    """Wait for the lock. Print why if it takes longer than _MOMENT_SECONDS."""
    until = time.monotonic() + _MOMENT_SECONDS
    while busy and time.monotonic() < until:
        try:
            fcntl.flock(lock, wanted | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            time.sleep(0.1)
    if busy:
        say(busy)
    fcntl.flock(lock, wanted)


@contextlib.contextmanager
def kept(path, make, busy=None):
    """Lock the directory shared. If it doesn't exist, make(part) fills a new one, which gets its
    name only when it is complete."""
    while True:
        with in_use(path):
            if path.exists():
                yield path
                return
        # Between the two locks another run may have made or removed it.
        with in_use(path, alone=True, busy=busy):
            if not path.exists():
                _fill(path, make)


def _fill(path, make):
    for left in host.CACHE.glob(f"{path.name}.part-*"):
        shutil.rmtree(left)
    part = Path(tempfile.mkdtemp(prefix=f"{path.name}.part-", dir=host.CACHE))
    try:
        part.chmod(0o755)
        make(part)
        part.rename(path)
    finally:
        for left in host.CACHE.glob(f"{part.name}*"):
            shutil.rmtree(left)


@contextlib.contextmanager
def scratch():
    """A directory for one run, writable for all users. It is below the cache, where later runs
    find what a killed run left."""
    host.CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="scratch-", dir=host.CACHE) as directory:
        os.chmod(directory, 0o777)
        yield Path(directory)


def content_hash(directory):
    """A hash of names, modes, links and bytes. Layers with the same hash are the same."""
    content = hashlib.sha256()
    for path in sorted(directory.rglob("*")):
        content.update(f"{path.relative_to(directory)} {path.lstat().st_mode:o} ".encode())
        if path.is_symlink():
            content.update(os.readlink(path).encode())
        elif path.is_file():
            content.update(path.read_bytes())
    return content.hexdigest()[:12]


def forget_unused():
    """Remove what no run has used for two weeks: systems of old lists, trees and stages of old
    checkouts. If disk space is short, remove more, oldest first. Also remove scratch directories
    of killed runs."""
    for left in host.CACHE.glob("scratch-*"):
        if time.time() - left.stat().st_mtime > _SCRATCH_SECONDS:
            shutil.rmtree(left, ignore_errors=True)
    for lock in sorted(host.CACHE.glob("*.lock"), key=lambda lock: lock.stat().st_mtime):
        enough = (
            _FORGET_SECONDS
            if shutil.disk_usage(host.CACHE).free >= _WANTED_FREE
            else _FORGET_SECONDS_WHEN_SHORT
        )
        if time.time() - lock.stat().st_mtime < enough:
            return
        _forget(lock)


def _forget(lock):
    path = lock.with_suffix("")
    with open(lock, "a", encoding="ascii") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        for left in (path, *host.CACHE.glob(f"{path.name}.part-*")):
            shutil.rmtree(left, ignore_errors=True)
        lock.unlink()


def clean():
    """Remove everything, after the runs that use it have ended."""
    for lock in sorted(host.CACHE.glob("*.lock")):
        path = lock.with_suffix("")
        with in_use(path, alone=True, busy=f"{path.name} is in use; waiting"):
            for left in (path, *host.CACHE.glob(f"{path.name}.part-*")):
                if left.exists():
                    shutil.rmtree(left)
    if host.CACHE.exists():
        shutil.rmtree(host.CACHE)


def _lock_of(path):
    return host.CACHE / f"{path.name}.lock"
