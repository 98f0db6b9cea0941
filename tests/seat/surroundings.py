# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a measurement ran on: the machine, its kernel, and the versions of what was compared."""

import os
import platform
import re
import subprocess
from pathlib import Path

from seat import machine, peers

PACKAGES = (
    "earlyoom",
    "kwin-wayland",
    "nohang",
    "plasma-workspace",
    "psi-notify",
    "stress-ng",
    "systemd",
    "systemd-oomd",
)


def _said(*command):
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()


def versions():
    """Of installed packages, as dpkg has them, and of Headroom."""
    shown = _said("dpkg-query", "--show", "--showformat=${Package} ${Version}\\n", *PACKAGES)
    found = dict(line.split() for line in shown.splitlines() if len(line.split()) == 2)
    ours = re.search(r"\d+(\.\d+)+", _said("headroomctl", "--version"))
    return found | {"headroom": ours[0] if ours else "unknown"}


def facts():
    model = re.search(
        r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE
    )
    # "qemu" if QEMU emulates the CPU, and "kvm" if the CPU runs it.
    virtual = _said("systemd-detect-virt")
    return {
        "kernel": platform.release(),
        "cpus": os.cpu_count(),
        "cpu": model[1] if model else "unknown",
        "emulated": virtual == "qemu",
        "virtualization": virtual,
        "memory_mib": machine.memory()["MemTotal"],
        "lru_gen": peers.lru_gen(),
        "versions": versions(),
    }
