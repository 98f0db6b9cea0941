# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd with a headroom-broker, here a fake: what it requests, and what it reports of it."""

import array
import contextlib
import select
import socket
import threading

import pytest

from private_bus import PATIENCE, until
from short_of_memory import stalls

RESOURCES = ("cpu", "io", "memory")


class FakeBroker:
    """Answers each request on each connection alike, until it is closed."""

    def __init__(self, path, answer):
        self.asked = []
        self._answer = answer
        self._connections = []
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listening.bind(str(path))
        self._listening.listen()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self):
        waiting = [self._listening]
        while waiting:
            for ready in select.select(waiting, [], [])[0]:
                if ready is self._listening:
                    with contextlib.suppress(OSError):
                        waiting.append(self._listening.accept()[0])
                        continue
                    return
                request = ready.recv(4096)
                if request == b"":
                    waiting.remove(ready)
                    ready.close()
                    continue
                self.asked.append(request.decode())
                self._reply(ready)
                self._connections.append(ready)

    def _reply(self, caller):
        watch = select.epoll()  # of nothing, so it never fires
        with contextlib.closing(watch):
            fds = [watch.fileno()] if self._answer == "Armed" else []
            caller.sendmsg(
                [self._answer.encode()],
                [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else [],
            )

    def end(self):
        self._listening.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        for connection in self._connections:
            connection.close()
        self._listening.close()


@pytest.fixture
def desk(tree, start_headroomd):
    folder = tree.proc / "pressure"
    folder.mkdir()
    for resource in RESOURCES:
        (folder / resource).write_text(stalls(0), encoding="ascii")
    return start_headroomd


def reason(headroomd):
    return headroomd.get("Capabilities")["pressure"][1]


def test_it_requests_what_it_also_waits_for_itself(desk, tmp_path):
    broker = FakeBroker(tmp_path / "broker", "Armed")
    try:
        headroomd = desk()
        until(
            lambda: "immediately, through headroom-broker" in reason(headroomd),
            "doctor would show that it is in use",
        )
        assert broker.asked[:2] == ["some 10000 500000 memory", "full 200000 500000 io"]
    finally:
        broker.end()
    until(lambda: "headroom-broker" not in reason(headroomd), "it is known to be gone")


def test_a_refusal_changes_nothing(desk, tmp_path):
    """The pressure files of this machine are no kernel's, so there are no slow triggers either."""
    broker = FakeBroker(tmp_path / "broker", "Refused: not you")
    try:
        headroomd = desk()
        until(lambda: len(broker.asked) >= 2, "both triggers are requested")
        until(lambda: "only on request" in reason(headroomd), "what it has without a broker")
    finally:
        broker.end()
