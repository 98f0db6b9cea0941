# packages: earlyoom libnotify-bin nohang psi-notify systemd-oomd
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Each configuration that bench/stall.py compares is set up as it should be, and leaves nothing
behind. Otherwise the next one in the same boot would be measured beside it."""

from pathlib import Path

import pytest

from seat import cgroups, headroom, machine, oomd, peers, root_part

SERVICES = ("earlyoom.service", "nohang-desktop.service", *oomd.UNITS)


@pytest.fixture(autouse=True)
def headroom_first():
    """It reports the foreground app before it is stopped."""
    peers.stop_all()
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()


def state():
    """What a configuration may change."""
    return {
        "services": machine.root("systemctl", "is-active", *SERVICES, check=False).split(),
        "notifier": headroom.user("is-active", "psi-notify.service", check=False).stdout,
        "lru": peers.lru_gen(),
        "weight": Path("/sys/fs/cgroup/user.slice/cpu.weight").read_text(encoding="ascii"),
        "protected": [root_part.low(path) for path in cgroups.ABOVE],
        "settings of oomd": machine.root("sh", "-c", "ls /run/systemd/oomd.conf.d", check=False),
    }


@pytest.mark.parametrize("name", peers.CONFIGURATIONS)
def test_it_runs_and_leaves_nothing_behind(name):
    before = state()
    answer = peers.Answer(name)
    try:
        assert answer.runs()
        assert answer.lost() == ()
    finally:
        answer.close()
    assert state() == before


def test_fedoras_earlyoom_has_fedoras_limits():
    answer = peers.Answer("earlyoom-fedora")
    try:
        pid = machine.root("systemctl", "show", "--value", "-p", "MainPID", "earlyoom.service")
        command = Path(f"/proc/{pid.strip()}/cmdline").read_bytes().split(b"\0")
    finally:
        answer.close()
    assert command[1:6] == [b"-r", b"0", b"-m", b"4", b"-M"]


def test_headroom_only_boosts_if_its_response_is_off():
    answer = peers.Answer("headroom-boost")
    try:
        assert headroom.settings()["Pressure/Response"] == "off"
    finally:
        answer.close()
    assert headroom.settings()["Pressure/Response"] == "freeze"
