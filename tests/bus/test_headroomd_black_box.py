# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: what it records of a shortage on the disk, so that it outlives the machine."""

import signal
import stat

import pytest

from private_bus import until
from short_of_memory import Figures

KATE, HOG = "org.kde.kate", "org.example.Hog"


def box_of(headroomd):
    return headroomd.rc.parent.parent / ".local/state/headroom/black-box"


def lines(headroomd):
    """What is recorded, oldest first. The file begins with the second slot."""
    box = box_of(headroomd)
    if not box.exists():
        return []
    content = box.read_bytes()
    found = []
    for at in range(0, len(content), 1024):
        text = content[at : at + 1024].rstrip(b"\0").decode("utf-8")
        if text:
            found.append(dict(line.split("=", 1) for line in text.splitlines()[1:]))
    return sorted(found, key=lambda line: int(line["number"]))


def becomes_short(desk, figures):
    figures.grow()
    desk.tree.makes_the_daemon_sample()
    figures.stall()


@pytest.fixture(name="short")
def machine_that_is_short(desk):
    """The daemon on a machine on which a hog has taken the memory."""
    _, window = desk.app(KATE)
    hog, _ = desk.app(HOG)
    with Figures(desk.tree, hog) as figures:
        headroomd = desk.start(focus=window)
        until(lambda: headroomd.get("Focused") == KATE, "kate is in front")
        assert not box_of(headroomd).exists(), "while it is calm, nothing is written"
        becomes_short(desk, figures)
        yield headroomd


def test_each_second_and_each_act_is_recorded(short):
    until(
        lambda: [line for line in lines(short) if line["culprit"] == HOG],
        "a line names the culprit",
    )
    until(lambda: sum(not line["action"] for line in lines(short)) >= 3, "seconds are recorded")
    found = lines(short)
    assert [int(line["number"]) for line in found] == list(range(1, len(found) + 1))
    assert len({line["boot"] for line in found}) == 1
    seconds = [int(line["at"]) for line in found if not line["action"]]
    assert all(after - before > 900_000 for before, after in zip(seconds, seconds[1:]))
    assert any(line["held"].endswith(f" {HOG}") for line in found if "held" in line)
    assert stat.S_IMODE(box_of(short).stat().st_mode) == 0o600
    assert not [line for line in found if line["closes"] == "1"]


def test_an_end_in_order_closes_the_record(short):
    until(lambda: lines(short), "it records")
    assert short.terminate() == 0
    assert lines(short)[-1]["closes"] == "1"


def test_a_kill_leaves_it_open(short):
    until(lambda: lines(short), "it records")
    short.terminate(signal.SIGKILL)
    assert lines(short)[-1]["closes"] == "0"


def test_a_place_that_can_not_be_written_costs_one_line_in_the_log(desk):
    _, window = desk.app(KATE)
    hog, _ = desk.app(HOG)
    with Figures(desk.tree, hog) as figures:
        headroomd = desk.start(focus=window)
        (headroomd.rc.parent.parent / ".local").write_text("no directory", encoding="ascii")
        becomes_short(desk, figures)
        headroomd.await_log("what happens under pressure is not recorded: making ")
        until(lambda: headroomd.get("Level") in ("high", "critical"), "it goes on")
