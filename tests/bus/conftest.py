# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests of this directory start from: a private bus, fakes on it, and headroomctl as a function."""

import os
import subprocess

import pytest

from fake_headroomd import FakeHeadroomd
from fake_systemd import FakeSystemd
from private_bus import PATIENCE, private_bus

HEADROOMCTL = os.environ.get("HEADROOMCTL", "headroomctl")


@pytest.fixture
def bus():
    with private_bus() as address:
        yield address


@pytest.fixture
def daemon(bus):
    with FakeHeadroomd(bus) as fake:
        yield fake


@pytest.fixture
def systemd(bus):
    with FakeSystemd(bus) as fake:
        yield fake


@pytest.fixture
def environment(bus, tmp_path):
    return {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path),
            "DBUS_SESSION_BUS_ADDRESS": bus}


@pytest.fixture
def ctl(environment):
    """Runs headroomctl to its end. `check` is the status that it must end with."""
    def run(*arguments, check=0, **options):
        options.setdefault("env", environment)
        done = subprocess.run([HEADROOMCTL, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False, **options)
        assert done.returncode == check, done
        return done
    return run


@pytest.fixture
def start_ctl(environment):
    """Starts headroomctl and leaves it running; it is gone after the test."""
    started = []

    def start(*arguments, **options):
        process = subprocess.Popen([HEADROOMCTL, *arguments], env=environment, text=True,
                                   **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options})
        started.append(process)
        return process
    yield start
    for process in started:
        process.kill()
        process.communicate()
