# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Commands that query the daemon: their output, and their exit status."""

import re
import subprocess
from pathlib import Path

import pytest
from gi.repository import GLib

from conftest import HEADROOMCTL
from fake_headroomd import ERROR, FIREFOX, HEALTHY, KATE
from fake_systemd import FakeSystemd

COMMANDS = (
    "status",
    "top",
    "run",
    "freeze",
    "thaw",
    "why",
    "measure",
    "history",
    "metrics",
    "hold",
    "close",
    "doctor",
    "disable-for",
    "enable",
    "enable-extension",
    "record",
    "settings",
    "set",
    "help",
)
START_HINT = "systemctl --user enable --now headroomd"
LONG = pytest.param("x" * 4000, id="4000 characters")


def test_freeze_names_the_app_by_its_id(daemon, ctl):
    done = ctl("freeze", "firefox")
    assert daemon.arguments_of("Freeze") == ("firefox", 0)
    assert done.stdout == (
        "Firefox Web Browser is paused. To resume it: headroomctl thaw firefox\n"
    )


def test_the_active_app_is_minimised_first(daemon, ctl):
    assert ctl("freeze", "org.kde.kate").stdout == (
        "Kate is being minimised, and is paused after that. To resume it: headroomctl thaw "
        "org.kde.kate\n"
    )


@pytest.mark.parametrize(
    "duration,seconds",
    [("90", 90), ("90s", 90), ("5min", 300), ("5m", 300), ("1h 30m", 5400), ("2d", 172800)],
)
def test_freeze_for_a_while(daemon, ctl, duration, seconds):
    ctl("freeze", "firefox", "--for", duration)
    assert daemon.arguments_of("Freeze") == ("firefox", seconds * 1_000_000)


@pytest.mark.parametrize(
    "duration",
    [
        "",
        " ",
        "0",
        "-5",
        "soon",
        "5 parsecs",
        "1.5h",
        "5 3",
        "h",
        "99999999999999999999",
        "999999999999999d",
    ],
)
def test_nonsense_durations_freeze_nothing(daemon, ctl, duration):
    assert "is not a duration" in ctl("freeze", "firefox", f"--for={duration}", check=2).stderr
    assert not daemon.calls


@pytest.mark.parametrize(
    "meant,app_id",
    [
        ("firefox", "firefox"),
        ("FIREFOX web browser", "firefox"),
        ("kate", "org.kde.kate"),
        ("KATE", "org.kde.kate"),
        ("Org.KDE.Kate", "org.kde.kate"),
    ],
)
def test_apps_are_found_by_what_people_call_them(daemon, ctl, meant, app_id):
    ctl("thaw", meant)
    assert daemon.arguments_of("Thaw") == (app_id,)


def test_an_exact_id_wins_over_names_like_it(daemon, ctl):
    daemon.apps = [KATE, {**FIREFOX, "Id": "kate"}]
    ctl("thaw", "kate")
    assert daemon.arguments_of("Thaw") == ("kate",)


def test_an_ambiguous_name_lists_whom_it_may_mean(daemon, ctl):
    daemon.apps = [KATE, {**KATE, "Id": "com.example.Kate"}, FIREFOX]
    stderr = ctl("freeze", "kate", check=1).stderr
    assert "com.example.Kate, org.kde.kate" in stderr and "firefox" not in stderr
    assert [method for method, _ in daemon.calls] == ["GetManagedObjects"]


def test_an_app_that_does_not_run(daemon, ctl):
    assert ctl("why", "gimp", check=4).stderr == 'headroomctl: No app called "gimp" is running.\n'
    assert [method for method, _ in daemon.calls] == ["GetManagedObjects"]


def test_thaw(daemon, ctl):
    assert ctl("thaw", "firefox").stdout == "Firefox Web Browser was resumed.\n"
    assert daemon.arguments_of("Thaw") == ("firefox",)


def test_what_was_not_paused_is_not_resumed(daemon, ctl):
    assert ctl("thaw", "kate").stdout == "Kate was not paused by Headroom.\n"
    assert daemon.arguments_of("Thaw") == ("org.kde.kate",), "it may be paused by now"


def test_a_tab_that_is_not_published_may_have_been_paused(daemon, ctl):
    assert ctl("thaw", "org.kde.konsole:4711").stdout == "org.kde.konsole:4711 was resumed.\n"


def test_thaw_all(daemon, ctl):
    assert ctl("thaw", "--all").stdout == "2 units were resumed.\n"
    daemon.arguments_of("ThawAll")


def test_why_prints_the_sentences(daemon, ctl):
    assert ctl("why", "kate").stdout == "Kate is the active app.\nIt is never paused while it is.\n"
    assert daemon.arguments_of("Explain") == ("org.kde.kate",)


def test_why_does_not_let_an_app_drive_the_terminal(daemon, ctl):
    daemon.sentences = ["\x1b]0;title\x07 and\nanother line\x9b2J"]
    assert ctl("why", "kate").stdout == "\ufffd]0;title\ufffd and\ufffdanother line\ufffd2J\n"


@pytest.mark.parametrize(
    "command,method",
    [("freeze", "Freeze"), ("thaw", "Thaw"), ("why", "Explain"), ("close", "Close")],
)
def test_a_refusal_is_the_daemons_own_sentence(daemon, ctl, command, method):
    daemon.failures[method] = (
        ERROR + "Refused",
        "Kate is the active app, which is never paused.",
    )
    done = ctl(command, "kate", check=1)
    assert done.stderr == "headroomctl: Kate is the active app, which is never paused.\n"
    assert done.stdout == ""


@pytest.mark.parametrize("app", ["", "a/b", LONG, "a\nb", "a\x1b[2J", b"\xff\xfe"])
@pytest.mark.parametrize("command", ["freeze", "thaw", "why", "close"])
def test_what_can_be_no_app_is_asked_of_nobody(daemon, ctl, command, app):
    assert "An app id" in ctl(command, app, check=2).stderr
    assert not daemon.calls


@pytest.mark.parametrize(
    "words",
    [
        ("bogus",),
        ("--json", "bogus"),
        ("",),
        ("freeze",),
        ("thaw",),
        ("thaw", "a", "--all"),
        ("why",),
        ("status", "a"),
        ("status", "--bogus"),
        ("top", "a"),
        ("top", "--bogus"),
        ("doctor", "a"),
        ("enable-extension", "a"),
        ("record",),
        ("--bogus",),
        ("run",),
        ("history", "--since", "soon"),
        ("history", "-n", "-2"),
        ("history", "-n", "x"),
        ("history", "a/b"),
        ("close",),
        ("help", "bogus"),
        ("help", "complete-apps"),
        ("help", "status", "top"),
    ],
)
def test_wrong_usage_points_to_the_help(daemon, ctl, words):
    stderr = ctl(*words, check=2).stderr
    assert stderr.startswith("headroomctl: ") and '--help".' in stderr and stderr.count("\n") == 1
    assert not daemon.calls


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("status",),
        ("status", "--json"),
        ("freeze", "a"),
        ("freeze", "a", "b"),
        ("thaw", "a"),
        ("thaw", "--all"),
        ("why", "a"),
        ("doctor",),
        ("enable-extension",),
        ("record", "never-made"),
        ("history",),
        ("close", "a"),
        ("hold", "a", "touch", "never-made"),
    ],
)
def test_no_daemon(ctl, words, tmp_path):
    done = ctl(*words, check=3, cwd=tmp_path)
    assert START_HINT in done.stderr
    assert done.stdout == "" or "--json" in words and '"code":"no-daemon"' in done.stdout
    assert not (tmp_path / "never-made").exists()


OF_THE_USER = "/home/u/.config/systemd/user/headroomd.service"
UNMASK = "To allow it again: systemctl --user unmask headroomd.service\n"


@pytest.mark.parametrize("words", [("status",), ("doctor",), ("top", "--batch"), ("why", "a")])
@pytest.mark.parametrize(
    "state, sentence",
    [
        ({"LoadState": "masked", "FragmentPath": OF_THE_USER}, UNMASK),
        (
            {"LoadState": "masked", "FragmentPath": "/etc/systemd/user/headroomd.service"},
            UNMASK.replace("systemctl --user", "sudo systemctl --global"),
        ),
        ({"LoadState": "loaded", "UnitFileState": "disabled"}, "disabled and not running. To"),
        ({"LoadState": "loaded", "UnitFileState": "enabled"}, "headroomd is not running. To"),
    ],
)
def test_no_daemon_and_why(bus, ctl, words, state, sentence):
    systemd = FakeSystemd(bus)
    systemd.describe(
        "headroomd.service", **{name: GLib.Variant("s", value) for name, value in state.items()}
    )
    with systemd:
        stderr = ctl(*words, check=3).stderr
    assert sentence in stderr
    assert (START_HINT in stderr) == (state["LoadState"] == "loaded"), "a start can succeed"


def test_a_mask_until_the_next_boot(bus, environment, ctl, tmp_path):
    environment["XDG_RUNTIME_DIR"] = str(tmp_path)
    systemd = FakeSystemd(bus)
    systemd.describe(
        "headroomd.service",
        LoadState=GLib.Variant("s", "masked"),
        FragmentPath=GLib.Variant("s", f"{tmp_path}/systemd/user/headroomd.service"),
    )
    with systemd:
        stderr = ctl("status", check=3).stderr
    assert stderr.endswith(": systemctl --user unmask --runtime headroomd.service\n")


@pytest.mark.parametrize("words", [("status",), ("freeze", "a"), ("run", "true")])
def test_no_bus(environment, ctl, words):
    del environment["DBUS_SESSION_BUS_ADDRESS"]
    assert "no session bus" in ctl(*words, check=3).stderr
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent"
    assert "session bus cannot be reached" in ctl(*words, check=3).stderr


def test_a_daemon_that_dies_over_the_call(daemon, start_ctl):
    daemon.postpone = {"Freeze"}
    process = start_ctl("freeze", "kate")
    daemon.await_call("Freeze")
    daemon.__exit__()
    assert "did not answer" in process.communicate()[1]
    assert process.returncode == 3


def test_a_slow_daemon_is_waited_for_and_said_to_be_slow(daemon, start_ctl):
    daemon.postpone = {"Freeze"}
    process = start_ctl("freeze", "kate")
    assert process.stderr.readline() == "Waiting for headroomd…\n"
    daemon.await_call("Freeze")  # an earlier call may have been slow
    daemon.finish_postponed()
    assert process.wait() == 0


def test_doctor_on_a_healthy_machine(daemon, ctl):
    stdout = ctl("doctor").stdout
    assert "works: Pausing apps (freeze)\n    The freeze works.\n" in stdout
    assert "missing" not in stdout


def test_doctor_says_what_to_do(daemon, ctl):
    daemon.properties["Capabilities"] = {
        **HEALTHY,
        "io-weight": (False, "The disk's scheduler has no weights.", "Install the drop-in."),
        "windows": (False, "No window source reports.", ""),
        "teleport": (False, "Not yet.", ""),
    }
    stdout = ctl("doctor", check=1).stdout
    assert (
        "missing: More disk time for the active app (io-weight)\n    The disk's scheduler has no "
        "weights.\n"
        "    To fix it: Install the drop-in.\n" in stdout
    )
    assert "missing: teleport (teleport)\n    Not yet.\n" in stdout
    assert "It can't be fixed on this computer." in stdout
    assert stdout.endswith("\nRequired features are missing: windows.\n")


def test_doctor_is_content_without_what_is_not_essential(daemon, ctl):
    daemon.properties["Capabilities"] = {
        **HEALTHY,
        "io-weight": (False, "No.", ""),
        "pressure": (False, "No.", ""),
    }
    ctl("doctor")


@pytest.mark.parametrize("name", ["freeze", "windows", "adopt", "cpu-weight"])
def test_doctor_takes_silence_about_an_essential_for_a_no(daemon, ctl, name):
    daemon.properties["Capabilities"] = {
        key: value for key, value in HEALTHY.items() if key != name
    }
    assert "headroomd does not report this feature." in ctl("doctor", check=1).stdout


def test_version_and_help(ctl):
    assert ctl("--version").stdout.startswith("headroomctl ")
    overview = ctl("--help").stdout
    for command in COMMANDS:
        assert f"\n  {command} " in overview
        assert ctl(command, "--help").stdout.startswith(f"Usage:\n  headroomctl {command} [OPTION")
    assert "complete-apps" not in overview


def test_output_that_goes_nowhere_is_a_failure(daemon, environment):
    with open("/dev/full", "w", encoding="ascii") as full:
        for words in (("status",), ("status", "--json"), ("why", "kate")):
            done = subprocess.run(
                [HEADROOMCTL, *words],
                env=environment,
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
            assert done.returncode == 1 and "cannot be written" in done.stderr, done


def test_the_manual_knows_every_option(ctl):
    manual = (Path(__file__).resolve().parents[2] / "man" / "headroomctl.1.scd").read_text(
        encoding="utf-8"
    )
    for command in COMMANDS:
        assert f"*headroomctl* *{command}*" in manual
        for option in re.findall(
            r"^  (?:-[a-z], )?(--[a-z-]+)", ctl(command, "--help").stdout, re.MULTILINE
        ):
            assert f"*{option}*" in manual, (command, option)
