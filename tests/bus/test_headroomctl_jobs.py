# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl jobs: how many tokens it has out, whatever clients and the level do. The test is the
client, or make is."""

import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from fake_headroomd import WITHOUT_PRESSURE
from jobserver_client import Client
from private_bus import PATIENCE, until

CALM_FOR = 3  # seconds before tokens are given again
QUIET = 1  # seconds in which nothing must happen; four times the pace of giving
# With as many processes as jobs: tokens without one count as lost after some seconds. They end with
# the shell, however it ends.
HELD_OPEN = """
for job in 1 2 3 4; do tail --pid=$$ -f /dev/null <&- >/dev/null 2>&1 & done
echo $MAKEFLAGS; read -r over
"""


@pytest.fixture
def build(daemon, systemd, start_ctl):
    """A build that does nothing but keep the jobserver open. Returns its process and a client."""
    clients = []

    def start(*options, command=("sh", "-c", HELD_OPEN), **more):
        process = start_ctl("jobs", *options, "--", *command, stdin=-1, **more)
        clients.append(Client(process.stdout.readline()))
        return process, clients[-1]

    yield start
    for client in clients:
        client.close()


def end(process):
    process.communicate(input="over\n", timeout=PATIENCE)
    return process.returncode


def take(client, count):
    for number in range(count):
        assert client.take(PATIENCE), f"only {number} tokens of {count}"


def test_make_finds_it_in_its_flags(daemon, systemd, ctl, environment):
    environment["MAKEFLAGS"] = "k -j2 -- A=b"
    said = ctl("jobs", "-j7", "--", "sh", "-c", "echo $MAKEFLAGS; exit 42", check=42).stdout
    assert re.fullmatch(r"k -j2 -j7 --jobserver-auth=fifo:/dev/pts/\d+ -- A=b\n", said)


def test_all_of_it_is_one_app(daemon, systemd, start_ctl):
    process = start_ctl("jobs", "true")
    assert process.wait() == 0
    assert systemd.moved == [process.pid]
    assert systemd.arguments_of("StartTransientUnit")[0].startswith("app-headroom-true-")


def test_app_names_the_scope(daemon, systemd, ctl):
    ctl("jobs", "--app", "org.example.Build", "true")
    assert systemd.arguments_of("StartTransientUnit")[0].startswith(
        "app-headroom-org.example.Build-"
    )


def test_one_fewer_than_jobs_and_no_more(build):
    process, client = build("-j4")
    take(client, 3)
    assert not client.take(QUIET)
    client.give()
    take(client, 1)
    client.give(3)
    assert end(process) == 0


def test_one_job_needs_no_token(build):
    process, client = build("-j1")
    assert not client.take(QUIET)
    assert end(process) == 0


@pytest.mark.parametrize("level", ["uneasy", "high", "critical"])
def test_what_is_freed_while_it_is_not_calm_is_withheld(daemon, build, level):
    process, client = build("-j4")
    take(client, 1)
    until(client.free, "the next one can be taken")
    daemon.change(Level=level)
    until(lambda: not client.free(), "it can't")
    client.give()
    assert not client.take(QUIET)
    before = time.monotonic()
    daemon.change(Level="calm")
    take(client, 1)
    assert time.monotonic() - before >= CALM_FOR
    assert end(process) == 0


def test_without_the_daemon_what_is_out_stays_out(daemon, build):
    process, client = build("-j4")
    take(client, 3)
    daemon.__exit__()
    client.give()
    take(client, 1)
    assert end(process) == 0


def test_without_pressure_memory_alone_decides(daemon, build):
    """The level is unknown for good."""
    daemon.properties.update(Level="unknown", Capabilities=WITHOUT_PRESSURE)
    process, client = build("-j4")
    take(client, 3)
    assert process.communicate(input="over\n", timeout=PATIENCE)[1] == (
        "Free memory alone decides: the kernel reports no pressure (PSI).\n"
    )
    assert process.returncode == 0


def test_a_level_that_is_not_known_yet_gives_none(daemon, build):
    daemon.properties["Level"] = "unknown"
    process, client = build("-j4")
    assert not client.take(QUIET)
    daemon.change(Level="calm")
    take(client, 3)
    assert end(process) == 0


def test_a_level_that_flaps_gives_none(daemon, build):
    process, client = build("-j4")
    take(client, 1)
    until(client.free, "the next one can be taken")
    daemon.change(Level="high")
    until(lambda: not client.free(), "it can't")
    client.give()
    for turn in range(40):
        daemon.change(Level="calm" if turn % 2 else "high")
        assert not client.take(0.1)
    daemon.change(Level="calm")
    take(client, 3)
    assert end(process) == 0


def test_more_than_were_taken_are_no_more_than_there_are(build):
    process, client = build("-j4")
    take(client, 2)
    until(client.free, "the last one can be taken")
    client.give(1000)
    until(lambda: client.free() == 3, "all can be taken")
    take(client, 3)
    assert not client.take(QUIET)
    assert end(process) == 0


def test_a_flood_of_tokens_ends(build):
    """While it lasts, each of them counts as one that was taken and returned."""
    process, client = build("-j4")
    for _ in range(200):
        client.give(1000)
    until(lambda: 1 <= client.free() <= 3, "no more can be taken than there are")
    take(client, 3)
    assert end(process) == 0


def test_none_returned_is_no_hang(build):
    process, client = build("-j4")
    take(client, 3)
    assert end(process) == 0


def test_what_a_dead_client_held_comes_back(build):
    """A make that was killed, below a build that goes on."""
    dies = f"{sys.executable} {Path(__file__).parent}/jobserver_client.py 3"
    process, client = build("-j4", command=("sh", "-c", f"echo $MAKEFLAGS; {dies}; read -r over"))
    assert process.stdout.readline() == "taken\n"
    process.stdin.write("die\n")
    process.stdin.flush()
    take(client, 2)  # there is room for one thread without a token, and one with
    assert end(process) == 0


@pytest.mark.parametrize(
    "options",
    [("-j7",), ("-j", "7"), ("--jobs=7",), ("--jobs", "7"), ("--app", "x", "-j7"), ("-j7", "--")],
)
def test_a_number_is_written_as_for_make(daemon, systemd, ctl, options):
    assert " -j7 " in ctl("jobs", *options, "sh", "-c", 'echo "$MAKEFLAGS"').stdout
    assert ctl("jobs", *options, "echo", "-j8").stdout == "-j8\n"


@pytest.mark.parametrize("jobs", ["0", "-1", "4097", "100000", "99999999999999999999", "many", ""])
def test_a_number_that_makes_no_sense_starts_nothing(daemon, systemd, ctl, jobs):
    assert ctl("jobs", f"--jobs={jobs}", "true", check=2).stderr
    assert not systemd.calls


def test_as_many_jobs_as_may_be(build):
    process, client = build("-j4096")
    take(client, 5)
    assert end(process) == 0


def test_not_found_not_executable_no_daemon_no_systemd(ctl, tmp_path, request):
    assert "headroomd is not running" in ctl("jobs", "true", check=3).stderr
    request.getfixturevalue("daemon")
    assert "systemd is not on the session bus" in ctl("jobs", "true", check=3).stderr
    request.getfixturevalue("systemd")
    (tmp_path / "plain").write_text("text", encoding="ascii")
    assert "no program" in ctl("jobs", "nonesuch", check=127).stderr
    assert "cannot be executed" in ctl("jobs", str(tmp_path / "plain"), check=126).stderr
    assert "No command" in ctl("jobs", check=2).stderr
    (tmp_path / "script").write_text("#!/nonexistent\n", encoding="ascii")
    (tmp_path / "script").chmod(0o755)
    ctl("jobs", str(tmp_path / "script"), check=126)


def test_the_build_has_the_descriptors_of_its_caller(daemon, systemd, start_ctl):
    reader, writer = os.pipe()
    os.write(writer, b"given")
    os.close(writer)
    build = start_ctl(
        "jobs", "sh", "-c", f"cat /dev/fd/{reader}; ls /proc/self/fd", pass_fds=[reader]
    )
    os.close(reader)
    said, trouble = build.communicate(timeout=PATIENCE)
    assert said.startswith("given"), trouble
    given = set(said.removeprefix("given").split())
    assert given > {"0", "1", "2", str(reader)} and len(given) == 5  # one is ls's own


def test_a_signal_is_passed_on(build):
    process, _ = build("-j4", command=("sh", "-c", 'trap "exit 7" TERM; ' + HELD_OPEN))
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 7


def test_a_command_that_is_killed_gives_a_shells_status(daemon, systemd, ctl):
    ctl("jobs", "sh", "-c", "kill -9 $$", check=128 + 9)


def test_nothing_is_left_when_it_is_killed(build, tmp_path):
    before = sorted(tmp_path.iterdir())
    process, client = build("-j4", command=("sh", "-c", f"echo $$ >&2; {HELD_OPEN}"))
    command = int(process.stderr.readline())
    take(client, 1)
    process.kill()
    process.wait()
    until(lambda: not os.path.exists(f"/proc/{command}"), "the command ends, too")
    until(lambda: not os.path.exists(client.path), "the terminal is gone")
    assert sorted(tmp_path.iterdir()) == before


MAKEFILE = """
all: c d e f
a b:
\t@echo begin $@ >>log; read over <$@.gate; echo end $@ >>log
c d e f: a b
\t@echo begin $@ >>log; read over <$@.gate; echo end $@ >>log
"""


@pytest.fixture
def project(tmp_path):
    """A build of two jobs, and then four. Each waits until release() is called for it."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "Makefile").write_text(MAKEFILE, encoding="ascii")
    for job in "abcdef":
        os.mkfifo(folder / f"{job}.gate")
    return Project(folder)


class Project:
    def __init__(self, folder):
        self.folder = folder

    def log(self):
        log = self.folder / "log"
        return log.read_text(encoding="ascii").splitlines() if log.exists() else []

    def running(self):
        lines = [line.split() for line in self.log()]
        ended = {job for what, job in lines if what == "end"}
        return {job for what, job in lines if what == "begin"} - ended

    def release(self, job):
        with open(self.folder / f"{job}.gate", "w", encoding="ascii") as gate:
            gate.write("over\n")
        until(lambda: f"end {job}" in self.log(), f"{job} has ended")


def test_make_itself_sheds_jobs_and_gets_them_back(daemon, systemd, start_ctl, project):
    process = start_ctl(
        "jobs", "-j4", "--", "sh", "-c", "echo $MAKEFLAGS; exec make", cwd=project.folder
    )
    client = Client(process.stdout.readline())
    until(lambda: project.running() == {"a", "b"}, "two jobs run")
    until(client.free, "make leaves one token")
    daemon.change(Level="high")
    until(lambda: not client.free(), "it is taken back")
    project.release("a")
    project.release("b")
    until(project.running, "one job runs")
    # That nothing else begins has no event. make would have begun it within milliseconds.
    time.sleep(QUIET)
    [first] = project.running()
    project.release(first)
    until(project.running, "the next one runs")
    assert len(project.running()) == 1
    daemon.change(Level="calm")
    until(lambda: len(project.running()) == 2, "one more runs beside it")
    for job in sorted(project.running()):
        project.release(job)
    [last] = until(project.running, "the last one runs")
    project.release(last)
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == ""
    client.close()
