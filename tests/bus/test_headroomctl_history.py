# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl history, hold and close, and the output of status while the machine is short."""

import json
import os
import signal

import pytest

from fake_headroomd import ERROR, KATE
from private_bus import PATIENCE, until

IDLE = "read line"
NOON = 1_800_000_000_000_000  # 2027-01-15 08:00:00 UTC
PAST = [
    (NOON, "level", "", "", "high", "level high: 1.2 s of 2 s were lost", False),
    (
        NOON + 1_500_000,
        "freeze",
        "firefox",
        "app-firefox-1.scope",
        "high",
        "paused firefox: it grows",
        True,
        "culprit",
    ),
    (
        NOON + 61_000_000,
        "stalled",
        "org.kde.kate",
        "app-org.kde.kate-12.scope",
        "high",
        "waited 3.4 s for memory in the last minute",
        False,
    ),
]


# history


def test_the_table_has_local_time(daemon, environment, ctl):
    daemon.history = PAST
    environment["TZ"] = "UTC-2"
    assert ctl("history").stdout == (
        "TIME                 WHAT    APP           WHY\n"
        "2027-01-15 10:00:00  level                 level high: 1.2 s of 2 s were lost\n"
        "2027-01-15 10:00:01  paused  firefox       paused firefox: it grows\n"
        "2027-01-15 10:01:01  waited  org.kde.kate  waited 3.4 s for memory in the last minute\n"
    )
    assert daemon.arguments_of("History") == (0,)


def test_json_is_what_the_manual_promises(daemon, environment, ctl):
    daemon.history = PAST[:2]
    environment["TZ"] = "UTC-2"
    assert json.loads(ctl("history", "--json").stdout) == {
        "format": 1,
        "entries": [
            {
                "time_us": NOON,
                "action": "level",
                "app": None,
                "unit": None,
                "level": "high",
                "reason": "level high: 1.2 s of 2 s were lost",
                "reason_code": None,
            },
            {
                "time_us": NOON + 1_500_000,
                "action": "freeze",
                "app": "firefox",
                "unit": "app-firefox-1.scope",
                "level": "high",
                "reason": "paused firefox: it grows",
                "reason_code": "culprit",
            },
        ],
    }


def test_nothing_was_done(daemon, ctl):
    assert ctl("history").stdout.count("\n") == 1
    assert json.loads(ctl("history", "--json").stdout) == {"format": 1, "entries": []}


@pytest.mark.parametrize(
    "action, shown",
    [
        ("boost", "boosted"),
        ("unboost", "no longer boosted"),
        ("nap", "slowed down"),
        ("wake", "no longer slowed down"),
        ("thaw", "resumed"),
        ("ask", "asked to free memory"),
        ("adopt", "got a unit"),
        ("rejoin", "gave its unit back"),
        ("reclaim", "memory pushed out"),
        ("reclaimed", "no longer pushed out"),
        ("warn", "warning"),
        ("unwarn", "warning over"),
        ("close", "asked to quit"),
        ("ended", "ended"),
        ("teleport", "teleport"),
    ],
)
def test_actions_are_words_and_new_ones_are_shown_as_they_are(daemon, ctl, action, shown):
    daemon.history = [(NOON, action, "x", "", "calm", "why", True)]
    assert (
        ctl("history")
        .stdout.splitlines()[1]
        .endswith(f"  {shown}{' ' * max(0, 4 - len(shown))}  x    why")
    )


def test_names_do_not_drive_the_terminal(daemon, ctl):
    daemon.history = [(NOON, "a\x1b[2J", "b\nc", "", "calm", "d\x9be", True)]
    stdout = ctl("history").stdout
    assert (
        "a\ufffd[2J" in stdout
        and "b\ufffdc" in stdout
        and "d\ufffde" in stdout
        and stdout.count("\n") == 2
    )


def test_as_many_as_there_can_be(daemon, ctl):
    daemon.history = [
        (NOON + index, "boost", "x" * 255, "u", "calm", "why", False) for index in range(4096)
    ]
    assert ctl("history").stdout.count("\n") == 4097
    entries = json.loads(ctl("history", "--json").stdout)["entries"]
    assert [entry["time_us"] for entry in entries] == list(range(NOON, NOON + 4096))


# status


def test_the_level_has_its_reason_unless_the_machine_is_calm(daemon, ctl):
    daemon.properties.update(Level="high", LevelReason="1.2 s of 2 s were lost")
    assert ctl("status").stdout.splitlines()[:3] == [
        "Level: high   Active app: Kate   Windows reported by: kwin",
        "  1.2 s of 2 s were lost",
        "",
    ]
    assert json.loads(ctl("status", "--json").stdout)["level_reason"] == "1.2 s of 2 s were lost"
    daemon.properties["Level"] = "calm"
    assert ctl("status").stdout.splitlines()[1] == ""
    assert json.loads(ctl("status", "--json").stdout)["level_reason"] is None
    assert "History" not in [method for method, _ in daemon.calls]


def test_a_level_whose_reason_nobody_knows(daemon, ctl):
    daemon.properties["Level"] = "high"
    assert ctl("status").stdout.splitlines()[1] == ""
    del daemon.properties["LevelReason"]
    assert ctl("status").stdout.splitlines()[1] == ""


def test_a_daemon_without_history_has_a_status(daemon, ctl):
    daemon.properties["Level"] = "high"
    daemon.failures["History"] = ("org.freedesktop.DBus.Error.UnknownMethod", "No such method.")
    assert "Level: high" in ctl("status").stdout
    assert ctl("history", check=1).stderr == "headroomctl: No such method.\n"


def test_a_napped_app_that_is_held(daemon, ctl):
    daemon.apps = [
        {**KATE, "State": "napped", "Boosted": False, "Napped": True, "Holds": [":1.7: plays"]}
    ]
    shown = ctl("status", "-o", "app,state,focused,held").stdout.splitlines()[1]
    assert shown == "Kate  slowed down  yes     yes"
    app = json.loads(ctl("status", "--json").stdout)["apps"][0]
    assert app["napped"] is True and app["holds"] == [":1.7: plays"]


@pytest.mark.parametrize(
    "unit, partial",
    [
        ("app-headroom-org.kde.kate-0123.scope", True),
        ("app-org.kde.kate-12.scope", False),
        ("app-headroom-org.kde.kate@1.service", False),
    ],
)
def test_memory_from_before_the_unit_is_missing(daemon, ctl, unit, partial):
    daemon.apps = [{**KATE, "Units": [unit]}]
    stdout = ctl("status").stdout
    assert ("≥ 3.0 GiB" in stdout) == partial
    assert ("≥: memory that it allocated" in stdout) == partial
    assert json.loads(ctl("status", "--json").stdout)["apps"][0]["memory_partial"] is partial


def test_memory_that_is_not_known_is_not_partial(daemon, ctl):
    daemon.apps = [{**KATE, "Id": "other", "Units": ["app-headroom-other-1.scope"]}]
    assert "≥" not in ctl("status").stdout
    assert json.loads(ctl("status", "--json").stdout)["apps"][0]["memory_partial"] is False


# hold


@pytest.mark.parametrize(
    "words, reason",
    [
        (("kate", "sh", "-c", "exit 42"), "sh -c exit 42"),
        (("kate", "--", "sh", "-c", "exit 42"), "sh -c exit 42"),
        (("--reason", "plays", "kate", "--", "sh", "-c", "exit 42"), "plays"),
    ],
)
def test_a_hold_is_taken_and_the_command_runs(daemon, ctl, words, reason):
    ctl("hold", *words, check=42)
    assert daemon.arguments_of("Hold") == ("org.kde.kate", reason)


def test_the_command_has_stdin_and_its_own_options(daemon, ctl):
    assert ctl("hold", "kate", "cat", input="to stdin").stdout == "to stdin"
    assert ctl("hold", "kate", "echo", "--reason", "-h", "--").stdout == "--reason -h --\n"


def test_the_hold_is_there_before_the_command_and_ends_with_it(daemon, start_ctl):
    process = start_ctl("hold", "kate", "sh", "-c", "echo begun; read line", stdin=-1)
    assert process.stdout.readline() == "begun\n"
    daemon.arguments_of("Hold")
    assert process.poll() is None
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.wait() == 1 - 1


def test_ctrl_c_is_the_commands(daemon, start_ctl):
    process = start_ctl(
        "hold",
        "kate",
        "sh",
        "-c",
        "trap 'echo caught; exit 7' INT; echo begun; while :; do read line; done",
        stdin=-1,
        process_group=0,
    )
    assert process.stdout.readline() == "begun\n"
    until(lambda: ignores(process.pid, signal.SIGINT), "the command waits")
    os.killpg(process.pid, signal.SIGINT)
    assert process.stdout.readline() == "caught\n"
    process.stdin.close()
    process.stdin = None
    assert process.wait() == 7


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_for_the_hold_is_the_commands(daemon, start_ctl, number):
    """Without the hold the command would run on, and the app could be paused."""
    catches = f"trap 'echo caught; exit 7' {number.name.removeprefix('SIG')}"
    process = start_ctl("hold", "kate", "sh", "-c", f"{catches}; echo begun; {IDLE}", stdin=-1)
    assert process.stdout.readline() == "begun\n"
    process.send_signal(number)
    assert process.stdout.readline() == "caught\n"
    assert process.wait() == 7


def test_a_hold_that_is_killed_ends_the_command(daemon, start_ctl):
    process = start_ctl("hold", "kate", "sh", "-c", f"echo $$; {IDLE}", stdin=-1)
    command = int(process.stdout.readline())
    process.kill()
    process.wait()
    until(lambda: not os.path.exists(f"/proc/{command}"), "the command ends, too")


def ignores(pid, number):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        mask = next(int(line.split()[1], 16) for line in status if line.startswith("SigIgn:"))
    return bool(mask & 1 << number - 1)


def test_the_command_has_the_usual_signals(daemon, ctl):
    mask = int(ctl("hold", "kate", "grep", "SigIgn", "/proc/self/status").stdout.split()[1], 16)
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE):
        assert not mask & 1 << number - 1


def test_what_nohup_has_ignored_stays_so(daemon, start_ctl):
    held = start_ctl(
        *("hold", "kate", "grep", "SigIgn", "/proc/self/status"),
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    mask = int(held.communicate(timeout=PATIENCE)[0].split()[1], 16)
    assert mask & 1 << signal.SIGHUP - 1


def test_ctrl_c_ends_it_as_it_ends_the_command(daemon, start_ctl):
    """A shell leaves its loop only then."""
    process = start_ctl(
        "hold", "kate", "sh", "-c", "echo begun; read line", stdin=-1, process_group=0
    )
    assert process.stdout.readline() == "begun\n"
    until(lambda: ignores(process.pid, signal.SIGINT), "the command waits")
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(PATIENCE) == -signal.SIGINT


def test_a_command_that_is_killed(daemon, ctl):
    ctl("hold", "kate", "sh", "-c", "kill -9 $$", check=137)


def test_a_long_command_is_a_reason_all_the_same(daemon, ctl):
    ctl("hold", "kate", "true", "ü" * 300)
    assert daemon.arguments_of("Hold")[1] == "true " + "ü" * 125


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("kate",),
        ("kate", "--"),
        ("--reason", "", "kate", "true"),
        ("--reason", "x" * 256, "kate", "true"),
        (b"--reason=\xff", "kate", "true"),
        ("", "true"),
        ("a/b", "true"),
    ],
)
def test_a_hold_that_makes_no_sense_runs_nothing(daemon, ctl, words):
    assert '--help".' in ctl("hold", *words, check=2).stderr
    assert not daemon.calls


def test_no_hold_no_command(daemon, ctl, tmp_path):
    made = tmp_path / "made"
    assert 'no program "nonesuch"' in ctl("hold", "kate", "nonesuch", check=127).stderr
    assert not daemon.calls
    assert "No app called" in ctl("hold", "gimp", "touch", str(made), check=4).stderr
    daemon.failures["Hold"] = (ERROR + "Refused", "the caller has 64 holds, the maximum")
    assert (
        ctl("hold", "kate", "touch", str(made), check=1).stderr
        == "headroomctl: the caller has 64 holds, the maximum\n"
    )
    assert not made.exists()


# close


def test_close(daemon, ctl):
    assert ctl("close", "kate").stdout == "Kate was asked to quit.\n"
    assert daemon.arguments_of("Close") == ("org.kde.kate",)
    assert ctl("close", "--force", "kate").stdout == "Kate was asked to quit.\n"
    assert daemon.arguments_of("End") == ("org.kde.kate",)
