# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A desktop that was started at login without systemd. Its apps are in the login's session-N.scope,
which root owns, so only systemd can move a whole process tree out of it."""

import os
import subprocess

import pytest

from seat import cgroups, headroom, machine
from seat.waiting import until

SCOPE = "session-77.scope"
APP = "org.kde.kwrite"
NEEDED = ("WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "HOME", "PATH", "LANG")
MARK = "HEADROOM_TEST=login-scope"


@pytest.fixture
def family():
    """An editor with two descendants that are no apps."""
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    words = [f"{name}={os.environ[name]}" for name in NEEDED if name in os.environ]
    script = "(sleep 3600 & exec sleep 3601) & exec kwrite"
    login = subprocess.Popen(
        [
            "sudo",
            "systemd-run",
            "--scope",
            "--quiet",
            f"--slice=user-{os.getuid()}.slice",
            f"--unit={SCOPE}",
            f"--uid={os.getuid()}",
            "env",
            *words,
            MARK,
            "sh",
            "-c",
            script,
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    yield
    for pid in cgroups.pids_with_environment(MARK):
        machine.root("kill", "-9", str(pid), check=False)
    login.wait(timeout=60)


def test_a_whole_family_gets_a_scope_of_its_own(family):
    entry = headroom.wait_for_app(
        APP,
        lambda found: found["units"]
        and all(unit.startswith("app-headroom-") for unit in found["units"]),
        "it has a scope",
        within=60,
    )
    until(
        lambda: {cgroups.unit_of(pid) for pid in cgroups.pids_with_environment(MARK)}
        == set(entry["units"]),
        "no process is left behind",
    )
    pids = cgroups.pids_with_environment(MARK)
    assert len(pids) >= 3, pids  # the editor may have started a kioworker
