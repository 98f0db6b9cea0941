# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Before the machine sleeps, and before the session ends, all frozen apps are thawed, so that they
can save or be asked whether they may end."""

import os

import pytest
from gi.repository import GLib

import fake_sources as fakes
from headroomd import error_of
from private_bus import until

KATE = "org.kde.kate"


def logind_says(signal):
    def says(fake, begins):
        fake.says(signal, begins)

    return says


def name_comes_and_goes(fake, begins):
    if begins:
        fake.take_name()
    else:
        fake.leave_name()


def gnome_asks(fake, begins):
    if begins:
        fake.ask()
    else:
        fake.call_off()


def xfce_ends(fake, begins):
    idle, shutdown, second_phase = 1, 3, 4
    if begins:
        fake.goes_from(idle, shutdown)
        fake.goes_from(shutdown, second_phase)
    else:
        fake.goes_from(second_phase, idle)


# What announces it, how, and the reason of the thaw that the user reads.
CASES = {
    "sleep": (fakes.LoginManager, logind_says("PrepareForSleep"), "the computer is about to sleep"),
    "shutdown": (
        fakes.LoginManager,
        logind_says("PrepareForShutdown"),
        "the session is about to end",
    ),
    "Plasma's question": (
        lambda bus: fakes.Comer(bus, "org.kde.LogoutPrompt"),
        name_comes_and_goes,
        "the session is about to end",
    ),
    "Plasma's logout": (
        lambda bus: fakes.Comer(bus, "org.kde.Shutdown"),
        name_comes_and_goes,
        "the session is about to end",
    ),
    "GNOME's question": (fakes.EndingSession, gnome_asks, "the session is about to end"),
    "Xfce's logout": (fakes.XfceSession, xfce_ends, "the session is about to end"),
}


@pytest.fixture
def kate(desk):
    return desk.app(KATE)[0]


@pytest.fixture
def start(desk, kate):
    def started():
        headroomd = desk.start()
        until(lambda: KATE in headroomd.call("Measure")[0], "the app is known")
        return headroomd

    return started


def can_be_frozen(headroomd):
    """Freezes it, if it isn't refused."""
    try:
        headroomd.freeze(KATE)
    except GLib.Error:
        return False
    return True


@pytest.mark.parametrize("case", CASES)
def test_what_is_frozen_goes_on_and_nothing_is_frozen_until_it_is_over(bus, kate, start, case):
    make, say, sentence = CASES[case]
    with make(bus) as fake:
        headroomd = start()
        kate.settles()
        headroomd.freeze(KATE)
        assert kate.is_frozen()
        until(
            lambda: say(fake, True) or not kate.is_frozen(), "it is thawed"
        )  # repeated, since no event reports when the daemon has begun to listen
        kate.settles(frozen=False)
        assert headroomd.history()[-1][5] == f"resumed {KATE}: {sentence}"
        with pytest.raises(Exception) as refused:
            headroomd.freeze(KATE)
        assert error_of(refused) == ("Refused", sentence)
        say(fake, False)
        kate.settles()
        until(lambda: can_be_frozen(headroomd), "the reason is gone")
        assert kate.is_frozen()


def test_xfce_saves_its_session_without_ending_it(bus, kate, start):
    with fakes.XfceSession(bus) as fake:
        headroomd = start()
        kate.settles()
        headroomd.freeze(KATE)
        until(lambda: xfce_ends(fake, True) or not kate.is_frozen(), "the daemon listens")
        kate.settles(frozen=False)
        xfce_ends(fake, False)
        kate.settles()
        until(lambda: can_be_frozen(headroomd), "the logout is called off")
        idle, checkpoint = 1, 2
        fake.goes_from(idle, checkpoint)
        fake.connection.flush_sync(None)
        assert headroomd.is_alive()
        assert kate.is_frozen()


def test_logind_waits_for_us_while_something_is_frozen_and_only_then(bus, kate, start):
    with fakes.LoginManager(bus) as logind:
        headroomd = start()
        assert not logind.calls, "nothing is frozen, so there is no delay lock"
        kate.settles()
        headroomd.freeze(KATE)
        logind.await_call("Inhibit")
        what, who, _, mode = logind.arguments_of("Inhibit")
        assert (what, who, mode) == ("sleep:shutdown", "Headroom", "delay")
        until(logind.is_taken, "the daemon has the lock")
        assert not logind.is_given_back()
        headroomd.thaw(KATE)
        until(logind.is_given_back, "the lock is released")


def test_it_sleeps_only_once_everybody_goes_on(bus, kate, start):
    with fakes.LoginManager(bus) as logind:
        headroomd = start()
        kate.settles()
        headroomd.freeze(KATE)
        logind.await_call("Inhibit")
        until(logind.is_taken, "the daemon has the lock")
        logind.says("PrepareForSleep", True)
        until(logind.is_given_back, "the lock is released, so the machine may sleep")
        assert not kate.is_frozen()


def test_another_logind_knows_nothing_of_what_the_last_one_began(bus, kate, start):
    with fakes.LoginManager(bus) as logind:
        headroomd = start()
        kate.settles()
        headroomd.freeze(KATE)
        until(
            lambda: logind.says("PrepareForSleep", True) or not kate.is_frozen(),
            "the daemon listens",
        )
        kate.settles(frozen=False)
        assert not can_be_frozen(headroomd)
    assert not can_be_frozen(headroomd), "the machine may be shutting down"
    kate.settles()
    with fakes.LoginManager(bus):
        until(lambda: can_be_frozen(headroomd), "the reason is gone")
        assert kate.is_frozen()


def test_another_logind_is_asked_to_wait_for_us_too(bus, kate, start):
    with fakes.LoginManager(bus) as logind:
        headroomd = start()
        kate.settles()
        headroomd.freeze(KATE)
        until(logind.is_taken, "the daemon has the lock")
    with fakes.LoginManager(bus) as another:
        until(another.is_taken, "the daemon has its lock")
        assert kate.is_frozen()
        headroomd.thaw(KATE)
        until(another.is_given_back, "the lock is released")


def test_gnome_is_told_that_it_may_end(bus, start):
    with fakes.EndingSession(bus) as manager:
        headroomd = start()
        until(
            lambda: manager.ask()
            or any(method == "EndSessionResponse" for method, _ in manager.calls),
            "the daemon answers the session manager",
        )
        assert manager.await_calls("EndSessionResponse", 1) == [(True, "")]
        assert headroomd.is_alive()


def test_without_logind_a_freeze_is_a_freeze(kate, start):
    headroomd = start()
    kate.settles()
    headroomd.freeze(KATE)
    assert kate.is_frozen()
    headroomd.await_log("logind won't wait for us")
    assert headroomd.terminate() == os.EX_OK
