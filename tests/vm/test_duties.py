# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""One app really makes memory short, and its duty prevents a freeze. Once the duty is over, or in
an app without it, the app is frozen. tests/session/test_duties.py has other duties, and
tests/bus/test_headroomd_exempt.py has each with figures that are made up."""

import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, machine, sound
from seat.loads import SLEEPER, python
from seat.probe import Probe
from seat.waiting import until

FREE_MIB = 450  # the same as in tests/vm/test_pressure.py
PLAYER = "org.example.Player"

# The command for the duty, and the words that report it.
INHIBITS = (
    "systemd-inhibit",
    "--what=sleep",
    "--who=Busy",
    "--why=burns a disc",
    "--mode=block",
    "sleep",
    "infinity",
)
WORDS = "keeps the session from sleeping or ending (burns a disc)"


@pytest.fixture(autouse=True, scope="module")
def small_machine():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    with machine.only_free(FREE_MIB):
        machine.swap_on_zram(512)
        yield
        machine.no_swap()


@pytest.fixture
def probe():
    """A probe in front that needs the memory that the hog takes."""
    machine.empty_swap()
    in_front = Probe("--window")
    yield in_front
    in_front.stop()


def warned(cursor, app_id):
    return headroom.acts_on(headroom.acts(cursor), "warn", app_id)


def test_it_is_frozen_when_it_is_over_and_not_before(probe):
    assert probe.unit
    app_id = "org.example.Busy"
    unit = apps.own_unit(
        app_id, "busy", "sh", "-c", f'{shlex.join(INHIBITS)} & exec "$@"', "sh", *python(SLEEPER)
    )
    path = cgroups.directory(unit)
    try:
        until(
            lambda: WORDS in headroom.ctl("why", app_id, check=False).stdout,
            "`headroomctl why` names the duty",
            within=60,
        )
        main = int(headroom.user("show", "--value", "-p", "MainPID", unit).stdout)
        cursor = headroom.journal_cursor()
        headroom.user("kill", "--kill-whom=main", "--signal=USR1", unit)
        until(
            lambda: warned(cursor, app_id) or not path.exists(),
            "the user is told why it is not frozen, or the kernel has killed it",
            within=90,
        )
        assert warned(cursor, app_id) and not cgroups.is_frozen(unit)
        subprocess.run(
            ["kill", "-KILL", *(str(pid) for pid in cgroups.pids_in(path) if pid != main)],
            check=True,
        )
        until(
            lambda: not path.exists() or cgroups.is_frozen(unit),
            "it is frozen, or the kernel has killed it",
            within=60,
        )
        assert cgroups.is_frozen(unit)
    finally:
        apps.kill(unit)


def heeds(pid, signal_number):
    """Whether the process has a handler for the signal. Without one the signal ends it."""
    caught = next(
        line.split()[1]
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
        if line.startswith("SigCgt:")
    )
    return int(caught, 16) >> (signal_number - 1) & 1


@pytest.fixture(
    params=[["pw-play", sound.long_tone()], ["sleep", "infinity"]], ids=["audible", "silent"]
)
def player(request, probe):
    """A player behind the foreground app, which has not begun to grow, and whether it plays."""
    assert probe.unit
    plays = request.param[0] == "pw-play"
    with sound.sink():
        player = sound.Player(
            PLAYER, ["sh", "-c", '"$0" "$1" & shift; exec "$@"', *request.param, *python(SLEEPER)]
        )
        pid = int(headroom.user("show", "--value", "-p", "MainPID", player.unit).stdout)
        until(lambda: heeds(pid, signal.SIGUSR1), "it waits for the signal")
        try:
            if plays:
                player.until_heard(within=60)
                sound.in_real_time(player.unit)
            yield player, plays
        finally:
            apps.kill(player.unit)


def test_who_can_be_heard_is_warned_of_and_goes_on(player):
    """The same app, silent, is frozen for the same growth."""
    player, is_audible = player
    unit = player.unit
    expected = "warn" if is_audible else "freeze"
    path = cgroups.directory(unit)
    cursor = headroom.journal_cursor()
    player.signal(signal.SIGUSR1)
    until(
        lambda: headroom.acts_on(headroom.acts(cursor), expected, PLAYER) or not path.exists(),
        f'there is an action "{expected}", or the kernel has killed it',
        within=90,
    )
    if is_audible and path.exists():
        time.sleep(2)  # the silent app is frozen in less time than this
    apps.kill(unit)
    acts = headroom.acts(cursor)
    print([(round(act["at"], 2), act["MESSAGE"]) for act in acts])
    done = {act["HEADROOM_ACTION"] for act in acts if act["HEADROOM_APP"] == PLAYER}
    assert expected in done
    assert not (is_audible and done & {"freeze", "nap"})
