# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Headroom's Debian packages, in a session where they are installed."""

import os
import subprocess
from pathlib import Path

from seat import headroom

# Created by the lab before it installed them.
_BEFORE = Path("/usr/lib/headroom-lab/files-before-packages")
# Any installation or removal of a package changes these.
_BOOKS = ("/var/cache/", "/var/lib/apt/", "/var/lib/dpkg/", "/var/log/")


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def listed(package):
    """All paths that it has installed, directories included."""
    return said("dpkg", "--listfiles", package).splitlines()


def _files():
    places = ("/etc", "/opt", "/usr", "/var")
    # Files of the journal may vanish meanwhile.
    return set(said("sudo", "find", *places, "-ignore_readdir_race", "-xdev").splitlines())


def purge(*packages):
    """Removes the packages, and asserts that nothing of them is left."""
    before = set(_BEFORE.read_text(encoding="utf-8").splitlines())
    shipped = {line for package in packages for line in listed(package)}
    headroom.user("stop", "headroomd.service")  # as a logout does
    subprocess.run(["sudo", "dpkg", "--purge", *reversed(packages)], check=True)
    assert not [path for path in sorted(shipped - before) if path != "/." and os.path.lexists(path)]
    left = [
        path
        for path in sorted(_files() - before)
        if "headroom" in path and "headroom-lab" not in path and not path.startswith(_BOOKS)
    ]
    assert not left, "no other file with the name is left, such as the link that had enabled it"
