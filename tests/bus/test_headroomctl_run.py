# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl run: the unit of the command. In every other respect, it runs as the user's own
command."""

import json
import os
import re
import signal
import socket
import subprocess

import pytest

from conftest import HEADROOMCTL

LONG = pytest.param("x" * 4000, id="4000 characters")


def test_it_is_moved_into_a_scope_before_it_begins(systemd, start_ctl):
    process = start_ctl("run", "sh", "-c", "echo $$; exit 42")
    stdout, stderr = process.communicate()
    assert (process.returncode, stderr) == (42, "")
    assert systemd.moved == [process.pid] == [int(stdout)]
    name, mode, properties, auxiliary = systemd.arguments_of("StartTransientUnit")
    assert re.fullmatch(r"app-headroom-sh-[0-9a-f]{16}\.scope", name)
    assert (mode, auxiliary) == ("fail", [])
    properties = dict(properties)
    assert properties.pop("PIDFDs") == [0]
    assert properties == {
        "Description": "sh -c echo $$; exit 42",
        "Slice": "app.slice",
        "CollectMode": "inactive-or-failed",
        "OOMPolicy": "continue",
    }


@pytest.mark.parametrize("way", [(), ("--detach",)])
def test_a_command_of_two_lines_has_a_description_of_one(systemd, ctl, way):
    """systemd writes the description into the file of the unit as it is."""
    ctl("run", *way, "true", "a\nExecStopPost=b")
    properties = dict(systemd.arguments_of("StartTransientUnit")[2])
    assert properties["Description"] == "true a\ufffdExecStopPost=b"


def test_an_older_systemd_is_told_the_number(systemd, start_ctl):
    systemd.old = True
    process = start_ctl("run", "true")
    assert process.wait() == 0
    assert systemd.moved == [process.pid]


def test_app_names_the_scope_and_finds_its_desktop_file(systemd, ctl, tmp_path, environment):
    desktop = tmp_path / "data" / "applications" / "org.example.My-App.desktop"
    desktop.parent.mkdir(parents=True)
    desktop.write_text("[Desktop Entry]\n", encoding="ascii")
    environment["XDG_DATA_DIRS"] = str(tmp_path / "data")
    ctl("run", "--app", "org.example.My-App", "--", "true")
    name, _, properties, _ = systemd.arguments_of("StartTransientUnit")
    assert name.startswith(r"app-headroom-org.example.My\x2dApp-")
    assert dict(properties)["SourcePath"] == str(desktop)


def test_terminal_pipes_and_options_are_the_commands_own(systemd, ctl):
    assert ctl("run", "cat", input="to stdin").stdout == "to stdin"
    assert ctl("run", "echo", "--app", "-h").stdout == "--app -h\n"
    assert ctl("run", "--", "echo", "--", "x").stdout == "-- x\n"


def test_what_glib_does_to_sigpipe_is_not_inherited(systemd, environment):
    ignored = subprocess.run(
        [HEADROOMCTL, "run", "grep", "SigIgn", "/proc/self/status"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        restore_signals=True,
    ).stdout
    assert not int(ignored.split()[1], 16) & 1 << signal.SIGPIPE - 1


def test_no_descriptor_leaks_into_the_command(systemd, ctl):
    assert ctl("run", "ls", "/proc/self/fd").stdout.split() == ["0", "1", "2", "3"]  # 3 is ls's own


@pytest.fixture(name="listening")
def socket_of_the_daemon(environment):
    path = os.path.join(environment["XDG_RUNTIME_DIR"], "headroom", "memory-pressure")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        yield path


SHOW_WATCH = ("sh", "-c", "echo ${MEMORY_PRESSURE_WATCH-unset} ${MEMORY_PRESSURE_WRITE-unset}")
OF_THE_TERMINAL = "/sys/fs/cgroup/user.slice/app.slice/app-konsole-1.scope/memory.pressure"


@pytest.mark.parametrize(
    "set_before, seen",
    [
        ({}, "{socket} unset"),
        ({"MEMORY_PRESSURE_WATCH": OF_THE_TERMINAL, "MEMORY_PRESSURE_WRITE": "eA=="}, None),
        ({"MEMORY_PRESSURE_WATCH": "/dev/null"}, "/dev/null unset"),
        ({"MEMORY_PRESSURE_WATCH": "/a", "MEMORY_PRESSURE_WRITE": "eA=="}, "/a eA=="),
    ],
    ids=["nothing", "systemd's", "off", "the user's"],
)
def test_it_can_be_asked_to_free_memory(systemd, ctl, environment, listening, set_before, seen):
    environment.update(set_before)
    expected = (seen or "{socket} unset").format(socket=listening)
    assert ctl("run", *SHOW_WATCH).stdout.strip() == expected
    systemd.calls.clear()
    ctl("run", "--detach", "true")
    passed = dict(systemd.arguments_of("StartTransientUnit")[2])["Environment"]
    assert [each for each in passed if each.startswith("MEMORY_PRESSURE")] == [
        f"MEMORY_PRESSURE_WATCH={expected.split()[0]}"
    ]


def test_without_a_daemon_that_listens_nothing_is_set(systemd, ctl):
    assert ctl("run", *SHOW_WATCH).stdout == "unset unset\n"


def test_arguments_need_not_be_utf8(systemd, environment):
    done = subprocess.run(
        [HEADROOMCTL, "run", "printf", "%s", b"\xff\xfe"],
        env=environment,
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"\xff\xfe"


def test_not_found_and_not_executable_as_in_a_shell(systemd, ctl, tmp_path, environment):
    (tmp_path / "plain").write_text("text", encoding="ascii")
    assert 'no program "nonesuch"' in ctl("run", "nonesuch", check=127).stderr
    assert "no program" in ctl("run", str(tmp_path / "none"), check=127).stderr
    assert "no program" in ctl("run", "", check=127).stderr
    assert "cannot be executed" in ctl("run", str(tmp_path / "plain"), check=126).stderr
    assert "cannot be executed" in ctl("run", str(tmp_path), check=126).stderr
    environment["PATH"] = str(tmp_path)
    assert "cannot be executed" in ctl("run", "plain", check=126).stderr
    assert not systemd.calls


def test_a_program_without_its_interpreter_is_there(systemd, ctl, tmp_path):
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\r\ntrue\r\n", encoding="ascii")
    script.chmod(0o755)
    assert "cannot be executed" in ctl("run", str(script), check=126).stderr


@pytest.mark.parametrize("app", ["", "a/b", "../x", LONG, "a\nb", b"\xff"])
@pytest.mark.parametrize("way", [(), ("--detach",)])
def test_what_can_be_no_id_starts_nothing(systemd, daemon, ctl, app, way):
    assert "An app id" in ctl("run", *way, "--app", app, "true", check=2).stderr
    assert not systemd.calls and not daemon.calls


def test_a_long_id_is_cut_to_what_systemd_takes(systemd, ctl):
    ctl("run", "--app", "ä" * 127, "true")
    name = systemd.arguments_of("StartTransientUnit")[0]
    assert len(name) <= 255 and re.fullmatch(
        r"app-headroom-(\\x[0-9a-f]{2})+-[0-9a-f]{16}\.scope", name
    )


def test_systemd_refuses(systemd, ctl, tmp_path):
    systemd.failures["StartTransientUnit"] = (
        "org.freedesktop.DBus.Error.AccessDenied",
        "Not today.",
    )
    assert (
        ctl("run", "touch", str(tmp_path / "made"), check=1).stderr == "headroomctl: Not today.\n"
    )
    assert not (tmp_path / "made").exists()


def test_the_job_fails(systemd, ctl, tmp_path):
    systemd.result = "failed"
    assert "failed" in ctl("run", "touch", str(tmp_path / "made"), check=1).stderr
    assert not (tmp_path / "made").exists()


def test_no_systemd(ctl):
    assert "systemd is not on the session bus" in ctl("run", "true", check=3).stderr


def test_detached_it_becomes_a_service(systemd, ctl, environment, tmp_path):
    environment.update(
        GOOD="a\tb",
        INVOCATION_ID="ours",
        NOTIFY_SOCKET="ours",
        LESS_TERMCAP_mb="\x1b[1m",
        **{"BASH_FUNC_x%%": "() { :; }"},
    )
    printed = ctl(
        "run", "--detach", "--app", "org.example.My-Sleep", "sleep", "1", cwd=tmp_path
    ).stdout
    name, mode, properties, auxiliary = systemd.arguments_of("StartTransientUnit")
    assert printed == name + "\n"
    assert re.fullmatch(r"app-headroom-org\.example\.My\\x2dSleep@[0-9a-f]{16}\.service", name)
    assert (mode, auxiliary) == ("fail", [])
    properties = dict(properties)
    passed = properties.pop("Environment")
    [(program, argv, ignore_failure)] = properties.pop("ExecStart")
    assert os.path.isabs(program) and os.path.basename(program) == "sleep"
    assert (argv, ignore_failure) == (["sleep", "1"], False)
    assert properties == {
        "Description": "sleep 1",
        "Slice": "app.slice",
        "CollectMode": "inactive-or-failed",
        "OOMPolicy": "continue",
        "Type": "exec",
        "ExitType": "cgroup",
        "WorkingDirectory": str(tmp_path),
    }
    assert "GOOD=a\tb" in passed and f"HOME={tmp_path}" in passed
    assert not [
        variable
        for variable in passed
        if variable.startswith(("INVOCATION_ID", "NOTIFY_SOCKET", "LESS_TERMCAP", "BASH_FUNC"))
    ]


def test_detached_systemd_expands_no_variables(systemd, ctl, tmp_path):
    """It expands these in the words, and not in the path."""
    program = tmp_path / "$HOME" / "true"
    program.parent.mkdir()
    program.symlink_to("/bin/true")
    words = ["$HOME", "${HOME}x", "a$$b", "$", "%h", "\\$x"]
    ctl("run", "--detach", str(program), *words)
    properties = dict(systemd.arguments_of("StartTransientUnit")[2])
    [(path, argv, _)] = properties["ExecStart"]
    assert path == str(program)
    assert argv == [word.replace("$", "$$") for word in [str(program), *words]]
    assert properties["Description"] == " ".join([str(program), *words])


def test_detached_the_id_is_the_programs_name(systemd, ctl):
    assert re.fullmatch(
        r"app-headroom-sleep@[0-9a-f]{16}\.service\n",
        ctl("run", "--detach", "/bin/sleep", "1").stdout,
    )


def test_the_name_of_the_service_as_json(systemd, ctl):
    told = json.loads(ctl("run", "--detach", "--json", "true").stdout)
    assert told["format"] == 1 and told["service"].startswith("app-headroom-true@")


def test_detached_a_long_id_is_cut_to_what_systemd_takes(systemd, ctl):
    ctl("run", "--detach", "--app", "x" * 255, "true")
    assert len(systemd.arguments_of("StartTransientUnit")[0]) == 255


def test_detached_systemd_refuses(systemd, ctl):
    systemd.failures["StartTransientUnit"] = (
        "org.freedesktop.DBus.Error.AccessDenied",
        "Not today.",
    )
    assert ctl("run", "--detach", "true", check=1).stderr == "headroomctl: Not today.\n"


def test_detached_it_could_not_be_executed(systemd, ctl):
    systemd.result = "failed"
    assert "failed" in ctl("run", "--detach", "true", check=1).stderr


def test_detached_no_systemd(daemon, ctl):
    assert "systemd is not on the session bus" in ctl("run", "--detach", "true", check=3).stderr
    assert not daemon.calls


def test_detached_arguments_have_to_be_utf8(systemd, ctl):
    assert "UTF-8" in ctl("run", "--detach", "echo", b"\xff", check=2).stderr
    assert not systemd.calls
