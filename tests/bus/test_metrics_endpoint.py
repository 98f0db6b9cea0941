# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The endpoint for Prometheus, as systemd starts it: with a socket that it is given."""

import http.client
import os
import resource
import shutil
import socket
import subprocess

import pytest
from prometheus_client.openmetrics import parser

from conftest import HEADROOMCTL
from private_bus import PATIENCE

ENDPOINT = os.environ.get("HEADROOM_METRICS", "headroom-metrics")
FIRST_FD = 3


class Connection(http.client.HTTPConnection):
    """HTTP over a socket that is connected already."""

    def __init__(self, connected):
        super().__init__("localhost", timeout=PATIENCE)
        self.sock = connected

    def connect(self):
        pass


def listener(family):
    made = socket.socket(family)
    if family == socket.AF_UNIX:
        made.bind(f"\0headroom-metrics-{os.getpid()}-{id(made)}")
    else:
        made.bind(("127.0.0.1" if family == socket.AF_INET else "::1", 0))
    made.listen()
    return made


@pytest.fixture
def start(environment):
    """Starts it with a listening socket, which stays open here, as in systemd."""
    started = []

    def run(listening, *options, command=(HEADROOMCTL, "metrics"), sockets=1, within=()):
        process = subprocess.Popen(
            ["sh", "-c", f'exec {FIRST_FD}<&0 0</dev/null; LISTEN_PID=$$ exec "$@"', "sh"]
            + [*within, ENDPOINT, *options, *command],
            env={**environment, "LISTEN_FDS": str(sockets)},
            stdin=listening,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.terminate()
        process.communicate(timeout=PATIENCE)


@pytest.fixture(params=[socket.AF_UNIX, socket.AF_INET, socket.AF_INET6], ids=lambda it: it.name)
def listening(request):
    with listener(request.param) as made:
        yield made


@pytest.fixture
def local():
    with listener(socket.AF_INET) as made:
        yield made


def connect(listening):
    client = socket.socket(listening.family)
    client.settimeout(PATIENCE)
    client.connect(listening.getsockname())
    return client


def ask(listening, method="GET", path="/metrics", **headers):
    with connect(listening) as client:
        connection = Connection(client)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()


def test_metrics(daemon, start, listening):
    start(listening)
    status, headers, text = ask(listening)
    assert status == 200
    assert headers["Content-Type"].startswith("application/openmetrics-text; version=1.0.0")
    names = {family.name for family in parser.text_string_to_metric_families(text)}
    assert "headroom_level" in names and "headroom_app_state" not in names
    status, headers, text = ask(listening, "HEAD")
    assert status == 200 and text == "" and int(headers["Content-Length"]) > 0


@pytest.mark.parametrize(
    "method, path, status",
    [
        ("POST", "/metrics", 405),
        ("PUT", "/metrics", 405),
        ("GET", "/", 404),
        ("GET", "/metrics/", 404),
        ("GET", "/metrics/../metrics", 404),
    ],
)
def test_nothing_else(daemon, start, local, method, path, status):
    start(local)
    assert ask(local, method, path)[0] == status
    assert not daemon.calls


def test_apps_if_the_command_says_so(daemon, start, local):
    start(local, command=(HEADROOMCTL, "metrics", "--apps"))
    assert "org.kde.kate" in ask(local)[2]


def test_without_headroomd_there_is_no_answer_that_looks_like_one(bus, start, local):
    start(local)
    status, _, text = ask(local)
    assert status == 503 and "headroomd is not running" in text


def test_a_command_that_is_missing(start, local):
    start(local, command=("/nonexistent/headroomctl",))
    assert ask(local)[0] == 500


# who may connect over TCP


def test_who_has_no_user_here_is_refused(daemon, start, local):
    """In a user namespace of its own, the endpoint sees every user as the same "nobody", which is
    also what it is there itself. Real other users would need root."""
    start(local, within=("unshare", "--user"))
    with connect(local) as client:
        try:
            client.sendall(b"GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert client.recv(12) == b""
        except ConnectionError:
            pass
    assert not daemon.calls


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", ""])
def test_a_page_in_the_browser_with_a_name_of_its_own_is_refused(daemon, start, local, host):
    start(local)
    assert ask(local, Host=host)[0] in (400, 403)
    assert not daemon.calls
    assert ask(local, Host="127.0.0.1:9497")[0] == 200


def test_each_loopback_address_is_a_name_of_its_own(daemon, start):
    with socket.socket() as second:
        second.bind(("127.0.0.2", 0))
        second.listen()
        start(second)
        assert ask(second, Host="127.0.0.3")[0] == 403
        assert not daemon.calls
        assert ask(second, Host=f"127.0.0.2:{second.getsockname()[1]}")[0] == 200


def test_what_is_not_loopback_is_refused(start):
    with socket.socket() as everywhere:
        everywhere.bind(("0.0.0.0", 0))
        everywhere.listen()
        process = start(everywhere)
        assert process.wait(PATIENCE) == 1
        assert "only loopback" in process.stderr.read()


# bounds


def test_a_slow_client_is_ended(daemon, start, listening):
    start(listening, "--connection", "1")
    with connect(listening) as slow:
        try:
            for letter in b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + b"x" * 10_000:
                slow.sendall(bytes([letter]))
                slow.settimeout(0.05)
                try:
                    if slow.recv(1) == b"":
                        break
                except TimeoutError:
                    continue
            else:
                pytest.fail("it was let go on")
        except ConnectionError:
            pass
    assert ask(listening)[0] == 200


def used_by_children():
    """Seconds of processor time, of those that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_a_command_that_takes_longer_than_a_connection_costs_nothing(start, local):
    """The connection is ended in time, and its command goes on for three seconds."""
    before = used_by_children()
    process = start(local, "--connection", "1", "--idle", "1", command=(shutil.which("sleep"), "4"))
    with connect(local) as client:
        client.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        said = client.recv(4096)
        assert said == b"", said
    assert process.wait(PATIENCE) == 0
    assert used_by_children() - before < 1


def test_a_request_has_a_bound(daemon, start, listening):
    start(listening)
    with connect(listening) as large:
        try:
            large.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * (1 << 20))
            assert large.recv(12)[9:10] in (b"4", b"")
        except ConnectionError:
            pass
    assert ask(listening)[0] == 200
    assert len(daemon.calls) > 0


def test_it_ends_when_nothing_uses_it_and_loses_no_client(daemon, start, listening):
    process = start(listening, "--idle", "1")
    assert ask(listening)[0] == 200
    assert process.wait(PATIENCE) == 0
    with connect(listening) as early:
        early.sendall(b"GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n")
        start(listening)
        assert early.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize(
    "options, command",
    [
        ((), ()),
        (("--idle", "0"), ("true",)),
        (("--allow", "nobody-at-all"), ("true",)),
        (("--allow", "nobody"), ("true",)),
    ],
)
def test_wrong_usage(start, local, options, command):
    process = start(local, *options, command=command)
    assert process.wait(PATIENCE) == 1
    assert process.stderr.read().startswith("headroom-metrics: ")


def test_two_sockets_are_one_too_many(start, local):
    assert start(local, sockets=2).wait(PATIENCE) == 1
