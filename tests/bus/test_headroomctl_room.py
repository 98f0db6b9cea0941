# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl run --when-room: what it waits for, in which order, and what it prints meanwhile."""

import contextlib
import re
import signal
import time
from pathlib import Path

import pytest
from gi.repository import Gio, GLib

from conftest import HEADROOMCTL
from fake_headroomd import HEALTHY, WITHOUT_PRESSURE, FakeHeadroomd
from private_bus import PATIENCE, end_the_bus, until
from terminal import Terminal

QUEUE = "org.headroomd.Headroom1.Queue"
CALM_FOR = 3  # seconds before a start
# Seconds; it waits for so long while other programs take memory, as they may on this machine.
SETTLED_WITHIN = 30
STARTS_WITHIN = SETTLED_WITHIN + PATIENCE


def mib_of_the_machine():
    text = Path("/proc/meminfo").read_text(encoding="ascii")
    return int(re.search(r"MemTotal:\s+(\d+)", text)[1]) // 1024


@pytest.fixture
def queue(bus):
    """The connections in the queue, the head first."""
    flags = (
        Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
        | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    )
    connection = Gio.DBusConnection.new_for_address_sync(bus, flags, None, None)

    def owners():
        try:
            return connection.call_sync(
                "org.freedesktop.DBus",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus",
                "ListQueuedOwners",
                GLib.Variant("(s)", (QUEUE,)),
                None,
                Gio.DBusCallFlags.NONE,
                -1,
                None,
            ).unpack()[0]
        except GLib.Error:  # nothing waits
            return []

    yield owners
    connection.close_sync(None)


@pytest.fixture
def wait_for_room(start_ctl, queue, tmp_path):
    """Starts a command that waits for room and then writes its name to a file. Returns when it is
    in the queue."""

    def start(name, *options):
        place = len(queue())
        process = start_ctl(
            "run", "--when-room", *options, "sh", "-c", f"echo {name} >>{tmp_path}/log"
        )
        until(lambda: len(queue()) > place, f"{name} is in the queue")
        return process

    return start


def begun(tmp_path):
    log = tmp_path / "log"
    return log.read_text(encoding="ascii").split() if log.exists() else []


def test_it_is_the_commands_own_once_there_is_room(daemon, systemd, ctl):
    before = time.monotonic()
    command = ("sh", "-c", "echo out; exit 42")
    done = ctl("run", "--when-room", "--need", "1M", *command, check=42, timeout=STARTS_WITHIN)
    assert (done.stdout, done.stderr) == ("out\n", "")  # no terminal, and so no explanation
    assert time.monotonic() - before >= CALM_FOR
    assert len(systemd.moved) == 1


def test_detached_it_waits_too(daemon, systemd, ctl):
    before = time.monotonic()
    ctl("run", "--when-room", "--need=1M", "--detach", "true", timeout=STARTS_WITHIN)
    assert time.monotonic() - before >= CALM_FOR


@pytest.mark.parametrize("level", ["unknown", "uneasy", "high", "critical", "of-the-future"])
def test_it_waits_for_calm_and_says_so_once(daemon, systemd, wait_for_room, tmp_path, level):
    daemon.properties["Level"] = level
    process = wait_for_room("it", "--verbose", "--need=1M")
    shown = level if level != "of-the-future" else "unknown"
    assert process.stderr.readline() == f"Waiting until pressure is calm. It is {shown} now.\n"
    daemon.change(Level="critical")
    daemon.change(Level="calm")
    assert process.wait() == 0
    assert process.stderr.read() == ""
    assert begun(tmp_path) == ["it"]


def test_without_pressure_memory_alone_decides(daemon, systemd, wait_for_room, tmp_path):
    """The level is unknown for good."""
    daemon.properties.update(Level="unknown", Capabilities=WITHOUT_PRESSURE)
    process = wait_for_room("it", "--need=1M")
    assert process.wait(STARTS_WITHIN) == 0
    explained = "Free memory alone decides: the kernel reports no pressure (PSI).\n"
    assert process.stderr.read() == explained
    assert begun(tmp_path) == ["it"]


def test_a_daemon_that_has_not_looked_yet_is_waited_for(daemon, systemd, wait_for_room):
    """It reports that it has no pressure, and no reason."""
    daemon.properties.update(Level="unknown", Capabilities=HEALTHY | {"pressure": (False, "", "")})
    process = wait_for_room("it", "--verbose", "--need=1M")
    waits = "Waiting until pressure is calm. It is unknown now.\n"
    assert process.stderr.readline() == waits
    daemon.change(Level="calm")
    assert process.wait(STARTS_WITHIN) == 0
    assert process.stderr.read() == ""


def test_on_a_terminal_it_says_so_unasked(daemon, systemd, environment):
    daemon.properties["Level"] = "high"
    terminal = Terminal(environment, HEADROOMCTL, "run", "--when-room", "--need=1M", "true")
    try:
        terminal.line_with("Waiting until pressure is calm. It is high now.")
        daemon.change(Level="calm")
        assert terminal.process.wait() == 0
    finally:
        terminal.close()


def test_it_waits_for_memory(daemon, systemd, wait_for_room, tmp_path):
    """All but what has to stay available: never there on a machine that runs this test."""
    need = mib_of_the_machine() * 9 // 10 - 1
    process = wait_for_room("it", "--verbose", f"--need={need}M")
    assert re.fullmatch(
        r"Waiting until [\d.]+ [GM]iB of memory are available\. Now: [\d.]+ [GM]iB\.\n",
        process.stderr.readline(),
    )
    process.send_signal(signal.SIGINT)
    assert process.wait() == -signal.SIGINT
    assert not begun(tmp_path) and not systemd.calls


def test_what_can_never_fit_is_refused_at_once(daemon, systemd, ctl):
    said = ctl("run", "--when-room", "--need=1000T", "true", check=1).stderr
    assert "there would never be room for 1000.0 TiB" in said
    assert not systemd.calls


@pytest.mark.parametrize("need", ["", "0", "-1G", "much", "1e3", "2 gigs", "inf", "1GG"])
def test_nonsense_starts_nothing(daemon, systemd, ctl, need):
    said = ctl("run", "--when-room", f"--need={need}", "true", check=2).stderr
    assert f'"{need}" is not an amount of memory' in said
    assert not systemd.calls


@pytest.mark.parametrize("option", ["--need=1G", "--verbose"])
def test_what_belongs_to_waiting_requires_it(daemon, systemd, ctl, option):
    said = ctl("run", option, "true", check=2).stderr
    assert "--need and --verbose require --when-room" in said
    assert not systemd.calls


def test_without_the_daemon_nothing_is_known(systemd, ctl):
    said = ctl("run", "--when-room", "true", check=3).stderr
    assert "headroomd is not running" in said
    assert not systemd.calls


def test_a_program_that_is_not_there_is_not_waited_for(daemon, systemd, ctl):
    daemon.properties["Level"] = "high"
    ctl("run", "--when-room", "nonesuch", check=127)


def test_they_start_in_order_and_one_at_a_time(daemon, systemd, wait_for_room, queue, tmp_path):
    daemon.properties["Level"] = "high"
    names = ["one", "two", "three", "four"]
    processes = [wait_for_room(name, "--need=1M") for name in names]
    daemon.change(Level="calm")
    before = time.monotonic()
    for number, process in enumerate(processes, 1):
        assert process.wait() == 0
        assert time.monotonic() - before >= CALM_FOR * number
        assert begun(tmp_path) == names[:number]
    assert not queue()


def test_those_behind_say_whom_they_wait_for(daemon, systemd, wait_for_room):
    daemon.properties["Level"] = "high"
    wait_for_room("one", "--need=1M")
    process = wait_for_room("two", "--verbose", "--need=1M")
    expected = "Waiting in the queue, behind other commands.\n"
    assert process.stderr.readline() == expected


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_one_that_ends_leaves_the_queue(daemon, systemd, wait_for_room, queue, tmp_path, ended_by):
    daemon.properties["Level"] = "high"
    processes = [wait_for_room(name, "--need=1M") for name in ("one", "two", "three", "four")]
    for process in (processes[0], processes[2]):
        process.send_signal(ended_by)
        assert process.wait() == -ended_by
    until(lambda: len(queue()) == 2, "they have left it")
    daemon.change(Level="calm")
    assert processes[1].wait() == processes[3].wait() == 0
    assert begun(tmp_path) == ["two", "four"]


def state(process):
    """The kernel's letter for it: T while it is stopped."""
    stat = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8")
    return stat.rpartition(")")[2].split()[0]


@pytest.fixture
def shells_job(start_ctl, queue, tmp_path):
    """The same as a shell with job control starts it: in a process group of its own."""

    def start(name):
        place = len(queue())
        command = f"echo {name} >>{tmp_path}/log"
        process = start_ctl("run", "--when-room", "--need=1M", "sh", "-c", command, process_group=0)
        until(lambda: len(queue()) > place, f"{name} is in the queue")
        return process

    return start


def test_one_that_is_stopped_goes_to_the_end(daemon, systemd, shells_job, queue, tmp_path):
    daemon.properties["Level"] = "high"
    first, second = shells_job("one"), shells_job("two")
    first.send_signal(signal.SIGTSTP)
    until(lambda: state(first) == "T", "it is stopped")
    assert len(queue()) == 1
    daemon.change(Level="calm")
    assert second.wait() == 0
    assert begun(tmp_path) == ["two"]
    first.send_signal(signal.SIGCONT)
    assert first.wait() == 0
    assert begun(tmp_path) == ["two", "one"]


def test_it_can_be_stopped_again(daemon, systemd, shells_job, queue, tmp_path):
    daemon.properties["Level"] = "high"
    process = shells_job("it")
    for _ in range(3):
        process.send_signal(signal.SIGTSTP)
        until(lambda: state(process) == "T", "it is stopped")
        assert not queue()
        process.send_signal(signal.SIGCONT)
        until(queue, "it waits again")
    daemon.change(Level="calm")
    assert process.wait() == 0
    assert begun(tmp_path) == ["it"]


def test_a_head_that_does_not_run_is_passed_and_stays_next(
    daemon, systemd, wait_for_room, queue, tmp_path
):
    """A process that is frozen, or stopped by SIGSTOP, cannot leave the queue."""
    daemon.properties["Level"] = "high"
    first, second, third = [wait_for_room(name, "--need=1M") for name in ("one", "two", "three")]
    places = queue()
    first.send_signal(signal.SIGSTOP)
    daemon.change(Level="calm")
    assert second.wait() == 0
    assert begun(tmp_path) == ["two"]
    until(lambda: queue() == [places[0], places[2]], "it is still before the one behind")
    first.send_signal(signal.SIGCONT)
    assert first.wait() == third.wait() == 0
    assert begun(tmp_path) == ["two", "one", "three"]


def test_two_that_do_not_run_are_both_passed(daemon, systemd, wait_for_room, queue, tmp_path):
    daemon.properties["Level"] = "high"
    first, second, third = [wait_for_room(name, "--need=1M") for name in ("one", "two", "three")]
    places = queue()
    for process in (first, second):
        process.send_signal(signal.SIGSTOP)
    daemon.change(Level="calm")
    assert third.wait() == 0
    until(lambda: queue() == places[:2], "they keep their order")
    for process in (second, first):
        process.send_signal(signal.SIGCONT)
    assert first.wait() == second.wait() == 0
    assert begun(tmp_path) == ["three", "one", "two"]


def test_a_level_that_flaps_is_not_calm(daemon, systemd, wait_for_room, tmp_path):
    process = wait_for_room("it", "--need=1M")
    for turn in range(50):
        daemon.change(Level="uneasy" if turn % 2 else "calm")
        time.sleep(0.1)  # the flapping itself: five seconds, longer than it has to be calm
        assert process.poll() is None and not begun(tmp_path)
    daemon.change(Level="calm")
    assert process.wait() == 0


def test_it_outlives_the_daemon(bus, daemon, systemd, wait_for_room, tmp_path):
    daemon.properties["Level"] = "high"
    process = wait_for_room("it", "--need=1M")
    daemon.__exit__()
    with FakeHeadroomd(bus):  # the next one is calm
        assert process.wait() == 0
    assert begun(tmp_path) == ["it"]


def test_without_the_bus_it_gives_up(daemon, systemd, start_ctl, bus):
    daemon.properties["Level"] = "high"
    process = start_ctl("run", "--when-room", "--verbose", "true")
    assert "pressure is calm" in process.stderr.readline()
    end_the_bus(bus, daemon, systemd)
    assert process.wait() == 3
    assert "session bus" in process.stderr.read()


def switches(pid):
    """How often its threads have been scheduled. One that ends meanwhile no longer counts."""
    counted = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            text = status.read_text(encoding="ascii")
            counted += sum(map(int, re.findall(r"voluntary_ctxt_switches:\s+(\d+)", text)))
    return counted


def test_nothing_polls_while_it_is_not_calm(daemon, systemd, wait_for_room, queue):
    daemon.properties["Level"] = "high"
    waiting = [wait_for_room(name, "--need=1M").pid for name in ("one", "two")]
    daemon.change(Level="uneasy")
    queue()  # a round trip: the bus has passed the signal on

    def ran():
        return [switches(pid) for pid in waiting]

    def at_rest():
        before = ran()
        time.sleep(1)  # no event tells that they have read it
        return ran() == before and before

    before = until(at_rest, "both have read it")
    time.sleep(3)  # the measurement: it would look at memory every two seconds
    assert ran() == before
