# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The unit that has a privilege has one, and by systemd's own measure no more. That it works so:
tests/vm/test_broker.py."""

import os
import re
import subprocess

import pytest

from project import ROOT

SERVICE = ROOT / "systemd-units/headroom-broker@.service.in"
MOST_EXPOSED = 1.5
# All that the measure may find. The unit has the reason for each.
NEEDED = {
    "AmbientCapabilities=",
    "CapabilityBoundingSet=~CAP_SYS_(NICE|RESOURCE)",
    "DeviceAllow=",  # the clock to read, which ProtectClock= adds
    "PrivateUsers=",
    "ProcSubset=",
    "ProtectControlGroups=",
    "ProtectProc=",
    "RemoveIPC=",
    "RestrictAddressFamilies=~AF_UNIX",
    "RootDirectory=/RootImage=",
}


def analysed(path):
    """(exposure, settings that are found to be missing)"""
    said = subprocess.run(
        # As for units of users: it makes its own directory, which for the system's takes root.
        ["systemd-analyze", "--user", "security", "--no-pager", "--offline=true", str(path)],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": str(path.parent)},
    ).stdout
    exposure = float(re.search(r"Overall exposure level for \S+: ([\d.]+)", said)[1])
    return exposure, {line.split()[1] for line in said.splitlines() if line.startswith("✗")}


def written(folder, text):
    path = folder / "headroom-broker@1000.service"
    path.write_text(text.replace("@CMAKE_INSTALL_FULL_LIBEXECDIR@", "/usr/libexec"), "utf-8")
    return path


def settings(name):
    text = SERVICE.read_text(encoding="utf-8")
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


def test_what_is_exposed_is_needed(tmp_path):
    exposure, missing = analysed(written(tmp_path, SERVICE.read_text(encoding="utf-8")))
    print(exposure, missing)
    assert exposure <= MOST_EXPOSED
    assert missing <= NEEDED


def test_it_has_one_capability_and_no_other_user():
    assert settings("CapabilityBoundingSet") == ["CAP_SYS_RESOURCE"]
    assert settings("AmbientCapabilities") == ["CAP_SYS_RESOURCE"]
    assert settings("User") == ["%i"]


def test_it_removes_nothing_of_its_user():
    """It runs as the user, whose other programs have shared memory and queues."""
    assert not settings("RemoveIPC")


@pytest.mark.parametrize("line", ["PrivateNetwork=yes", "User=%i"])
def test_a_setting_that_is_missing_is_found(tmp_path, line):
    text = SERVICE.read_text(encoding="utf-8")
    assert f"\n{line}\n" in text
    _, missing = analysed(written(tmp_path, text.replace(f"\n{line}\n", "\n")))
    assert not missing <= NEEDED
