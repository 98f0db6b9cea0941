# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Logging out with frozen apps: the last test of this floor, because the session is gone after it."""

import subprocess
import time
from pathlib import Path

from seat import apps, cgroups, headroom
from seat.waiting import until

SAVED, READY = Path("/var/tmp/saved"), Path("/var/tmp/ready")
EDITOR = f"""\
import pathlib, signal, sys, time
def goodbye(*_):
    pathlib.Path('{SAVED}').write_text('the text\\n')
    sys.exit(0)
signal.signal(signal.SIGTERM, goodbye)
pathlib.Path('{READY}').touch()
while True:
    time.sleep(3600)
"""
WITHIN = 5.0


def killed_by_systemd(since):
    """What did not go when it was asked to, and so was killed. A frozen unit would be among them."""
    said = subprocess.run(
        ["sudo", "journalctl", "--no-pager", "-o", "cat", f"--since=@{since:.0f}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [
        line
        for line in said.splitlines()
        if "org.example" in line and ("Killing process" in line or "timed out" in line)
    ]


def test_logout_with_frozen_apps():
    """The editor is frozen when the session ends: it must be asked to quit, and must be able to answer, soon after.

    How long the rest of the desktop takes to end is printed; on an emulated machine that says more of the emulator than of Headroom.
    """
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    unit = apps.own_unit("org.example.Editor", "1", "python3", "-c", EDITOR)
    until(READY.exists, "the editor runs", within=60)
    headroom.wait_for_app("org.example.Editor", within=30)
    headroom.ctl("freeze", "org.example.Editor")
    until(lambda: cgroups.is_frozen(unit), "the editor stands still")

    began = time.time()
    subprocess.run(["sudo", "systemctl", "stop", "user@1000.service"], check=True, timeout=120)
    took = time.time() - began
    state = subprocess.run(
        ["systemctl", "show", "--value", "-p", "ActiveState", "user@1000.service"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert state.stdout.strip() == "inactive"
    assert SAVED.exists(), "the editor was not asked to quit, or could not answer"
    answered = SAVED.stat().st_mtime - began
    print(
        f"the editor had saved after {answered:.1f} s, the whole session had ended after {took:.1f} s"
    )
    assert not killed_by_systemd(began)
    assert answered <= WITHIN
