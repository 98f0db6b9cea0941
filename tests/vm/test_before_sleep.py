# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The real logind suspends the machine while an app is frozen. A command that does nothing replaces
the suspend; the rest is unchanged."""

import json
import subprocess
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, machine
from seat.waiting import until

APP = "org.example.Sleeper"
DROP_IN = Path("/run/systemd/system/systemd-suspend.service.d/only-pretend.conf")
LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")


@pytest.fixture
def pretended_sleep():
    machine.root("mkdir", "-p", str(DROP_IN.parent))
    machine.root("sh", "-c", f"printf '[Service]\\nExecStart=\\nExecStart=/bin/true\\n' >{DROP_IN}")
    machine.root("systemctl", "daemon-reload")
    yield
    machine.root("rm", str(DROP_IN))
    machine.root("systemctl", "daemon-reload")


@pytest.fixture
def sleeper():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    unit = apps.own_unit(APP, "1", "sleep", "infinity")
    headroom.wait_for_app(APP)
    yield unit
    apps.kill(unit)


def delays_sleep():
    """Whether logind lists our delay lock on sleep."""
    said = json.loads(
        subprocess.run(
            ["busctl", "--json=short", "call", *LOGIND, "ListInhibitors"],
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout
    )
    return any(
        who == "Headroom" and mode == "delay" and "sleep" in what
        for what, who, _, mode, *_ in said["data"][0]
    )


def test_everybody_goes_on_before_the_machine_sleeps(pretended_sleep, sleeper):
    until(lambda: not delays_sleep(), "nothing is frozen any more")
    headroom.ctl("freeze", APP)
    until(lambda: cgroups.is_frozen(sleeper), "it is frozen")
    until(delays_sleep, "Headroom holds a delay lock on sleep")
    cursor = headroom.journal_cursor()

    machine.root("busctl", "call", *LOGIND, "Suspend", "b", "false")
    until(lambda: not cgroups.is_frozen(sleeper), "it is thawed")
    thaw = until(
        lambda: next(
            (act for act in headroom.acts(cursor) if act["HEADROOM_ACTION"] == "thaw"), None
        ),
        "the journal gives the reason of the thaw",
    )
    assert "the computer is about to sleep" in thaw["MESSAGE"]
    until(lambda: not delays_sleep(), "the delay lock is released")

    until(
        lambda: headroom.ctl("freeze", APP, check=False).returncode == 0,
        "the machine is awake, and freezes are accepted again",
    )
    until(lambda: cgroups.is_frozen(sleeper), "it is frozen")
