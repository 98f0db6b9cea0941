# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Headroom's Debian packages, in a session that they are installed in."""

import os
import subprocess
from pathlib import Path

from seat import headroom

# Made by the lab before it installed them.
_BEFORE = Path("/usr/lib/headroom-lab/files-before-packages")
# Whoever installs or removes any package at all changes these.
_BOOKS = ("/var/cache/", "/var/lib/apt/", "/var/lib/dpkg/", "/var/log/")


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def listed(package):
    """All that it has installed, directories included."""
    return said("dpkg", "--listfiles", package).splitlines()


def _files():
    return set(said("sudo", "find", "/etc", "/opt", "/usr", "/var", "-xdev").splitlines())


def purge(*packages):
    """Removes them, and makes sure that nothing of them is left."""
    before = set(_BEFORE.read_text(encoding="utf-8").splitlines())
    shipped = {line for package in packages for line in listed(package)}
    headroom.user("stop", "headroomd.service")  # as logging out does
    subprocess.run(["sudo", "dpkg", "--purge", *reversed(packages)], check=True)
    assert not [path for path in sorted(shipped - before) if path != "/." and os.path.lexists(path)]
    left = [
        path
        for path in sorted(_files() - before)
        if "headroom" in path and "headroom-lab" not in path and not path.startswith(_BOOKS)
    ]
    assert not left, "and nothing else of that name, such as what had enabled it"
