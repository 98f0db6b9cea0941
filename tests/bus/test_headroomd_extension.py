# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd and headroomctl: the Shell enables GNOME's extension on request, or a sentence states
why not."""

import pytest
from gi.repository import Gio, GLib

from fake_gnome_shell import (
    ACTIVATING,
    ACTIVE,
    ERROR,
    EXTENSION,
    INITIALIZED,
    OUT_OF_DATE,
    FakeShellWithExtensions,
)
from fake_kwin import FakeGnomeShell
from headroomd import INTERFACE, ROOT, error_of
from private_bus import PATIENCE

RUNS = "GNOME Shell runs Headroom's extension, now and after each login.\n"
OFF_ALTOGETHER = (
    "GNOME's extensions are switched off altogether, and Headroom leaves that alone: switch them "
    "on in the Extensions app, then ask again"
)


@pytest.fixture
def shell(bus):
    with FakeShellWithExtensions(bus) as fake:
        yield fake


@pytest.fixture(autouse=True)
def headroomd(systemd, tree, start_headroomd):
    systemd.tree = tree
    started = start_headroomd()
    yield started
    assert started.process.poll() == 0 or started.is_alive()


def asked(headroomd):
    """Sends the call without waiting. Returns a function that waits for the answer."""
    arrived = []
    headroomd.connection.call(
        "org.headroomd.Headroom1",
        ROOT,
        INTERFACE + "Manager",
        "EnableExtension",
        None,
        None,
        Gio.DBusCallFlags.NO_AUTO_START,
        -1,
        None,
        lambda _connection, result: arrived.append(result),
    )

    def answer():
        while not arrived:
            GLib.MainContext.default().iteration(True)
        return headroomd.connection.call_finish(arrived[0])

    return answer


def refusal(headroomd):
    """(name, sentence) of the error that the call ends with."""
    with pytest.raises(GLib.Error) as error:
        headroomd.call("EnableExtension")
    return error_of(error)


def ended(process):
    """(status, output) of headroomctl, without the messages while it waits."""
    stdout, stderr = process.communicate(timeout=PATIENCE)
    return process.returncode, stdout + stderr.replace("Waiting for headroomd…\n", "")


def test_it_is_on_once_the_shell_runs_it(shell, start_ctl):
    process = start_ctl("enable-extension")
    shell.await_call("GetExtensionInfo")
    assert process.poll() is None, "the extension is so far only in the settings"
    shell.tell(ACTIVATING)
    shell.tell(ACTIVE)
    assert ended(process) == (0, RUNS)
    assert shell.arguments_of("EnableExtension") == (EXTENSION,) and shell.is_enabled


def test_another_extension_that_starts_is_not_ours(shell, start_ctl):
    process = start_ctl("enable-extension")
    shell.await_call("GetExtensionInfo")
    shell.tell(ACTIVE, of="somebody@example.org")
    shell.tell(INITIALIZED)
    shell.tell(ERROR, "ours")
    assert ended(process) == (
        1,
        "headroomctl: GNOME Shell has switched the extension on, but it failed: ours\n",
    )


def test_on_already_is_no_error(shell, headroomd, ctl):
    shell.state, shell.is_enabled = ACTIVE, True
    headroomd.call("EnableExtension")
    assert ctl("enable-extension").stdout == RUNS


def test_without_a_shell(headroomd, ctl):
    name, sentence = refusal(headroomd)
    assert (name, sentence) == (
        "Unavailable",
        "there is no GNOME Shell in this session, and the extension is for nothing else",
    )
    assert ctl("enable-extension", check=1).stderr == f"headroomctl: {sentence}\n"


def test_one_that_the_shell_has_not_found(shell, headroomd):
    shell.knows = False
    assert refusal(headroomd) == (
        "Unavailable",
        "GNOME Shell doesn't know the extension: install headroom-gnome if it isn't there, then "
        "log out and in once",
    )


def test_what_is_switched_off_altogether_stays_off(shell, headroomd):
    shell.user_extensions = False
    assert refusal(headroomd) == ("Refused", OFF_ALTOGETHER)
    assert not shell.calls and not shell.is_enabled and not shell.user_extensions


def test_a_locked_list(shell, headroomd):
    shell.is_locked = True
    assert refusal(headroomd) == (
        "Refused",
        "GNOME's list of the extensions that are on is locked, so the extension can't be added "
        "to it",
    )


@pytest.mark.parametrize("before", [True, False], ids=["since the login", "just now"])
@pytest.mark.parametrize(
    "state, error, sentence",
    [
        (
            ERROR,
            "Error: no such file\nCaused by: everything",
            "GNOME Shell has switched the extension on, but it failed: Error: no such file",
        ),
        (
            OUT_OF_DATE,
            "",
            "GNOME Shell 51.1 does not run the extension, which is for 48, 49, 50: install the "
            "headroom-gnome that is for it",
        ),
    ],
)
def test_one_that_the_shell_cannot_run(shell, headroomd, start_ctl, before, state, error, sentence):
    if before:
        shell.state, shell.error = state, error
        assert refusal(headroomd) == ("Failed", sentence)
        return
    process = start_ctl("enable-extension")
    shell.await_call("GetExtensionInfo")
    shell.tell(state, error)
    assert ended(process) == (1, f"headroomctl: {sentence}\n")


@pytest.mark.parametrize("method", ["EnableExtension", "GetExtensionInfo"])
def test_an_error_of_the_shells_is_passed_on(shell, headroomd, method):
    shell.failures[method] = ("org.gnome.gjs.JSError.TypeError", "this is undefined\nsomewhere")
    assert refusal(headroomd) == (
        "Failed",
        "GNOME Shell did not switch the extension on: this is undefined",
    )


def test_one_with_the_shells_name_that_has_no_extensions(bus, headroomd):
    with FakeGnomeShell(bus):
        name, sentence = refusal(headroomd)
    assert name == "Failed" and sentence.startswith("GNOME Shell did not switch the extension on: ")


def test_nobody_waits_for_a_silent_shell_but_who_asked(shell, headroomd):
    shell.silent = {"EnableExtension"}
    first = asked(headroomd)
    shell.await_call("EnableExtension")
    second = asked(headroomd)
    assert (
        headroomd.is_alive() and headroomd.history() == []
    ), "the daemon answers others, and has received both calls"
    shell.__exit__()
    for answer in (first, second):
        with pytest.raises(GLib.Error) as error:
            answer()
        name, sentence = error_of(error)
        assert name == "Failed" and sentence.startswith(
            "GNOME Shell did not switch the extension on: "
        )
    shell.arguments_of("EnableExtension")  # one call for both
    assert refusal(headroomd)[0] == "Unavailable"


def test_a_daemon_that_ends_while_the_shell_is_silent(shell, headroomd, ctl, start_ctl):
    shell.silent = {"EnableExtension"}
    process = start_ctl("enable-extension")
    shell.await_call("EnableExtension")
    assert headroomd.terminate() == 0
    assert ended(process)[0] == 3
    assert "headroomd is not running" in ctl("enable-extension", check=3).stderr
