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
WITHIN = 5.0  # seconds, on a machine that is not emulated


def started_editor():
    for file in (READY, SAVED):
        file.unlink(missing_ok=True)
    unit = apps.own_unit("org.example.Editor", "1", "python3", "-c", EDITOR)
    until(READY.exists, "the editor runs", within=60)
    return unit


def log_out():
    """Ends the session as logind does. Returns how long that took; the editor must have been asked to quit, and have answered."""
    began = time.monotonic()
    subprocess.run(["sudo", "systemctl", "stop", "user@1000.service"], check=True, timeout=120)
    took = time.monotonic() - began
    state = subprocess.run(["systemctl", "show", "--value", "-p", "ActiveState", "user@1000.service"], capture_output=True, text=True, check=True)
    assert state.stdout.strip() == "inactive"
    assert SAVED.exists(), "the editor was not asked to quit, or could not answer"
    return took


def log_in():
    subprocess.run(["sudo", "systemctl", "restart", "headroom-lab-login.service"], check=True, timeout=300)
    until(lambda: headroom.user("is-active", "graphical-session.target", check=False).returncode == 0, "the desktop is up again", within=600)


def test_logout_with_frozen_apps():
    """The machine is emulated, and slow by as much as its host is busy: so the same logout without Headroom is timed in the same boot."""
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    unit = started_editor()
    headroom.wait_for_app("org.example.Editor", within=30)
    headroom.ctl("freeze", "org.example.Editor")
    until(lambda: cgroups.is_frozen(unit), "the editor stands still")
    frozen = log_out()

    log_in()
    headroom.user("stop", "headroomd.service")
    started_editor()
    control = log_out()
    print(f"logout with a frozen app {frozen:.1f} s, without Headroom {control:.1f} s")
    assert frozen <= max(WITHIN, 1.25 * control)
