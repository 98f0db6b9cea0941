# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""More than anybody should say, half of it, and nonsense: the daemon's memory stays what it was, nothing goes on when it is over, and the focus is right."""

import itertools
import os
import time

import pytest
from gi.repository import Gio, GLib

from fake_kwin import HEADROOM, ROOT
from fake_sway import WINDOW, FakeSway, message
from private_bus import until

KATE, FIREFOX = "org.kde.kate", "firefox"
A_SECOND = 10_000
AT_ONCE = 100
MORE_MEMORY_KB = 16 << 10


@pytest.fixture(autouse=True)
def freed_memory_is_free(monkeypatch):
    """AddressSanitizer keeps what is freed, to know who still uses it."""
    monkeypatch.setenv("ASAN_OPTIONS", os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1:thread_local_quarantine_size_kb=64")


def memory_kb(headroomd):
    status = open(f"/proc/{headroomd.process.pid}/status", encoding="ascii").read()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS:")).split()[1])


def cpu_ticks(headroomd):
    fields = open(f"/proc/{headroomd.process.pid}/stat", encoding="ascii").read().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def flood(send, seconds):
    """Calls send() for each hundred of them, at the pace of so many a second."""
    began = time.monotonic()
    for number in range(0, seconds * A_SECOND, AT_ONCE):
        send()
        time.sleep(max(0, began + number / A_SECOND - time.monotonic()))  # the pace


def is_quiet_and_has(headroomd, memory, app):
    until(lambda: headroomd.get("Focused") == app, f"{app} is in front")
    grown = memory_kb(headroomd) - memory
    assert grown < MORE_MEMORY_KB, f"{grown} KiB more than before"
    used = cpu_ticks(headroomd)
    time.sleep(1)  # in which nothing is to be done
    assert cpu_ticks(headroomd) - used <= 5, "something goes on that nobody asked for"
    assert headroomd.is_alive()


@pytest.fixture
def two_apps(tree, systemd):
    systemd.tree = tree
    windows = []
    for number, app in enumerate((KATE, FIREFOX)):
        unit = tree.unit(f"app.slice/app-{app}-1.scope")
        windows.append({"id": 10 + number, "pid": tree.sleep(unit), "app_id": app})
    return windows


@pytest.fixture
def sway(tmp_path, two_apps):
    servers = []

    def start(number=1):
        servers.append(FakeSway(tmp_path / f"sway-ipc.1000.{number}.sock", two_apps))
        return servers[-1]
    yield start
    for server in servers:
        server.close()


@pytest.fixture
def heard(sway, start_headroomd):
    """sway's server, the daemon that hears it and has seen that KATE is in front, and the daemon's memory."""
    server = sway()
    headroomd = start_headroomd()
    until(lambda: headroomd.get("Focused") == KATE, "sway is heard")
    return server, headroomd, memory_kb(headroomd)


def test_ten_thousand_events_a_second_from_a_socket(heard, two_apps):
    kate, firefox = two_apps
    server, headroomd, memory = heard
    turns = itertools.cycle((firefox, kate))
    hundred = b"".join(server.focus_message(next(turns)) for _ in range(AT_ONCE))
    questions, began = server.questions, time.monotonic()
    flood(lambda: server.say(hundred), seconds=3)
    assert headroomd.is_alive(), "in the middle of it"
    server.focus(firefox)
    is_quiet_and_has(headroomd, memory, FIREFOX)
    assert server.questions - questions <= 2 + 10 * (time.monotonic() - began), "more than ten questions a second about all windows"


def test_ten_thousand_reports_a_second_on_the_bus(desk):
    """GDBus takes in what comes, however slow its reader is. What it took for the first flood has to be enough for the second."""
    _, kate = desk.app(KATE)
    _, firefox = desk.app(FIREFOX)
    headroomd = desk.start(focus=kate)
    until(lambda: headroomd.get("Focused") == KATE, "KWin is heard")
    turns = itertools.cycle((firefox, kate))

    def hundred():
        for _ in range(AT_ONCE):
            text = f'{{"source":"kwin","sent":1,"type":"focus","focus":"{next(turns)["id"]}"}}'
            desk.kwin.connection.call(HEADROOM, ROOT, HEADROOM, "Report", GLib.Variant("(s)", (text,)), None, Gio.DBusCallFlags.NO_AUTO_START, -1, None, None)
    flood(hundred, seconds=1)  # each of them is answered, so that takes longer than they do
    desk.kwin.focus(kate)
    until(lambda: headroomd.get("Focused") == KATE, "the first one is over")
    memory = memory_kb(headroomd)
    flood(hundred, seconds=1)
    desk.kwin.focus(firefox)
    is_quiet_and_has(headroomd, memory, FIREFOX)


def test_ten_thousand_windows_that_come_and_go(heard, two_apps):
    kate, firefox = two_apps
    server, headroomd, memory = heard
    numbers = itertools.count(1000)
    for _ in range(100):
        some = [{**firefox, "id": next(numbers)} for _ in range(AT_ONCE)]
        server.say(b"".join(message(WINDOW, {"change": change, "container": {**window, "visible": True}}) for change in ("new", "close") for window in some))
    server.focus(firefox)
    is_quiet_and_has(headroomd, memory, FIREFOX)
    until(lambda: headroomd.of_app(FIREFOX, "Windows") == 1, "those that are there are counted")


def test_half_messages_are_waited_for(heard, two_apps):
    kate, firefox = two_apps
    server, headroomd, memory = heard
    for window in (firefox, kate, firefox):
        text = server.focus_message(window)
        server.focused = window
        server.say(text[:7], text[7:40], text[40:], between=lambda: headroomd.get("Version"))
        until(lambda app=window["app_id"]: headroomd.get("Focused") == app, "the whole is understood")
    time.sleep(0.5)  # until all windows have been asked for, and answered, once more
    server.say(server.focus_message(kate)[:20])
    is_quiet_and_has(headroomd, memory, FIREFOX)  # the rest is waited for, not looked for


NONSENSE = {
    "another protocol": b"HTTP/1.1 400 Bad Request\r\n\r\n" * 1000,
    "a length of four gigabytes": b"i3-ipc" + b"\xff" * 8,
    "zeros": bytes(100_000),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_ends_the_connection_and_the_next_compositor_is_heard(heard, sway, two_apps, name):
    _, firefox = two_apps
    server, headroomd, memory = heard
    try:
        server.say(NONSENSE[name])
    except OSError:
        pass  # it has hung up in the middle
    until(server.hangs_up, "nobody listens to that")
    until(lambda: headroomd.get("WindowSource") == "", "and nobody is believed")
    server.close()
    two_apps.reverse()
    sway(2)
    is_quiet_and_has(headroomd, memory, FIREFOX)
    assert firefox in two_apps


@pytest.mark.parametrize("text", ["{", "[" * 10_000, '{"change":"focus"}', '{"change":"focus","container":[]}', '{"change":"new","container":{"id":-1,"pid":1e99}}'])
def test_an_event_that_makes_no_sense_is_passed_over(heard, two_apps, text):
    _, firefox = two_apps
    server, headroomd, memory = heard
    server.say(message(WINDOW, text))
    server.focus(firefox)
    is_quiet_and_has(headroomd, memory, FIREFOX)
