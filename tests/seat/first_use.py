# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""From README.md's command to the first boost: installed as pasted, logged in again, an app
opened."""

import subprocess
import time
from pathlib import Path

from seat import headroom, install_blocks, login
from seat.waiting import until
from seat.wanted_boosts import Recording

ROOT = Path(__file__).resolve().parents[2]
# The lab's package files are there, in headroom-debs/, as they are in a checkout after `lab deb`.
_MADE_IN = "/usr/lib/headroom-lab"


def _readme():
    return (ROOT / install_blocks.PAGES[0]).read_text(encoding="utf-8")


def _pasted(command, **options):
    print(f"$ {command}")
    subprocess.run(
        ["bash", "-c", command], check=True, stdin=subprocess.DEVNULL, timeout=300, **options
    )


def _log_in_again(target):
    headroom.user("stop", "graphical-session.target")
    until(lambda: login.is_gone("graphical-session.target"), "the session is over", within=60)
    headroom.user("daemon-reload")  # the next login would have a new manager
    headroom.user("start", target)


def _is_boosted(app_id):
    """Or would be, if the kernel had the controller. Returns a function."""
    if headroom.status()["capabilities"]["cpu-weight"]["available"]:
        return lambda: (headroom.app(app_id) or {}).get("boosted")
    recording = Recording()
    return lambda: any(app_id in unit for unit in recording.boosted())


def measured(desktop, target, open_app, app_id):
    """Prints how long each part took. OPEN_APP is called as soon as the session is there."""
    began = time.monotonic()
    _pasted(install_blocks.installing(_readme(), desktop), cwd=_MADE_IN)
    installed = time.monotonic()
    _log_in_again(target)
    headroom.wait_for_daemon()
    known = time.monotonic()
    for command in install_blocks.afterwards(_readme(), desktop):
        _pasted(command)
    is_boosted = _is_boosted(app_id)
    open_app()
    until(is_boosted, f"{app_id} is boosted", within=60)
    over = time.monotonic()
    print(
        f"{desktop}: first use {over - began:.1f} s after the command: installed after "
        f"{installed - began:.1f} s, login and daemon {known - installed:.1f} s, an app opened and "
        f"boosted {over - known:.1f} s"
    )
