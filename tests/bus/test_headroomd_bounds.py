# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: what comes and goes leaves neither descriptors nor threads, and what callers keep has
limits."""

import contextlib

import pytest
from gi.repository import GLib

from cgroup_tree import LOGIN
from headroomd import ROOT, connect, error_of
from private_bus import until, until_counted
from sandboxed import Refused, caller, variant
from somebody_else import SomebodyElse

MANY = 1000
KATE = "org.kde.kate"


def hold(connection, app=KATE):
    connection.call_sync(
        "org.headroomd.Headroom1",
        ROOT,
        "org.headroomd.Headroom1.Manager",
        "Hold",
        GLib.Variant("(ss)", (app, "plays")),
        None,
        0,
        -1,
        None,
    )


def refusal_of_hold(connection):
    with pytest.raises(GLib.Error) as error:
        hold(connection)
    name, sentence = error_of(error)
    assert name == "Refused"
    return sentence


@pytest.fixture(name="knowing")
def knows_kate(desk):
    """The daemon, which knows an app."""
    desk.app(KATE)
    headroomd = desk.start()
    until(lambda: KATE in headroomd.call("Measure")[0], "the app is known")
    return headroomd


def answerers(headroomd):
    """Ids of the threads that send long answers."""
    return {task for task, name in headroomd.threads().items() if name == "headroom-answer"}


def test_units_that_have_gone_leave_no_descriptors(desk, tree):
    desk.app(KATE)
    headroomd = desk.start()
    until(lambda: KATE in headroomd.call("Measure")[0], "the app is known")
    until(headroomd.rests, "the daemon rests")
    before = headroomd.descriptors()
    passing = [
        tree.unit(f"app.slice/app-org.example.Passing{number}-1.scope") for number in range(MANY)
    ]
    # What was counted before may have been a file that was being read.
    until_counted(
        headroomd.descriptors,
        lambda number: number > before + 0.9 * MANY,
        "all of them are known",
    )
    for unit in passing:
        unit.disappears()
    until_counted(
        headroomd.descriptors,
        lambda number: number <= before,
        "the descriptors of all are closed",
    )
    until(headroomd.rests, "the daemon rests again")
    assert set(headroomd.call("Measure")[0]) == {KATE}


def test_logins_that_have_ended_leave_no_descriptors(desk, knowing, bus):
    """No directory of logind's is watched. So the next login that is learned ends the others."""
    first = None
    for number in range(8):
        login = desk.tree.unit(f"session-{number}.scope", under=LOGIN)
        with SomebodyElse(bus) as it:
            desk.tree.show(it.pid, login, "sh")
            hold(it.connection)
            first = first or knowing.descriptors()
        login.disappears()
    until(lambda: knowing.descriptors() <= first, "at most the last one is known")


def test_one_thread_sends_all_long_answers(desk):
    """GDBus keeps an entry for each thread that has ever sent something."""
    desk.app(KATE)
    headroomd = desk.start()
    until(lambda: KATE in headroomd.call("Measure")[0], "the app is known")
    the_one = answerers(headroomd)
    assert len(the_one) == 1
    for _ in range(20):
        headroomd.call("Measure")
        headroomd.history()
        assert answerers(headroomd) == the_one


def test_a_process_holds_no_more_with_more_connections(knowing, bus):
    clients = [connect(bus) for _ in range(100)]
    for client in clients[:64]:
        hold(client)
    for client in clients[64:]:
        assert refusal_of_hold(client) == "the caller's process has 64 holds, the maximum"
    assert len(knowing.of_app(KATE, "Holds")) == 64
    clients.pop(0).close_sync(None)
    until(lambda: len(knowing.of_app(KATE, "Holds")) == 63, "its hold ends with its connection")
    hold(clients[-1])
    for client in clients:
        client.close_sync(None)


def test_a_unit_holds_no_more_with_more_processes(desk, knowing, bus):
    unit, _ = desk.app("org.example.Forks")
    with SomebodyElse(bus) as one, SomebodyElse(bus) as other:
        for it in (one, other):
            desk.tree.show(it.pid, unit, "forks")
            for _ in range(32):
                hold(it.connection)
        for it in (one, other):
            assert refusal_of_hold(it.connection) == "the caller's unit has 64 holds, the maximum"
        hold(knowing.connection)


def test_an_app_is_held_no_more_with_more_units(desk, knowing, bus):
    with contextlib.ExitStack() as held:
        for number in range(4):
            it = held.enter_context(SomebodyElse(bus))
            unit = desk.tree.unit(f"app.slice/app-flatpak-org.example.Spawns-{number}.scope")
            desk.tree.show(it.pid, unit, "spawns")
            for _ in range(64):
                hold(it.connection)
        assert refusal_of_hold(knowing.connection) == f"there are 256 holds on {KATE}, the maximum"
        hold(knowing.connection, "org.example.Another")
        assert len(knowing.of_app(KATE, "Holds")) == 256
    until(lambda: knowing.of_app(KATE, "Holds") == [], "all of them end with their connections")
    hold(knowing.connection)


def test_callers_are_not_followed(desk, knowing, bus):
    """Each child of a program that forks may call, and lives as long as it likes."""
    unit = desk.tree.unit("app.slice/app-org.example.Forks-1.scope")
    with contextlib.ExitStack() as held:
        forks = [held.enter_context(caller(bus, "bwrap")) for _ in range(10)]
        until(knowing.rests, "all of them are connected")
        before = knowing.descriptors()
        for it in forks:
            desk.tree.show(it.pid, unit, "forks")
            with pytest.raises(Refused):
                it.call("Hold", variant("(ss)", KATE, "is mine"))
            it.call("Hold", variant("(ss)", "org.example.Forks", "is mine"))
        until(lambda: knowing.descriptors() <= before + 1, "none of them is kept but its unit")
