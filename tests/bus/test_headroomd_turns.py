# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""No callback blocks the main loop, however large an answer is: long answers are read and written
in other threads."""

import contextlib
import sys
import threading
import time
from pathlib import Path

import pytest
from gi.repository import Gio, GLib

from cgroup_tree import LOGIN
from headroomd import ROOT, connect
from private_bus import until

sys.path.append(str(Path(__file__).resolve().parent.parent))
from seat import turns  # noqa: E402

MANY = 1000
STALLS = (
    "some avg10=1.23 avg60=1.00 avg300=0.50 total=123456\nfull avg10=0.00 avg60=0.00 avg300=0.00 "
    "total=0\n"
)
MEMORY_STAT = "".join(
    f"{name} 4096\n"
    for name in (
        "anon",
        "file",
        "active_anon",
        "inactive_anon",
        "active_file",
        "inactive_file",
        "unevictable",
        "slab_unreclaimable",
        *(f"of_no_interest_{number}" for number in range(40)),
    )
)
FIGURES = {
    "memory.stat": MEMORY_STAT,
    "memory.swap.current": "0\n",
    "memory.pressure": STALLS,
    "cpu.pressure": STALLS,
    "io.pressure": STALLS,
}
AMONG = 10_000
# Classes of rounds by their length: from 2 ** 14 and from 2 ** 18 µs on. Rounds of the second kind
# are too long, however slow the machine is.
LONG, LONGEST = 15, 19
BY_CHANCE = 2  # of six answers


@pytest.fixture
def crowded(tree, systemd, start_headroomd):
    """The daemon, in a session of a thousand apps."""
    systemd.tree = tree
    for number in range(MANY):
        unit = tree.unit(f"app.slice/app-org.example.App{number}-{number}.scope")
        for file, text in FIGURES.items():
            unit.write(file, text)
    headroomd = start_headroomd()
    until(headroomd.rests, "all apps are known")
    return headroomd


@contextlib.contextmanager
def asked_all_the_time(address, call):
    """Yields the time of each answer in seconds."""
    took, over = [], threading.Event()

    def ask():
        connection = connect(address)
        while not over.is_set():
            began = time.monotonic()
            call(connection)
            took.append(time.monotonic() - began)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield took
    finally:
        over.set()
        asking.join()


def measure(connection):
    return connection.call_sync(
        "org.headroomd.Headroom1",
        ROOT,
        "org.headroomd.Headroom1.Manager",
        "Measure",
        None,
        None,
        Gio.DBusCallFlags.NONE,
        -1,
        None,
    ).unpack()[0]


def list_apps(connection):
    return connection.call_sync(
        "org.headroomd.Headroom1",
        ROOT,
        "org.freedesktop.DBus.ObjectManager",
        "GetManagedObjects",
        None,
        None,
        Gio.DBusCallFlags.NONE,
        -1,
        None,
    ).unpack()[0]


def keep_the_loop(rounds, answer_s):
    """Whether answers are made on the loop. Then each takes a round as long as itself, on any
    machine, and a quarter of that is much. A few rounds may be so by chance: GLib may wait for the
    lock of a thread that has no processor."""
    as_long = min(max(LONG, int(answer_s * 1e6 / 4).bit_length()), LONGEST)
    return sum(rounds[as_long:]) > BY_CHANCE or any(rounds[LONGEST:])


@pytest.mark.parametrize("call", [measure, list_apps])
def test_who_asks_for_everything_keeps_nobody(crowded, bus, tmp_path, call):
    file = turns.of(crowded.process.pid, tmp_path)
    assert len(call(connect(bus))) >= MANY
    file.begin_anew()
    others = []
    with asked_all_the_time(bus, call) as took:
        while len(took) < 6:
            began = time.monotonic()
            crowded.get("Version")
            others.append(time.monotonic() - began)
    kept = file.read()
    print(
        f"answers after {min(took) * 1000:.0f} to {max(took) * 1000:.0f} ms; others' after "
        f"{max(others) * 1000:.1f} ms; the loop was kept for {kept}"
    )
    assert not keep_the_loop(kept.rounds, min(took)), kept.rounds


@pytest.mark.parametrize(
    "answer_s, lengths_ms, expected",
    [
        (0.1, [15] * 100, False),
        (0.1, [33] * 2, False),
        (0.1, [33] * 3, True),
        (1, [100] * 100, False),
        (1, [200] * 3, True),
        (1, [1000], True),
        (4, [1000], True),
        (4, [263], True),
    ],
)
def test_an_answer_on_the_loop_is_noticed(answer_s, lengths_ms, expected):
    rounds = [0] * 24
    for length in lengths_ms:
        rounds[(length * 1000).bit_length()] += 1
    assert keep_the_loop(rounds, answer_s) == expected


def test_a_stray_among_thousands_of_processes_keeps_nobody(desk, tmp_path):
    """A program fills a login's own scope with processes, and one of them shows a window."""
    _, front = desk.app("org.kde.kate")
    headroomd = desk.start(focus=front)
    until(lambda: headroomd.get("Focused") == "org.kde.kate", "kate is in front")
    login = desk.tree.unit("session-1.scope", under=LOGIN)
    leader = desk.tree.sleep(login, "stray")
    (desk.tree.proc / str(leader) / "environ").write_text(
        f"GIO_LAUNCHED_DESKTOP_FILE=/x/org.example.Stray.desktop\0"
        f"GIO_LAUNCHED_DESKTOP_FILE_PID={leader}\0",
        encoding="ascii",
    )
    crowd = range(10_000_000, 10_000_000 + AMONG)
    for pid in crowd:
        desk.tree.show(pid, login, "sleep")
    login.write("cgroup.procs", "".join(f"{pid}\n" for pid in crowd))
    until(headroomd.rests, "the daemon rests")
    file = turns.of(headroomd.process.pid, tmp_path)
    file.begin_anew()
    desk.kwin.window(desk.window(leader, "stray"))
    desk.systemd.await_call("StartTransientUnit")
    until(headroomd.rests, "the rest of its scope has been looked at")
    kept = file.read()
    print(f"the loop was kept for {kept}")
    assert kept.at_work_ms < turns.AT_WORK_MS
