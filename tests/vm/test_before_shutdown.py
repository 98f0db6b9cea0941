# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The real logind powers the machine off while an app is frozen. A target that does nothing
replaces the power-off; the rest is unchanged."""

from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, machine
from seat.waiting import until

APP = "org.example.Shutter"
LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
# Overrides the target in /usr/lib. It has no power-off among its dependencies, so systemd only
# reaches it.
TARGET = Path("/run/systemd/system/poweroff.target")


@pytest.fixture
def pretended_shutdown():
    machine.root(
        "sh", "-c", f"printf '[Unit]\\nDescription=Nothing\\nDefaultDependencies=no\\n' >{TARGET}"
    )
    machine.root("systemctl", "daemon-reload")
    yield
    machine.root("systemctl", "stop", TARGET.name)
    machine.root("rm", str(TARGET))
    machine.root("systemctl", "daemon-reload")


@pytest.fixture
def shutter():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    unit = apps.own_unit(APP, "1", "sleep", "infinity")
    headroom.wait_for_app(APP)
    yield unit
    apps.kill(unit)


def reached():
    return (
        machine.root(
            "systemctl", "show", "--value", "-p", "ActiveEnterTimestampMonotonic", TARGET.name
        ).strip()
        != "0"
    )


def test_everybody_goes_on_before_the_machine_is_switched_off(pretended_shutdown, shutter):
    headroom.ctl("freeze", APP)
    until(lambda: cgroups.is_frozen(shutter), "it is frozen")
    until(
        lambda: any(
            "Headroom" in line and "shutdown" in line
            for line in machine.root("systemd-inhibit", "--list", "--no-pager").splitlines()
        ),
        "Headroom holds a delay lock on shutdown",
    )
    cursor = headroom.journal_cursor()

    machine.root("busctl", "call", *LOGIND, "PowerOff", "b", "false")
    until(lambda: not cgroups.is_frozen(shutter), "it is thawed")
    thaw = until(
        lambda: next(
            (act for act in headroom.acts(cursor) if act["HEADROOM_ACTION"] == "thaw"), None
        ),
        "the journal gives the reason of the thaw",
    )
    assert "the session is about to end" in thaw["MESSAGE"]

    until(reached, "logind continues the shutdown")
    entered = (
        int(
            machine.root(
                "systemctl", "show", "--value", "-p", "ActiveEnterTimestampMonotonic", TARGET.name
            )
        )
        / 1e6
    )
    print(f"thawed {entered - thaw['at']:.2f} s before the machine was let go")
    assert thaw["at"] < entered
    until(
        lambda: headroom.ctl("freeze", APP, check=False).returncode == 0,
        "the shutdown is over, and freezes are accepted again",
    )
