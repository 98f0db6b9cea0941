# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What this machine can do. If it can't, a Trouble states why."""

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

from headroom_lab.progress import Trouble

CACHE = Path(os.environ.get("HEADROOM_LAB_CACHE") or "/var/cache/headroom-lab")

_CLONE_NEWNS = 0x00020000


def require_root():
    if os.geteuid() != 0:
        raise Trouble("needs root, to make mounts, namespaces and cgroups; run it with sudo")


def require_namespaces():
    """Every part of the lab mounts in a namespace of its own."""
    pid = os.fork()
    if pid == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        os._exit(0 if libc.unshare(_CLONE_NEWNS) == 0 else 1)
    _, status = os.waitpid(pid, 0)
    if status != 0:
        raise Trouble(
            "this machine does not allow namespaces (unshare is refused); "
            "a container would have to be privileged"
        )
    filesystems = Path("/proc/filesystems").read_text().split()
    if (
        "overlay" not in filesystems
        and subprocess.run(["modprobe", "-q", "overlay"], check=False).returncode != 0
    ):
        raise Trouble("this kernel has no overlay file system")


def require_space(where, gigabytes):
    where.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(where).free
    if free < gigabytes * 10**9:
        raise Trouble(
            f"{where} has {free / 1e9:.1f} GB free and {gigabytes} GB are needed; "
            "HEADROOM_LAB_CACHE can name another place"
        )


def cgroup2_mount():
    """The mount point of cgroup v2: alone at the usual place, or beside v1."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        left, _, right = line.partition(" - ")
        if right.split()[0] == "cgroup2":
            return Path(left.split()[4])
    raise Trouble("no cgroup2 file system is mounted on this machine")


def debian_mirror():
    """The mirror that this machine's own apt uses, or None for mmdebstrap's default."""
    if not shutil.which("apt-get"):
        return None
    form = "$(ORIGIN) $(LABEL) $(COMPONENT) $(REPO_URI)"
    asked = subprocess.run(
        ["apt-get", "indextargets", "--format", form, "Created-By: Packages"],
        capture_output=True,
        text=True,
        check=False,
    )
    for line in asked.stdout.splitlines():
        words = line.split()
        # By the label, since the trees of security and backports don't have the whole release.
        if len(words) == 4 and words[:3] == ["Debian", "Debian", "main"]:
            return words[3]
    return None


def apt_access():
    """Options for apt that make it reach the mirror as the host's apt does: the proxies, and
    Check-Valid-Until, since the mirror may be a snapshot."""
    asked = subprocess.run(
        ["apt-config", "dump", "--format", "%f %v%n"], capture_output=True, text=True, check=False
    )
    options = []
    for line in asked.stdout.splitlines():
        name, _, value = line.partition(" ")
        if value and name.lower() in (
            "acquire::http::proxy",
            "acquire::https::proxy",
            "acquire::check-valid-until",
        ):
            options.append(f'{name} "{value}"')
    return options
