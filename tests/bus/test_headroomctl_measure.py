# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl measure: what it prints while the daemon measures, and how that ends."""

import json
import signal
import subprocess
import threading

import pytest
from gi.repository import GLib

from conftest import HEADROOMCTL
from fake_headroomd import ERROR
from private_bus import PATIENCE, drop_name, end_the_bus
from terminal import Terminal

MIB = 2**20
RESULT = "measured what Kate needs: 210 MiB of the 800 MiB that it used"
REFUSED = "did not measure what Kate needs: Kate is the active app"


def measurement(under_way, **values):
    typed = {"under-way": GLib.Variant("b", under_way)}
    for name, value in values.items():
        typed[name] = GLib.Variant("s" if name == "sentence" else "t", value)
    return typed


def ends(daemon, sentence, **values):
    daemon.act("measured", "org.kde.kate", sentence)
    daemon.change_app(0, Measurement=measurement(False, sentence=sentence, **values))


@pytest.fixture
def after_the_call(daemon):
    """Does something once the daemon was called."""
    threads = []

    def then(act):
        def wait():
            daemon.await_call("MeasureNeed")
            act()

        threads.append(threading.Thread(target=wait))
        threads[-1].start()

    yield then
    for thread in threads:
        thread.join(PATIENCE)


def has_measured(daemon):
    daemon.change_app(0, Measurement=measurement(True))
    daemon.change_app(0, Measurement=measurement(True, used=800 * MIB, now=500 * MIB))
    ends(daemon, RESULT, used=800 * MIB, needed=210 * MIB)


def test_the_result_is_a_sentence(daemon, ctl, after_the_call):
    after_the_call(lambda: has_measured(daemon))
    assert ctl("measure", "kate").stdout == "Kate needs 210.0 MiB of the 800.0 MiB that it used.\n"
    assert daemon.arguments_of("MeasureNeed") == ("org.kde.kate",)


def test_the_result_as_json(daemon, ctl, after_the_call):
    after_the_call(lambda: has_measured(daemon))
    assert json.loads(ctl("measure", "kate", "--json").stdout) == {
        "format": 1,
        "id": "org.kde.kate",
        "name": "Kate",
        "used_bytes": 800 * MIB,
        "needed_bytes": 210 * MIB,
        "sentence": "Kate needs 210.0 MiB of the 800.0 MiB that it used.",
    }


def test_an_earlier_result_does_not_count(daemon, ctl, after_the_call):
    daemon.apps[0] = {
        **daemon.apps[0],
        "Measurement": measurement(False, used=9, needed=8, sentence="from before"),
    }
    after_the_call(lambda: has_measured(daemon))
    assert ctl("measure", "kate").stdout.startswith("Kate needs 210.0 MiB")


def test_why_there_is_no_result(daemon, ctl, after_the_call):
    after_the_call(lambda: ends(daemon, REFUSED, used=800 * MIB))
    done = ctl("measure", "kate", check=1)
    assert (done.stdout, done.stderr) == ("", f"headroomctl: {REFUSED}.\n")


def test_the_app_may_end(daemon, ctl, after_the_call):
    def end():
        daemon.act("measured", "firefox", "did not measure what Firefox needs: it has ended")
        daemon.remove_last_app()

    after_the_call(end)
    assert "it has ended." in ctl("measure", "firefox", check=1).stderr


def test_a_refusal_is_the_daemons_sentence(daemon, ctl):
    daemon.failures["MeasureNeed"] = (ERROR + "Refused", "Kate is the active app")
    assert "Kate is the active app" in ctl("measure", "kate", check=1).stderr
    assert (
        json.loads(ctl("measure", "kate", "--json", check=1).stdout)["error"]["code"] == "refused"
    )


@pytest.mark.parametrize("words", [(), ("kate", "firefox")])
def test_it_takes_one_app(daemon, ctl, words):
    assert "Name one app." in ctl("measure", *words, check=2).stderr


def test_the_daemon_may_end(daemon, environment):
    running = subprocess.Popen([HEADROOMCTL, "measure", "kate"], env=environment)
    daemon.await_call("MeasureNeed")
    daemon.in_thread(lambda: drop_name(daemon.connection, daemon.name))
    assert running.wait(PATIENCE) == 3


def test_the_bus_may_end(daemon, environment, bus):
    terminal = Terminal({**environment, "TERM": "xterm"}, HEADROOMCTL, "measure", "kate")
    daemon.await_call("MeasureNeed")
    daemon.change_app(0, Measurement=measurement(True))
    terminal.until_written("Waiting until Kate has been unused for a minute…".encode())
    end_the_bus(bus, daemon)
    assert terminal.wait() == 3
    # The bus may report the end of headroomd's connection before it ends ours.
    ends = (b"The session bus has gone away.", b"headroomd is not running.")
    assert any(end in terminal.written for end in ends)
    terminal.close()


@pytest.mark.parametrize("number", (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
def test_a_signal_cancels_it(daemon, environment, number):
    running = subprocess.Popen(
        [HEADROOMCTL, "measure", "kate"], env=environment, stderr=subprocess.PIPE, text=True
    )
    daemon.await_call("MeasureNeed")
    running.send_signal(number)
    daemon.await_call("CancelMeasurement")
    assert daemon.arguments_of("CancelMeasurement") == ("org.kde.kate",)
    ends(daemon, "did not measure what Kate needs: you have cancelled it")
    assert "you have cancelled it." in running.communicate(timeout=PATIENCE)[1]
    assert running.returncode == 1


def test_the_second_ctrl_c_does_not_wait_for_the_daemon(daemon, environment):
    running = subprocess.Popen([HEADROOMCTL, "measure", "kate"], env=environment)
    daemon.await_call("MeasureNeed")
    running.send_signal(signal.SIGINT)
    daemon.await_call("CancelMeasurement")
    running.send_signal(signal.SIGINT)
    assert running.wait(PATIENCE) == -signal.SIGINT


def test_a_terminal_shows_how_far_it_is(daemon, environment):
    terminal = Terminal({**environment, "TERM": "xterm"}, HEADROOMCTL, "measure", "kate")
    daemon.await_call("MeasureNeed")
    daemon.change_app(0, Measurement=measurement(True))
    terminal.until_written("Waiting until Kate has been unused for a minute…".encode())
    daemon.change_app(0, Measurement=measurement(True, used=800 * MIB, now=500 * MIB))
    terminal.until_written("Measuring Kate: 500.0 MiB left of the 800.0 MiB that it used…".encode())
    ends(daemon, RESULT, used=800 * MIB, needed=210 * MIB)
    terminal.until_written("Kate needs 210.0 MiB of the 800.0 MiB that it used.".encode())
    terminal.wait()
    terminal.close()
