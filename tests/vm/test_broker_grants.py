# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroom-broker as its unit runs it: what it grants and refuses, which privileges it has, and
that Headroom works with it and without it. tests/vm/test_broker.py measures what it is good for;
tests/vm/test_broker_idle.py shows that it leaves when nobody needs it;
tests/unit/parts/broker_*_test.cpp has all that it refuses."""

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from seat import broker, cgroups, headroom, machine
from seat.loads import Load
from seat.waiting import SLOWNESS, until

CAP_SYS_RESOURCE = 1 << 24
CALL = """
import socket, sys
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as caller:
    caller.connect(sys.argv[1])
    caller.send(b"some 10000 500000 memory")
    print(caller.recv(4096).decode())
"""


@pytest.fixture(autouse=True, scope="module")
def installed():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    broker.install()
    yield
    broker.remove()


@pytest.fixture
def in_use():
    broker.take_into_use()


@pytest.fixture
def load():
    load = Load("make")
    yield load
    load.stop()


def called_by(*command):
    done = subprocess.run(
        [*command, sys.executable, "-c", CALL, str(broker.SOCKET)],
        capture_output=True,
        text=True,
        timeout=60 * SLOWNESS,
        check=False,
    )
    return done.stdout + done.stderr


def test_a_trigger_of_a_unit_fires_until_the_connection_ends(load):
    path = load.path.relative_to(cgroups.MANAGER)
    with broker.Caller() as caller:
        assert caller.ask(f"some 10000 500000 {path}/cpu.pressure") == "Armed"
        [fired] = caller.kept
        poll = select.poll()
        poll.register(fired, select.POLLIN)
        events = select.epoll.fromfd(os.dup(fired))
        assert poll.poll(20_000 * SLOWNESS), "tasks of the unit wait for a CPU"
        assert not [event for _, event in events.poll(0) if event & select.EPOLLERR]
        assert poll.poll(20_000 * SLOWNESS), "and again"
        caller.close()
        until(lambda: not poll.poll(2000), "it fires no more, though it is kept")


def test_files_of_others_are_refused():
    for path, answer in {
        "memory.pressure": "Failed: ",  # root's own, as the user manager's cgroup is delegated
        "../memory.pressure": "BadInput: ",
        "/proc/pressure/memory": "BadInput: ",
    }.items():
        with broker.Caller() as caller:
            assert caller.ask(f"some 10000 500000 {path}").startswith(answer)


def test_other_users_cannot_connect():
    assert "PermissionError" in called_by("sudo", "-u", "other")
    assert "Armed" in called_by("env")


def test_root_is_refused():
    assert called_by("sudo").startswith("Refused: ")


@pytest.mark.parametrize("namespaces", [["--user"], ["--user", "--mount"]])
def test_a_sandboxed_caller_is_refused(namespaces):
    assert called_by("unshare", *namespaces).startswith("Refused: the caller is in a sandbox")


def test_it_has_one_privilege(in_use):
    pid = int(broker.shown("MainPID"))
    status = dict(
        line.split(":\t", 1)
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
        if ":\t" in line
    )
    assert {int(number) for number in status["Uid"].split()} == {os.getuid()}
    for capabilities in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(status[capabilities], 16) == CAP_SYS_RESOURCE, capabilities
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == "2"
    exposure = machine.root("systemd-analyze", "security", "--no-pager", broker.SERVICE)
    print(exposure.splitlines()[-1])


def test_headroom_goes_on_without_it_and_finds_it_again(in_use):
    """At its next start; when else: tests/unit/parts/fast_triggers_test.cpp."""
    pid = broker.shown("MainPID")
    machine.root("systemctl", "kill", "--signal=KILL", broker.SERVICE)
    broker.until_missed(pid)
    with broker.Caller() as caller:
        assert caller.ask("some 10000 500000 memory") == "Armed", "its socket starts it again"
    broker.take_into_use()
