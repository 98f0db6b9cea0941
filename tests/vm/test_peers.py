# packages: earlyoom libnotify-bin nohang psi-notify systemd-oomd
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Each configuration that bench/stall.py compares is set up as it should be, and leaves nothing
behind. Otherwise the next one in the same boot would be measured beside it."""

from pathlib import Path

import pytest

from seat import headroom, kill_log, machine, peers
from seat.waiting import until


@pytest.fixture(autouse=True)
def headroom_first():
    """It reports the foreground app before it is stopped."""
    peers.stop_all()
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()


@pytest.mark.parametrize("name", peers.CONFIGURATIONS)
def test_it_runs_and_leaves_nothing_behind(name):
    before = peers.state()
    answer = peers.Answer(name)
    try:
        assert answer.runs()
        assert answer.lost() == ()
    finally:
        answer.close()
    assert peers.state() == before


def test_fedoras_earlyoom_has_fedoras_limits():
    answer = peers.Answer("earlyoom-fedora")
    try:
        pid = machine.root("systemctl", "show", "--value", "-p", "MainPID", "earlyoom.service")
        file = Path(f"/proc/{pid.strip()}/cmdline")
        # The service counts as started before systemd's child has become the program.
        until(lambda: file.read_bytes().split(b"\0")[0].endswith(b"earlyoom"), "it runs")
        command = file.read_bytes().split(b"\0")
    finally:
        answer.close()
    assert command[1:6] == [b"-r", b"0", b"-m", b"4", b"-M"]


def test_what_was_started_anew_has_not_run_to_the_end():
    answer = peers.Answer("earlyoom")
    try:
        machine.root("systemctl", "restart", "earlyoom.service")
        assert not answer.runs()
    finally:
        answer.close()


def test_an_act_of_nohang_is_in_the_journal_when_it_is_done():
    """It logs what it begins with, and Python would keep that in a buffer."""
    answer = peers.Answer("nohang")
    try:

        def said():
            machine.root("journalctl", "--sync")
            return machine.root("journalctl", "-o", "cat", f"--after-cursor={answer.cursor}")

        until(lambda: "Starting nohang" in said(), said)
        assert kill_log.since(answer.cursor) == [] and answer.kernel_kills() == 0
    finally:
        answer.close()


def test_headroom_only_boosts_if_its_response_is_off():
    answer = peers.Answer("headroom-boost")
    try:
        assert headroom.settings()["Pressure/Response"] == "off"
    finally:
        answer.close()
    assert headroom.settings()["Pressure/Response"] == "freeze"
