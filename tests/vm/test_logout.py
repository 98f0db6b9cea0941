# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Logging out with frozen apps: the last test of this floor, because the session is gone after it."""

import subprocess
import time
from pathlib import Path

from seat import apps, cgroups, headroom
from seat.waiting import until

EDITOR = """\
import pathlib, signal, sys, time
def goodbye(*_):
    pathlib.Path('/var/tmp/saved').write_text('the text\\n')
    sys.exit(0)
signal.signal(signal.SIGTERM, goodbye)
pathlib.Path('/var/tmp/ready').touch()
while True:
    time.sleep(3600)
"""
WITHIN = 5.0


def session_is_over():
    state = subprocess.run(["systemctl", "show", "--value", "-p", "ActiveState", "user@1000.service"], capture_output=True, text=True, check=True)
    return state.stdout.strip() in ("inactive", "failed")


def test_logout_with_frozen_apps():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    unit = apps.own_unit("org.example.Editor", "1", "python3", "-c", EDITOR)
    until(Path("/var/tmp/ready").exists, "the editor runs", within=60)
    headroom.wait_for_app("org.example.Editor", within=30)
    headroom.ctl("freeze", "org.example.Editor")
    until(lambda: cgroups.is_frozen(unit), "the editor stands still")

    began = time.monotonic()
    subprocess.run(["sudo", "systemctl", "stop", "user@1000.service"], check=True, timeout=120)
    took = time.monotonic() - began
    print(f"the session ended within {took:.1f} s")
    assert session_is_over()
    assert Path("/var/tmp/saved").read_text(encoding="utf-8") == "the text\n", "the editor was not asked to quit, or could not answer"
    assert took <= WITHIN
