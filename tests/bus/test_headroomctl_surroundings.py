# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What `headroomctl doctor` reports of the session around headroomd: what starts it, and which
other programs run that act on the same things."""

import json

import pytest
from gi.repository import GLib

from fake_systemd import FakeSystemd

SESSION, AUTOSTART = "graphical-session.target", "headroom-autostart.target"
BUS = "DBUS_SESSION_BUS_ADDRESS"
TARGET, XDG, NOTHING = "with graphical-", "by XDG autostart", "does not start at login"


@pytest.fixture
def doctor(bus, daemon, environment, ctl):
    """Runs it in a session with these units. The one bus is also that of the system."""

    def run(*active, wanted_by=(SESSION, AUTOSTART), state="enabled", options=()):
        systemd = FakeSystemd(bus)
        systemd.active = set(active)
        systemd.describe(
            "headroomd.service",
            WantedBy=GLib.Variant("as", wanted_by),
            UnitFileState=GLib.Variant("s", state),
        )
        with systemd:
            return ctl(
                "doctor", *options, env={**environment, "DBUS_SYSTEM_BUS_ADDRESS": environment[BUS]}
            ).stdout

    return run


@pytest.mark.parametrize(
    "active, code", [(SESSION, "graphical-session"), (AUTOSTART, "autostart"), (None, "nothing")]
)
def test_what_starts_it_has_a_code(doctor, active, code):
    told = json.loads(doctor(active, "gamemoded.service", options=["--json"]))
    assert told["started-by-code"] == code and told["other-programs-names"] == ["gamemode"]


@pytest.mark.parametrize(
    "active, wanted_by, expected",
    [
        ([SESSION], [SESSION, AUTOSTART], TARGET),
        ([AUTOSTART], [SESSION, AUTOSTART], XDG),
        ([SESSION, AUTOSTART], [SESSION, AUTOSTART], TARGET),
        ([SESSION, AUTOSTART], [AUTOSTART], XDG),
        ([], [SESSION, AUTOSTART], NOTHING),
        ([SESSION, AUTOSTART], [], NOTHING),
        ([SESSION], ["other.target"], NOTHING),
    ],
)
def test_what_starts_it(doctor, active, wanted_by, expected):
    stdout = doctor(*active, wanted_by=wanted_by)
    assert [each for each in (TARGET, XDG, NOTHING) if each in stdout] == [expected]


@pytest.mark.parametrize(
    "state, active, command",
    [
        ("disabled", None, "systemctl --user enable headroomd.service\n"),
        ("disabled", SESSION, "systemctl --user enable headroomd.service\n"),
        ("enabled", None, "headroom/autostart\n"),
    ],
)
def test_what_to_do_if_it_does_not_start(doctor, state, active, command):
    """As Fedora's and Arch's packages leave it, no target wants it. Autostart would not help."""
    wanted_by = [] if state == "disabled" else [SESSION]
    stdout = doctor(active, wanted_by=wanted_by, state=state)
    assert [line for line in stdout.splitlines(True) if NOTHING in line and command in line]


def test_nothing_else_runs(doctor):
    assert "Also running" not in doctor(SESSION)


def test_each_other_program_is_named_once(doctor):
    stdout = doctor(SESSION, "nohang.service", "nohang-desktop.service", "uresourced.service")
    assert "Also running: nohang, uresourced. What that means" in stdout
    assert "/doc/headroom/coexistence.md\n" in stdout


def test_without_systemd_nothing_is_claimed(daemon, ctl):
    stdout = ctl("doctor").stdout
    assert "Headroom" not in stdout and "Also running" not in stdout
