# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the lab's cache removes by itself: never what a run uses or has just used, and more while
disk space is short."""

import os
import shutil
import sys
import time
from types import SimpleNamespace

import pytest

from project import ROOT

sys.path.insert(0, str(ROOT / "tests/lab"))

from headroom_lab import cache, host  # noqa: E402

HOUR, DAY, GIB = 3600, 86400, 1 << 30


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The names of the directories that are left. `ages` are the seconds since each was used,
    `free` is the free space at first, and `each` is freed with each directory."""
    monkeypatch.setattr(host, "CACHE", tmp_path)

    def left(ages, free, each=0):
        for name, age in ages.items():
            (tmp_path / name).mkdir()
            lock = tmp_path / f"{name}.lock"
            lock.touch()
            os.utime(lock, (time.time() - age,) * 2)
        monkeypatch.setattr(
            shutil,
            "disk_usage",
            lambda _: SimpleNamespace(free=free + each * (len(ages) - len(names()))),
        )
        cache.forget_unused()
        return names()

    def names():
        return {path.name for path in tmp_path.iterdir() if path.is_dir()}

    return left


def test_what_was_used_within_a_fortnight_stays(kept):
    assert kept({"new": 0, "old": 13 * DAY, "older": 15 * DAY}, free=100 * GIB) == {"new", "old"}


def test_the_oldest_go_until_there_is_room(kept):
    ages = {"new": HOUR, "hours": 7 * HOUR, "day": DAY, "days": 2 * DAY}
    assert kept(ages, free=15 * GIB, each=3 * GIB) == {"new", "hours"}


def test_what_was_just_used_stays_on_the_shortest_disk(kept):
    assert kept({"new": HOUR, "hours": 7 * HOUR}, free=0) == {"new"}


def test_what_a_run_holds_stays(kept, tmp_path):
    with cache.in_use(tmp_path / "held"):
        os.utime(tmp_path / "held.lock", (0, 0))
        (tmp_path / "held").mkdir()
        assert kept({"old": 15 * DAY}, free=0) == {"held"}
