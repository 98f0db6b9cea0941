# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A logout with a frozen app. It is the last test of this floor, because the session is gone after
it."""

import subprocess
import time
from pathlib import Path

from seat import apps, cgroups, headroom
from seat.waiting import SLOWNESS, until

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
WITHIN = 5.0  # seconds, on a machine that isn't emulated


def killed_by_systemd(since):
    """Processes that didn't quit on request, so that systemd killed them. A frozen unit would be
    among them."""
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
    """The editor is frozen when the session ends. It must get the request to quit and be able to
    answer it soon.

    The time that the rest of the desktop takes to end is printed only. On an emulated machine it
    depends more on the emulator than on Headroom."""
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    unit = apps.own_unit("org.example.Editor", "1", "python3", "-c", EDITOR)
    until(READY.exists, "the editor runs", within=60)
    headroom.wait_for_app("org.example.Editor", within=30)
    headroom.ctl("freeze", "org.example.Editor")
    until(lambda: cgroups.is_frozen(unit), "the editor is frozen")

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
    assert SAVED.exists(), "the editor got no request to quit, or could not answer it"
    answered = SAVED.stat().st_mtime - began
    print(
        f"the editor had saved after {answered:.1f} s, the whole session had ended after "
        f"{took:.1f} s"
    )
    assert not killed_by_systemd(began)
    assert answered <= WITHIN * SLOWNESS
