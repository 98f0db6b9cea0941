# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
# installed: packages
"""The part for root from its Debian package, where systemd runs the system: it is in effect since
the login, an upgrade leaves nothing of the old version running, and a purge nothing at all."""

import os
import subprocess
from pathlib import Path

import pytest

from seat import broker, machine
from seat.packages import purge

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("headroom", "headroom-plasma", "headroom-root")


def shown(unit, name):
    return machine.root("systemctl", "show", "--value", "-p", name, unit).strip()


def test_it_is_in_effect_since_the_login():
    uid = os.getuid()
    assert broker.SOCKET.is_socket()
    assert "io" in shown(f"user@{uid}.service", "DelegateControllers").split()
    for unit in ("user.slice", f"user-{uid}.slice", f"user@{uid}.service"):
        assert shown(unit, "MemoryLow") not in ("", "0", "[not set]"), unit


@pytest.mark.parametrize("name", ["root", "daemon"])
def test_debians_own_tests_pass(name):
    subprocess.run(["sudo", ROOT / "packaging/debian/tests" / name], cwd=ROOT, check=True)


def test_purged_without_a_trace():
    """The last test, since it removes the packages."""
    machine.root("systemctl", "start", broker.SERVICE)
    purge(*PACKAGES)
    units = ("list-units", "--all", "--no-legend", "headroom-broker@*")
    assert machine.root("systemctl", *units).strip() == ""
    assert not broker.SOCKET.exists()
    assert "headroom" not in shown("user.slice", "DropInPaths")
