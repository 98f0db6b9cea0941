# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl history --last-boot: how it reads the record of a shortage."""

import json
import os
from pathlib import Path

import pytest

HOG = "org.example.Hog"
SLOT = 1024


def fnv(text):
    value = 14695981039346656037
    for byte in text:
        value = (value ^ byte) * 1099511628211 % 2**64
    return value


def slot(number, boot="b0", closes=0, **more):
    values = {
        "number": number,
        "boot": boot,
        "at": (1_800_000_000 + number) * 1_000_000,
        "level": "critical",
        "closes": closes,
        **more,
    }
    text = "".join(f"{key}={value}\n" for key, value in values.items()).encode()
    return (b"headroom-black-box-1 %016x\n" % fnv(text) + text).ljust(SLOT, b"\0")


@pytest.fixture(name="box")
def place_of_the_box(environment, tmp_path):
    environment["TZ"] = "UTC"
    path = tmp_path / ".local/state/headroom/black-box"
    path.parent.mkdir(parents=True)
    return path


def told(ctl):
    return json.loads(ctl("history", "--last-boot", "--json").stdout)


def test_help_states_which_boot_it_shows(ctl):
    """A boot without a shortage leaves no record, so it need not be the one before this."""
    shows = "how the last boot with a shortage ended"
    assert shows in ctl("history", "--help").stdout
    completions = Path(__file__).resolve().parents[2] / "headroomctl" / "completions"
    for file in ("_headroomctl", "headroomctl.fish"):
        assert shows in (completions / file).read_text(encoding="utf-8")


def test_it_names_what_took_the_machine_down(box, ctl):
    box.write_bytes(
        slot(3, culprit=HOG, resource="memory", paused=0, held=f"{2**30} {HOG}")
        + slot(1, "a0", culprit="older")
        + slot(2, action="warn", app=HOG, reason="showed a notification")
    )
    assert ctl("history", "--last-boot").stdout.splitlines()[:3] == [
        "The record of the last boot with a shortage ends at 2027-01-15 08:00:03, during "
        "the shortage. The level was critical.",
        f"The cause was {HOG}.",
        f"These apps had most memory, swap included: {HOG} (1.0 GiB).",
    ]
    answer = told(ctl)
    assert answer["outcome"] == "in-a-shortage" and answer["level"] == "critical"
    assert answer["culprit"] == {"app": HOG, "resource": "memory", "paused": False}
    assert answer["most"] == [{"app": HOG, "held": 2**30}]
    assert [entry["action"] for entry in answer["entries"]] == ["warn"]
    assert answer["time_us"] == 1_800_000_003_000_000


def test_an_end_in_order(box, ctl):
    box.write_bytes(slot(1, culprit=HOG) + slot(2, closes=1))
    assert "ended in order" in ctl("history", "--last-boot").stdout
    answer = told(ctl)
    assert answer["outcome"] == "in-order" and answer["culprit"] is None


def test_a_stop_in_a_shortage_is_not_its_end(box, ctl):
    box.write_bytes(slot(1, culprit=HOG) + slot(2, closes=1, level="unknown"))
    assert ctl("history", "--last-boot").stdout.splitlines()[0] == (
        "In the last boot with a shortage, Headroom was stopped at 2027-01-15 08:00:02, before the "
        "shortage was over."
    )
    assert told(ctl)["outcome"] == "stopped-in-a-shortage"


def test_the_present_boot_is_not_the_last_one(box, ctl):
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
        box.write_bytes(slot(1, file.read().strip(), culprit=HOG))
    assert told(ctl)["outcome"] == "nothing-recorded"


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 5000, b"\xff\n=" * 3000, slot(1)[:-1], slot(1).replace(b"boot=b0", b"boot=b1")],
    ids=["empty", "zeros", "garbage", "cut", "changed"],
)
def test_what_is_no_record(box, ctl, content):
    box.write_bytes(content)
    assert told(ctl)["outcome"] == "nothing-recorded"
    assert "No shortage was recorded" in ctl("history", "--last-boot").stdout


def test_no_file(ctl):
    assert told(ctl)["outcome"] == "nothing-recorded"


def test_what_is_no_file(box, ctl):
    os.mkfifo(box)
    assert "black-box cannot be read." in ctl("history", "--last-boot", check=1).stderr
    box.unlink()
    box.symlink_to("/dev/zero")
    assert "black-box cannot be read." in ctl("history", "--last-boot", check=1).stderr


@pytest.mark.parametrize("words", [("-f",), ("--trace",), ("--since", "today"), ("firefox",)])
def test_what_makes_no_sense_with_it(ctl, words):
    assert "only -n and the format" in ctl("history", "--last-boot", *words, check=2).stderr
