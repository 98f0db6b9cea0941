# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What this machine can do. Each question has one answer or one sentence why not."""

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
    """Mounting in a namespace of one's own is what every part of the lab stands on."""
    pid = os.fork()
    if pid == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        os._exit(0 if libc.unshare(_CLONE_NEWNS) == 0 else 1)
    _, status = os.waitpid(pid, 0)
    if status != 0:
        raise Trouble(
            "this machine does not allow namespaces (unshare is refused); a container would have to be privileged"
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
            f"{where} has {free / 1e9:.1f} GB free and {gigabytes} GB are needed; HEADROOM_LAB_CACHE can name another place"
        )


def cgroup2_mount():
    """Where the version 2 hierarchy is: alone at the usual place, or beside version 1."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        left, _, right = line.partition(" - ")
        if right.split()[0] == "cgroup2":
            return Path(left.split()[4])
    raise Trouble("no cgroup2 file system is mounted on this machine")


def has_cpu_controller():
    """Whether a cgroup of ours gets it: one that the host has but does not hand down is none for us."""
    return "cpu" in (cgroup2_mount() / "cgroup.subtree_control").read_text().split()


def debian_mirror():
    """The mirror that this machine's own apt uses, or None for the bootstrapper's default."""
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
        # Label tells the main archive from security and backports, whose trees do not hold the release.
        if len(words) == 4 and words[:3] == ["Debian", "Debian", "main"]:
            return words[3]
    return None


def apt_access():
    """How the host's apt gets at its mirror, as the options that pass it on: by which proxy, and whether the mirror may be one that stands still."""
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
