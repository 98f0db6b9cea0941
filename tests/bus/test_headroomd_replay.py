# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd --replay with recordings of strangers, and where its output can't be written."""

import os
import subprocess
from pathlib import Path

from headroomd import HEADROOMD

SCENARIO = Path(__file__).resolve().parents[1] / "replay" / "focus-moves-boost.jsonl"
ENDING = '{"at":1,"event":"Ending"}\n'


def replay(file, **options):
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.run(
        [HEADROOMD, "--replay", file],
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        encoding="utf-8",
        check=False,
        timeout=60,
        **streams,
    )


def test_what_a_stranger_has_recorded_drives_no_terminal(tmp_path):
    recording = tmp_path / "recording"
    recording.write_text(
        ENDING + r'{"at":2,"event":"Ra\u001b[2J\n\u202ein"}' + "\n", encoding="ascii"
    )
    done = replay(recording)
    assert (done.returncode, done.stdout) == (2, "")
    assert "line 2" in done.stderr and done.stderr.count("\n") == 1
    assert not set("\x1b\u202e") & set(done.stderr)


def test_a_recording_that_ends_in_the_middle_is_replayed(tmp_path):
    recording = tmp_path / "recording"
    whole = SCENARIO.read_text(encoding="utf-8")
    recording.write_text(whole + '{"at": 9000000000, "event": "Foc', encoding="utf-8")
    done = replay(recording)
    assert (done.returncode, done.stdout) == (0, replay(SCENARIO).stdout)
    assert done.stderr.startswith("headroomd: left out the last line, which is incomplete: ")


def test_output_that_cannot_be_written_is_an_error():
    with open("/dev/full", "w", encoding="ascii") as full:
        done = replay(SCENARIO, stdout=full)
    assert done.returncode == 1
    assert done.stderr == "headroomd: writing what would be done: No space left on device\n"
