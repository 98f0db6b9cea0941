# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroom-broker as its unit starts it. What it refuses on a machine with a user manager:
tests/unit/parts/broker_*_test.cpp. What it does on one: tests/vm/test_broker.py."""

import os
import socket
import subprocess
import sys

import pytest

BROKER = os.environ.get("HEADROOM_BROKER", "headroom-broker")
PATIENCE = 60
AS_SYSTEMD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execvp(sys.argv[2], sys.argv[2:])
"""


@pytest.fixture
def start(tmp_path):
    """Starts it with a socket, and returns the process and the socket's path."""
    started = []

    def start_broker(*arguments, kind=socket.SOCK_SEQPACKET):
        path = tmp_path / "socket"
        with socket.socket(socket.AF_UNIX, kind) as listening:
            listening.bind(str(path))
            if kind != socket.SOCK_DGRAM:
                listening.listen()
            number = listening.fileno()
            broker = subprocess.Popen(
                [sys.executable, "-c", AS_SYSTEMD, str(number), BROKER, *arguments],
                pass_fds=[number],
                stderr=subprocess.PIPE,
                text=True,
            )
        started.append(broker)
        return broker, path

    yield start_broker
    for broker in started:
        if broker.poll() is None:
            broker.kill()
        broker.communicate(timeout=PATIENCE)


def call(path, request):
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as caller:
        caller.settimeout(PATIENCE)
        caller.connect(str(path))
        caller.send(request)
        text, descriptors, *_ = socket.recv_fds(caller, 4096, 1)
        return text.decode(), descriptors


def test_a_caller_without_a_user_manager_is_refused(start):
    """So is root, and so is the user that runs these tests in a container."""
    _, path = start()
    for request in (b"some 10000 500000 memory", b"garbage"):
        text, descriptors = call(path, request)
        assert text.startswith("Refused: " if os.getuid() == 0 else ("Refused: ", "BadInput: "))
        assert not descriptors


def test_who_calls_afterwards_is_served_as_well(start):
    broker, path = start()
    for _ in range(100):
        assert call(path, b"some 10000 500000 memory")[0].startswith("Refused: ")
    assert broker.poll() is None


def test_it_needs_one_socket_of_the_right_kind(start):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        broker, path = start(kind=kind)
        _, said = broker.communicate(timeout=PATIENCE)
        assert broker.returncode == 1
        assert "headroom-broker@.socket" in said
        path.unlink()
    alone = subprocess.run(
        [BROKER], stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False
    )
    assert alone.returncode == 1
    assert "headroom-broker@.socket" in alone.stderr


@pytest.mark.parametrize("argument", ["--proc-root=/tmp", "--cgroup-root=/tmp", "--help", "x"])
def test_it_takes_no_argument(start, argument):
    """A caller that could choose the roots could have a trigger armed anywhere."""
    broker, _ = start(argument)
    _, said = broker.communicate(timeout=PATIENCE)
    assert broker.returncode == 1
    assert "no argument" in said
