# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl record: what the daemon sends goes into a file."""

import os
import signal

import pytest

from fake_headroomd import ERROR
from private_bus import PATIENCE


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_the_daemon_writes_until_a_signal_ends_it(daemon, start_ctl, tmp_path, end):
    file = tmp_path / "record"
    process = start_ctl("record", str(file))
    assert process.stderr.readline() == "Recording. Ctrl+C ends it.\n"
    daemon.sink.write('{"event": "focus"}\n')
    daemon.sink.flush()
    process.send_signal(end)  # what was sent by then is written
    assert process.wait() == 0
    assert file.read_text(encoding="ascii") == '{"event": "focus"}\n'
    assert file.stat().st_mode & 0o777 == 0o600


def test_an_existing_file_is_left_alone(daemon, ctl, tmp_path):
    file = tmp_path / "record"
    file.write_text("dear", encoding="ascii")
    assert "--force" in ctl("record", str(file), check=1).stderr
    assert file.read_text(encoding="ascii") == "dear"
    assert not daemon.calls


def test_force_overwrites_it(daemon, start_ctl, tmp_path):
    file = tmp_path / "record"
    file.write_text("dear, and longer than what is written", encoding="ascii")
    file.chmod(0o644)
    process = start_ctl("record", "--force", str(file))
    assert process.stderr.readline() == "Recording. Ctrl+C ends it.\n"
    daemon.sink.write("x\n")
    daemon.sink.flush()
    process.send_signal(signal.SIGINT)
    assert process.wait() == 0
    assert file.read_text(encoding="ascii") == "x\n"
    assert file.stat().st_mode & 0o777 == 0o600, "it shows which apps were used when"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_ended_in_the_background_of_a_script(daemon, start_ctl, tmp_path, number):
    """Shells without job control ignore SIGINT there."""
    process = start_ctl(
        *("record", str(tmp_path / "record")),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert process.stderr.readline() == "Recording. Ctrl+C ends it.\n"
    process.send_signal(number)
    assert process.wait(PATIENCE) == 0


def test_it_goes_on_without_its_terminal_under_nohup(daemon, start_ctl, tmp_path):
    process = start_ctl(
        *("record", str(tmp_path / "record")),
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    assert process.stderr.readline() == "Recording. Ctrl+C ends it.\n"
    process.send_signal(signal.SIGHUP)
    daemon.sink.write("x\n")
    daemon.sink.flush()
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    assert (tmp_path / "record").read_text(encoding="ascii") == "x\n"


@pytest.mark.parametrize("options", [[], ["--force"]], ids=["new", "force"])
def test_a_refusal_leaves_no_file(daemon, ctl, tmp_path, options):
    daemon.failures["Record"] = (ERROR + "Refused", "Somebody records already.")
    assert (
        ctl("record", *options, str(tmp_path / "record"), check=1).stderr
        == "headroomctl: Somebody records already.\n"
    )
    assert not (tmp_path / "record").exists()


def test_a_refusal_leaves_the_old_recording(daemon, ctl, tmp_path):
    daemon.failures["Record"] = (ERROR + "Refused", "Somebody records already.")
    file = tmp_path / "record"
    file.write_text("dear", encoding="ascii")
    ctl("record", "--force", str(file), check=1)
    assert file.read_text(encoding="ascii") == "dear"


@pytest.mark.parametrize(
    "file", [".", "nonexistent/record", pytest.param("x" * 4000, id="4000 characters")]
)
def test_a_file_that_cannot_be(daemon, ctl, tmp_path, file):
    ctl("record", file, check=1, cwd=tmp_path)
    assert not daemon.calls


def test_the_daemon_ends_first(daemon, start_ctl, tmp_path):
    process = start_ctl("record", str(tmp_path / "record"))
    assert process.stderr.readline() == "Recording. Ctrl+C ends it.\n"
    daemon.__exit__()
    daemon.sink.close()
    assert "headroomd has ended" in process.communicate()[1]
    assert process.returncode == 3


def test_the_daemon_gives_up(daemon, start_ctl, tmp_path):
    """The daemon still runs, but its data wasn't read fast enough."""
    process = start_ctl("record", str(tmp_path / "record"))
    assert process.stderr.readline() == "Recording. Ctrl+C ends it.\n"
    daemon.sink.close()
    assert (
        process.communicate()[1]
        == "headroomctl: headroomd has ended the recording: it could not be written fast enough.\n"
    )
    assert process.returncode == 1


def test_a_disk_that_is_full(daemon, start_ctl, tmp_path):
    process = start_ctl("record", "--force", "/dev/full")
    assert process.stderr.readline() == "Recording. Ctrl+C ends it.\n"
    daemon.sink.write("x\n")
    daemon.sink.flush()
    assert "/dev/full cannot be written: " in process.communicate()[1]
    assert process.returncode == 1


def test_a_pipe_that_nobody_reads_holds_nobody_up(daemon, start_ctl, tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    process = start_ctl("record", "--force", str(fifo))
    assert process.stderr.readline() == "Recording. Ctrl+C ends it.\n"
    daemon.sink.write("x" * 2**17)
    daemon.sink.flush()
    process.send_signal(signal.SIGINT)
    process.communicate()
    os.close(reader)
