# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Processes and cgroups, as the kernel reports them."""

import contextlib
import errno
import os
from pathlib import Path

from seat.waiting import until

ROOT = Path("/sys/fs/cgroup")
OOMD_MARK = "user.oomd_avoid"
MANAGER = ROOT / f"user.slice/user-{os.getuid()}.slice/user@{os.getuid()}.service"
ABOVE = (*MANAGER.parents[:2], MANAGER)  # of every user, and of this one
MEMORY_FILES = (
    "memory.min",
    "memory.low",
    "memory.high",
    "memory.max",
    "memory.swap.high",
    "memory.swap.max",
    "memory.zswap.max",
    "memory.oom.group",
)


def cgroup_of(pid):
    """Path below the cgroup mount; None: the process is gone."""
    try:
        lines = Path(f"/proc/{pid}/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((line[3:] for line in lines if line.startswith("0::")), None)


def unit_of(pid):
    path = cgroup_of(pid)
    return None if path is None else unit_of_path(path)


def unit_of_path(path):
    parts = [part for part in path.split("/") if part]
    below = parts[next((i + 1 for i, part in enumerate(parts) if part.startswith("user@")), 0) :]
    return next((part for part in below if not part.endswith(".slice")), None)


def directory(unit):
    """The cgroup directory of a user unit."""
    found = [path for path in MANAGER.rglob(unit) if path.is_dir()]
    return found[0] if found else None


def pids_in(path):
    """Every process in a cgroup and below it."""
    pids = []
    for procs in Path(path).rglob("cgroup.procs"):
        try:
            pids += [int(pid) for pid in procs.read_text(encoding="ascii").split()]
        except OSError:
            continue
    return pids


def all_pids():
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]


def pids_running(program):
    """Processes whose executable has this file name."""
    found = []
    for pid in all_pids():
        try:
            if os.path.basename(os.readlink(f"/proc/{pid}/exe")) == program:
                found.append(pid)
        except OSError:
            continue
    return found


def pids_with_environment(entry):
    """Processes that have NAME=VALUE in their environment."""
    found = []
    for pid in all_pids():
        try:
            if entry.encode() in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                found.append(pid)
        except OSError:
            continue
    return found


def is_frozen(unit):
    """One that is gone, even since it was found, is not."""
    path = directory(unit)
    try:
        return path is not None and "frozen 1" in (path / "cgroup.events").read_text("ascii")
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENODEV):
            raise
        return False


def is_to_stand_still(path):
    """Whether a freeze of this cgroup was requested; some of its processes may still run."""
    return "1" in (path / "cgroup.freeze").read_text(encoding="ascii")


def frozen_units():
    """Names of all frozen units below the user manager."""
    names = []
    for events in MANAGER.rglob("cgroup.events"):
        try:
            if "frozen 1" in events.read_text(encoding="ascii"):
                names.append(events.parent.name)
        except OSError:
            continue
    return names


def marks(path):
    """Our extended attributes on a cgroup directory."""
    found = {}
    for name in os.listxattr(path):
        if name.startswith("user.headroom."):
            with contextlib.suppress(OSError):  # removed since it was listed
                found[name] = os.getxattr(path, name).decode()
    return found


def is_marked_for_oomd(path):
    """Whether systemd-oomd is to kill it only as a last resort."""
    return OOMD_MARK in os.listxattr(path)


def until_unmarked(path):
    """A mark outlasts its cause by a moment: a weight's mark until systemd has answered, a freeze's
    mark until the thaw is done."""
    until(
        lambda: not marks(path) and not is_marked_for_oomd(path),
        f"no mark is left on {path.name}",
        within=10,
    )


def cpu_weight(unit):
    """100 is the default. systemd disables the controller where no unit has a weight of its own,
    also between the opening of the file and the reading (ENODEV)."""
    try:
        return int((directory(unit) / "cpu.weight").read_text(encoding="ascii"))
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENODEV):
            raise
        return 100


def memory_limits():
    """The limits and protections of every cgroup of the session, and of those above it."""
    found = {}
    for cgroup in (*ABOVE, *(path for path in MANAGER.rglob("*") if path.is_dir())):
        for name in MEMORY_FILES:
            try:
                found[str(cgroup), name] = (cgroup / name).read_text(encoding="ascii").strip()
            except OSError:
                continue  # the cgroup is gone, or the kernel has no such file
    return found


def changed_limits(before):
    """{(cgroup, file): (before, now)} of the cgroups that are still there."""
    now = memory_limits()
    return {
        where: (value, now[where])
        for where, value in before.items()
        if where in now and now[where] != value
    }
