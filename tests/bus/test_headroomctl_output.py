# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How headroomctl prints: JSON of every command, the pager, the colors."""

import json
import sys

import pytest

from conftest import HEADROOMCTL
from fake_headroomd import ERROR, HEALTHY, KATE
from terminal import Terminal

DOCUMENTS = ("status", "history", "doctor", "settings")


@pytest.mark.parametrize(
    "words",
    [
        ("status",),
        ("history",),
        ("settings",),
        ("doctor",),
        ("why", "kate"),
        ("freeze", "kate"),
        ("thaw", "kate"),
        ("thaw", "--all"),
        ("close", "kate"),
        ("enable-extension",),
    ],
)
def test_every_command_that_prints_has_json_with_the_version_of_its_format(daemon, ctl, words):
    assert json.loads(ctl(*words, "--json").stdout)["format"] == 1
    assert "--json" in ctl(*words, "--help").stdout


def test_a_line_of_the_history_is_a_document(daemon, start_ctl):
    daemon.history = [(1, "freeze", "firefox", "u", "high", "because", True)]
    process = start_ctl("history", "--follow", "--json")
    assert json.loads(process.stdout.readline()) == {
        "format": 1,
        "time_us": 1,
        "action": "freeze",
        "app": "firefox",
        "unit": "u",
        "level": "high",
        "reason": "because",
        "reason_code": None,
    }


def test_outcomes_have_codes(daemon, ctl):
    daemon.failures["Freeze"] = (ERROR + "Refused", "Kate a le focus.")
    done = ctl("freeze", "--json", "kate", "gimp", check=1)
    assert json.loads(done.stdout) == {
        "format": 1,
        "apps": [
            {
                "app": "kate",
                "id": "org.kde.kate",
                "name": "Kate",
                "done": False,
                "code": "refused",
                "sentences": ["Kate a le focus."],
            },
            {
                "app": "gimp",
                "id": None,
                "name": None,
                "done": False,
                "code": "no-such-app",
                "sentences": ['No app called "gimp" is running.'],
            },
        ],
    }
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize(
    "error, code",
    [
        (ERROR + "NoSuchApp", "no-such-app"),
        (ERROR + "Unavailable", "unavailable"),
        (ERROR + "BadInput", "bad-input"),
        (ERROR + "Failed", "failed"),
        ("org.freedesktop.DBus.Error.NoReply", "no-daemon"),
        ("org.freedesktop.DBus.Error.AccessDenied", "failed"),
    ],
)
def test_each_error_of_the_daemon_has_its_code(daemon, ctl, error, code):
    daemon.failures["Thaw"] = (error, "No.")
    status = {"no-such-app": 4, "no-daemon": 3}.get(code, 1)
    assert json.loads(ctl("thaw", "--json", "kate", check=status).stdout)["apps"][0]["code"] == code


def test_an_ambiguous_name_has_a_code(daemon, ctl):
    daemon.apps = [KATE, {**KATE, "Id": "com.example.Kate"}]
    stdout = ctl("close", "--json", "kate", check=1).stdout
    assert json.loads(stdout)["apps"][0]["code"] == "ambiguous"


def test_why_as_json_has_the_sentences(daemon, ctl):
    app = json.loads(ctl("why", "--json", "kate", "firefox").stdout)["apps"][1]
    assert app["id"] == "firefox" and app["sentences"] == daemon.sentences
    assert app["code"] == "done"


def test_thawed_units_are_counted(daemon, ctl):
    assert json.loads(ctl("thaw", "--all", "--json").stdout) == {"format": 1, "thawed": 2}


def test_doctor_as_json(daemon, ctl):
    daemon.properties["Capabilities"] = {**HEALTHY, "freeze": (False, "Non.", "Rien.")}
    told = json.loads(ctl("doctor", "--json", check=1).stdout)
    assert told["works"] is False and told["missing"] == ["freeze"]
    assert isinstance(told["swap"], str)
    assert told["swap-code"] in (("no-swap", "disk-only") if told["swap"] else (None,))
    assert told["measured"] == {"cpu": None, "io": None}
    assert told["started-by-code"] is None and told["other-programs-names"] == []
    assert told["capabilities"]["freeze"] == {
        "available": False,
        "essential": True,
        "reason": "Non.",
        "remedy": "Rien.",
    }


WHOLE = [("status",), ("doctor",), ("history",), ("settings",), ("freeze", "kate"), ("enable",)]


@pytest.mark.parametrize("words", WHOLE)
def test_a_failure_has_a_code_in_any_language(ctl, words):
    done = ctl(*words, "--json", check=3)
    told = json.loads(done.stdout)
    assert told["format"] == 1 and told["error"]["code"] == "no-daemon"
    assert done.stderr == f"headroomctl: {told['error']['sentence']}\n"


@pytest.mark.parametrize(
    "name, code, status",
    [("Refused", "refused", 1), ("Unavailable", "unavailable", 1), ("BadInput", "bad-input", 1)],
)
def test_a_refusal_has_the_code_of_the_daemons_error(daemon, ctl, name, code, status):
    daemon.failures["DisableFor"] = (ERROR + name, "Not now.")
    told = json.loads(ctl("--json", "disable-for", "1h", check=status).stdout)
    assert told == {"format": 1, "error": {"code": code, "sentence": "Not now."}}


def test_invalid_usage_has_a_code(daemon, ctl):
    told = json.loads(ctl("status", "--json", "--frob", check=2).stdout)
    assert told["error"]["code"] == "invalid-usage"
    assert ctl("status", "--frob", check=2).stdout == "", "without --json there is none"


@pytest.mark.parametrize("command", ["run", "jobs", "hold"])
@pytest.mark.parametrize("separator", [["--"], []], ids=["separated", "plain"])
def test_what_is_executed_may_have_json_too(start_ctl, command, separator):
    words = ["kate"] if command == "hold" else []
    process = start_ctl(command, *words, *separator, "/nonexistent", "--json")
    stdout, stderr = process.communicate()
    assert (process.returncode, stdout) == (127, "")
    assert stderr.startswith("headroomctl: ")


def test_an_options_value_is_not_what_is_executed(start_ctl):
    process = start_ctl("run", "--app", "org.example.App", "--detach", "--json", "/nonexistent")
    stdout, _ = process.communicate()
    assert process.returncode == 127
    assert json.loads(stdout)["error"]["sentence"] == 'There is no program "/nonexistent".'


# colors


@pytest.mark.parametrize("command", DOCUMENTS)
def test_color_as_it_was_asked_for(daemon, environment, ctl, command):
    daemon.history = [(1, "freeze", "firefox", "u", "high", "because", True)]
    assert "\x1b[" in ctl(command, "--color=always").stdout
    for words in (("--color", "never"), ("--color=auto",), ()):
        assert "\x1b" not in ctl(command, *words).stdout
    environment["NO_COLOR"] = "1"
    assert "\x1b[" in ctl(command, "--color=always").stdout
    assert "is not one of" in ctl(command, "--color=maybe", check=2).stderr


# the pager


@pytest.fixture(name="terminal")
def a_terminal(environment, tmp_path):
    """Runs headroomctl in a terminal. The pager of its environment notes what it was given."""
    pager = tmp_path / "pager.py"
    pager.write_text(
        "import os, sys\n"
        "print('paged', sys.argv[1:], os.environ.get('LESS'), os.environ.get('LESSSECURE'))\n"
        "print(sys.stdin.read())\n",
        encoding="utf-8",
    )
    started = []

    def run(*words, **variables):
        made = Terminal(
            {**environment, "TERM": "xterm-256color", **variables},
            HEADROOMCTL,
            *words,
            columns=160,
            lines=50,
        )
        started.append(made)
        return made.wait(), "\n".join(made.lines())

    run.pager = f"'{sys.executable}' '{pager}'"
    yield run
    for made in started:
        made.close()


@pytest.mark.parametrize("command", DOCUMENTS)
def test_a_terminal_has_a_pager(daemon, terminal, command):
    daemon.history = [(1, "freeze", "firefox", "u", "high", "because", True)]
    status, shown = terminal(command, PAGER=terminal.pager + " x")
    assert status == 0 and "paged ['x'] FRSXMK None" in shown and len(shown.split()) > 8


def test_the_pager_is_systemds(daemon, terminal):
    for variables in (
        {"SYSTEMD_PAGER": terminal.pager},
        {"SYSTEMD_PAGER": terminal.pager, "PAGER": "cat"},
    ):
        assert "paged" in terminal("status", **variables)[1]
    for variables in (
        {"SYSTEMD_PAGER": "", "PAGER": terminal.pager},
        {"SYSTEMD_PAGER": "cat", "PAGER": terminal.pager},
        {"PAGER": ""},
        {"PAGER": terminal.pager, "TERM": "dumb"},
    ):
        shown = terminal("status", **variables)[1]
        assert "paged" not in shown and "Kate" in shown
    shown = terminal("status", PAGER=terminal.pager, SYSTEMD_LESS="FR", SYSTEMD_PAGERSECURE="1")[1]
    assert "paged [] FR 1" in shown


def test_no_pager(daemon, terminal, environment, ctl):
    assert "paged" not in terminal("status", "--no-pager", PAGER=terminal.pager)[1]
    assert "paged" not in terminal("status", "--json", PAGER=terminal.pager)[1]
    environment["PAGER"] = terminal.pager
    assert "paged" not in ctl("status").stdout


def test_a_pager_that_is_not_there(daemon, terminal):
    status, shown = terminal("status", PAGER="/nonexistent/pager")
    assert status == 0 and "Kate" in shown


def test_a_pager_that_ends_early(daemon, terminal):
    daemon.apps = [{**KATE, "Id": f"org.example.App{index:03}"} for index in range(400)]
    assert terminal("status", PAGER="sh -c 'exit 3'")[0] == 0


def test_the_status_of_the_command_stays(daemon, terminal):
    daemon.properties["Capabilities"] = {}
    status, shown = terminal("doctor", PAGER=terminal.pager)
    assert status == 1 and "paged" in shown
