# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The completions are valid in their shells, and offer the right words."""

import os
import subprocess
from pathlib import Path

import pytest

from conftest import HEADROOMCTL
from fake_headroomd import FIREFOX, KATE

COMPLETIONS = Path(__file__).resolve().parents[2] / "headroomctl" / "completions"
COMMANDS = {
    "status",
    "top",
    "run",
    "jobs",
    "freeze",
    "thaw",
    "why",
    "measure",
    "history",
    "metrics",
    "hold",
    "close",
    "disable-for",
    "enable",
    "doctor",
    "enable-extension",
    "record",
    "settings",
    "set",
    "help",
}
WICKED = "$(touch pwned)"


@pytest.fixture
def shell(environment, tmp_path):
    """Runs a shell with headroomctl in its PATH. Returns the lines that it prints."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "headroomctl").symlink_to(Path(HEADROOMCTL).resolve())
    environment["PATH"] = f"{tmp_path / 'bin'}:{os.environ['PATH']}"

    def run(*command):
        done = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return set(done.stdout.splitlines())

    return run


@pytest.fixture
def bash(shell):
    def complete(*words):
        script = (
            f'source "{COMPLETIONS}/headroomctl.bash"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - '
            f'1)); _headroomctl; printf "%s\\n" "${{COMPREPLY[@]}}"'
        )
        return shell("bash", "-c", script, "bash", "headroomctl", *words)

    return complete


@pytest.fixture
def fish(shell):
    def complete(line):
        offered = shell(
            "fish",
            "--no-config",
            "-c",
            f'source "{COMPLETIONS}/headroomctl.fish"; complete --do-complete "headroomctl {line}"',
        )
        return {word.partition("\t")[0] for word in offered}

    return complete


@pytest.mark.parametrize(
    "command",
    [
        ("bash", "-n", "headroomctl.bash"),
        ("zsh", "-n", "_headroomctl"),
        ("fish", "--no-execute", "headroomctl.fish"),
    ],
)
def test_the_shell_can_read_it(command):
    done = subprocess.run(command, cwd=COMPLETIONS, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_bash_offers_commands_options_and_apps(daemon, bash):
    assert bash("") == COMMANDS | {"--help", "--version"}
    assert bash("st") == {"status"}
    document = {"--color", "--json", "--no-pager", "--help"}
    assert bash("doctor", "--") == document | {"--measure-cpu", "--measure-io"}
    assert bash("status", "--") == document | {"--columns", "--noheadings", "--raw"}
    assert bash("status", "-o", "mem") == {"memory", "memory-wait"}
    assert bash("history", "--columns", "=", "time,w") == {"time,what", "time,why"}
    assert bash("status", "--color", "=", "a") == {"auto", "always"}
    assert bash("freeze", "") == {"firefox", "org.kde.kate"}
    assert bash("measure", "") == {"firefox", "org.kde.kate"}
    assert "--json" in bash("measure", "--")
    assert bash("thaw", "f") == {"firefox"}
    assert bash("freeze", "firefox", "--for", "5") == {"5min"}
    assert bash("run", "--app", "org") == bash("run", "--app", "=", "org") == {"org.kde.kate"}
    assert bash("run", "--app", "=") == {"firefox", "org.kde.kate"}
    assert bash("run", "--detach", "--") == {
        "--app",
        "--detach",
        "--json",
        "--need",
        "--verbose",
        "--when-room",
        "--help",
    }
    assert bash("run", "--need", "=", "5") == {"512M"}
    assert "true" in bash("run", "--when-room", "--need", "1G", "tru")
    assert bash("jobs", "--") == {"--app", "--jobs", "--help"}
    assert bash("jobs", "-j", "") == {""}
    assert "true" in bash("jobs", "-j", "4", "--", "tru")
    assert "true" in bash("run", "--app", "firefox", "--", "tru")
    assert bash("history", "--") == bash("status", "--") | {
        "--follow",
        "--last-boot",
        "--lines",
        "--since",
        "--trace",
    }
    assert bash("history", "") == {"firefox", "org.kde.kate"}
    assert bash("history", "--since", "1") == {"10min", "1h"}
    assert bash("close", "--") == {"--force", "--json", "--help"}
    assert bash("close", "") == bash("hold", "") == {"firefox", "org.kde.kate"}
    assert bash("hold", "--") == {"--reason", "--help"}
    assert bash("hold", "--reason", "") == {""}
    assert (
        bash("hold", "--reason", "x", "f") == bash("hold", "--reason", "=", "x", "f") == {"firefox"}
    )
    for words in (("firefox",), ("firefox", "--"), ("--reason", "x", "firefox")):
        assert "true" in bash("hold", *words, "tru")
    assert bash("thaw", "firefox", "org") == {"org.kde.kate"}
    assert bash("help", "") == COMMANDS
    assert bash("disable-for", "3") == {"30min"}
    assert bash("bogus", "") == {""}


def test_bash_offers_settings_and_their_values(bash):
    assert {"Pressure/Response", "Boost/CpuWeight"} <= bash("set", "")
    assert bash("set", "Boost/C") == {"Boost/CpuWeight"}
    assert bash("set", "Pressure/Response", "") == {"off", "warn", "freeze"}
    assert bash("set", "App-org.kde.kate/Rule", "n") == {"never", "normal"}
    assert bash("set", "Pressure/Reclaim", "") == {"true", "false"}
    assert bash("set", "Boost/CpuWeight", "") == {"500"}
    assert bash("set", "Boost/CpuWeight", "500", "") == bash("set", "No/Such", "") == {""}
    assert bash("set", "--") == {"--default", "--help"}


@pytest.mark.parametrize("command", ["status", "history", "settings"])
def test_all_columns_are_offered(ctl, bash, command):
    help_text = " ".join(ctl(command, "--help").stdout.split())
    columns = set(help_text.partition("Columns: ")[2].rstrip(".").replace(",", "").split())
    assert columns and bash(command, "-o", "") == columns
    in_zsh = (COMPLETIONS / "_headroomctl").read_text(encoding="utf-8").split()
    assert columns <= {word.strip("'\"(){}") for word in in_zsh}


def test_bash_does_not_execute_an_app_id(daemon, bash, tmp_path):
    daemon.apps = [{**KATE, "Id": WICKED}, {**FIREFOX, "Id": "two words"}]
    assert bash("freeze", "") == {r"\$\(touch\ pwned\)", r"two\ words"}
    assert not (tmp_path / "pwned").exists()


def test_fish_offers_commands_options_and_apps(daemon, fish, tmp_path):
    daemon.apps = [KATE, FIREFOX, {**KATE, "Id": WICKED}]
    assert fish("") == COMMANDS
    assert fish("freeze ") == {"firefox", "org.kde.kate", WICKED}
    assert fish("measure ") == {"firefox", "org.kde.kate", WICKED}
    assert "--json" in fish("status --")
    assert fish("run --app f") == fish("jobs --app f") == {"firefox"}
    assert fish("run --need 1") == {"1G"}
    assert fish("close f") == fish("hold f") == {"firefox"}
    assert "--json" in fish("history --")
    assert fish("help st") == {"status"}
    assert fish("set Boost/") == {"Boost/CpuWeight", "Boost/IoWeight"}
    assert fish("set Pressure/Response ") == {"off", "warn", "freeze"}
    assert not (tmp_path / "pwned").exists()


def test_without_a_daemon_there_is_nothing_to_offer_and_no_noise(bash, ctl):
    assert bash("freeze", "") == {""}
    done = ctl("complete-apps")
    assert (done.stdout, done.stderr) == ("", "")


def test_ids_that_are_none_are_not_offered(daemon, ctl):
    daemon.apps = [KATE, {**KATE, "Id": "a\nb"}, {**KATE, "Id": "c/d"}, {**KATE, "Id": "e\x1b[2J"}]
    assert ctl("complete-apps").stdout == "org.kde.kate\n"
