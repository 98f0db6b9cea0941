# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The probe against stalls of a known length.

The machine may be busy, so the tests assert only what cannot be shorter because of that.
"""

import json
import os
import signal
import subprocess
import time

import pytest

UIPROBE = os.environ["UIPROBE"]
SMALL = ("--anon-mib", "2", "--file-mib", "2")


@pytest.fixture
def start(tmp_path):
    running = []

    def begin(*words):
        probe = subprocess.Popen(
            [UIPROBE, "--file", str(tmp_path / "file"), *SMALL, *words],
            stdout=subprocess.PIPE,
            text=True,
        )
        running.append(probe)
        assert json.loads(probe.stdout.readline())["pid"] == probe.pid
        return probe

    yield begin
    for probe in running:
        probe.kill()
        probe.wait()
        probe.stdout.close()


def stand_still(probe, seconds):
    probe.send_signal(signal.SIGSTOP)
    os.waitid(
        os.P_PID, probe.pid, os.WSTOPPED
    )  # it may still draw a frame after kill() has returned
    time.sleep(seconds)  # the length of the stall
    probe.send_signal(signal.SIGCONT)


def last_report(probe):
    lines = probe.stdout.read().splitlines()
    assert probe.wait(timeout=60) == 0
    return json.loads(lines[-1])


def test_counts_frames_until_the_time_is_over(start):
    report = last_report(start("--seconds", "1"))
    assert 1 <= report["seconds"]
    assert 0 < report["frames"] <= report["target"]
    assert 0 <= report["frames_on_time"] <= report["frames"]
    # The target is rounded to a whole number, and half a frame of 60 is 0.8 %.
    assert report["on_time"] == pytest.approx(
        min(1, report["frames_on_time"] / report["target"]), abs=0.009
    )
    assert (
        0
        < report["gap_ms"]["p50"]
        <= report["gap_ms"]["p95"]
        <= report["gap_ms"]["p99"]
        <= report["gap_ms"]["worst"]
    )
    assert report["mode"] == "plain" and report["began_us"] > 0
    assert all(gap >= 40 and at < report["seconds"] for at, gap in report["gaps"])


@pytest.mark.parametrize("threshold, counted", [("600", True), ("20000", False)])
def test_a_gap_above_the_threshold_is_a_stall(start, threshold, counted):
    probe = start("--seconds", "60", "--threshold-ms", threshold)
    stand_still(probe, 1.0)
    probe.terminate()
    report = last_report(probe)
    assert report["gap_ms"]["worst"] >= 1000
    assert report["over_1_s"] >= 1
    assert (report["stalls"] >= 1) == counted
    assert (report["stall_seconds"] >= 1.0 - 0.0167) == counted
    assert max(gap for _, gap in report["gaps"]) == report["gap_ms"]["worst"]


def test_a_stall_that_outlasts_the_measurement_is_counted(start):
    probe = start("--seconds", "1")
    stand_still(probe, 2.0)
    assert last_report(probe)["gap_ms"]["worst"] >= 2000


def test_tells_how_it_goes_in_between(start):
    probe = start("--seconds", "60")
    probe.send_signal(signal.SIGUSR1)
    between = json.loads(probe.stdout.readline())
    probe.terminate()
    assert last_report(probe)["frames"] >= between["frames"]


def test_the_file_is_made_once(start, tmp_path):
    last_report(start("--seconds", "1"))
    made = (tmp_path / "file").stat()
    assert made.st_size == 2 << 20
    last_report(start("--seconds", "1"))
    assert (tmp_path / "file").stat().st_mtime_ns == made.st_mtime_ns


@pytest.mark.parametrize(
    "words, said",
    [
        (["--seconds", "0"], "--seconds takes a number from 1 to"),
        (["--anon-mib", "many"], "--anon-mib takes a number from 0 to"),
        (["--fast"], "there is no use for these arguments"),
        (["now"], "there is no use for the argument now"),
        (["--wayland", "--file", "/dev/null", *SMALL], "/dev/null can't be written"),
    ],
)
def test_says_what_it_will_not_do(words, said):
    ran = subprocess.run([UIPROBE, *words], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 1 and said in ran.stderr and not ran.stdout


@pytest.mark.parametrize("mode", ["--wayland", "--window"])
def test_says_that_there_is_no_compositor(tmp_path, mode):
    environment = {
        name: value for name, value in os.environ.items() if name != "WAYLAND_SOCKET"
    } | {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "none"}
    ran = subprocess.run(
        [UIPROBE, mode, "--file", str(tmp_path / "file"), *SMALL],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment,
    )
    assert ran.returncode == 1
    assert "there is no compositor" in ran.stderr or "without libwayland" in ran.stderr
