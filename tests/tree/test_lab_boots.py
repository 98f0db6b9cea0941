# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A measurement that was interrupted goes on with what its file lacks, and loses no boot that had
finished."""

import json
import subprocess
import sys

import pytest

from project import ROOT

sys.path.insert(0, str(ROOT / "tests/lab"))

from headroom_lab import bench, origin  # noqa: E402
from headroom_lab.boots import Boots, medians  # noqa: E402
from headroom_lab.progress import Trouble  # noqa: E402


def kept(path):
    return {case: each["boots"] for case, each in json.loads(path.read_text()).items()}


def test_each_boot_is_in_the_file_at_once(tmp_path):
    file = tmp_path / "stall.json"
    boots = Boots(file)
    boots.add("hog", 0, {"a": 1})
    assert kept(file) == {"hog": [{"a": 1, "boot": 0}]}
    boots.add("hog", 1, {"a": 3})
    assert json.loads(file.read_text()) == boots.whole()
    assert boots.whole()["hog"]["median"] == {"of": 2, "refused": 0, "a": 2}
    assert [path.name for path in tmp_path.iterdir()] == ["stall.json"]


def test_a_resumed_run_does_only_what_is_missing(tmp_path):
    file = tmp_path / "stall.json"
    first = Boots(file)
    first.add("hog", 0, {"a": 1})
    first.add("tail", 1, {"refused": "no harm"})
    resumed = Boots(file)
    assert resumed.lacking("hog", 0) == []
    assert resumed.lacking("hog", 1) == ["hog"]
    assert resumed.lacking("hog,tail", 0) == ["tail"]
    assert resumed.lacking("tail", 1) == [], "a boot whose load did no harm is a result"
    resumed.add("hog,tail", 2, {"hog": {"a": 2}, "tail": {"a": 5}})
    assert kept(file) == {
        "hog": [{"a": 1, "boot": 0}, {"a": 2, "boot": 2}],
        "tail": [{"refused": "no harm", "boot": 1}, {"a": 5, "boot": 2}],
    }


def test_a_session_without_a_document_is_tried_again(tmp_path):
    file = tmp_path / "stall.json"
    boots = Boots(file)
    boots.add("hog", 0, None)
    boots.add("hog,tail", 1, {"tail": {"a": 1}})
    assert kept(file) == {"hog": [], "tail": [{"a": 1, "boot": 1}]}
    assert Boots(file).lacking("hog", 0) == ["hog"] and Boots(file).lacking("hog", 1) == ["hog"]
    assert boots.whole()["hog"]["median"] == {"of": 0, "refused": 0}


def test_lost_sessions_are_counted_over_all_runs(tmp_path):
    file = tmp_path / "stall.json"
    Boots(file).add("hog", 0, None)
    resumed = Boots(file)
    resumed.add("hog", 0, None)
    resumed.add("hog", 0, {"a": 1})
    assert resumed.whole()["hog"]["lost"] == 2
    assert "sessions that ended without a document: 2" in bench.table(resumed.whole())


def test_a_boot_on_a_busy_host_is_kept_and_tried_again(tmp_path):
    file = tmp_path / "stall.json"
    Boots(file).add("hog", 0, {"refused": "busy", "again": True})
    assert Boots(file).lacking("hog", 0) == ["hog"]
    assert len(kept(file)["hog"]) == 1


@pytest.mark.parametrize(
    "other", [{"source": "b"}, {"source": "a", "limits": {"S": "8"}}, {"source": "a", "full": True}]
)
def test_boots_of_other_sources_and_limits_are_not_the_same(tmp_path, other):
    file = tmp_path / "stall.json"
    Boots(file, {"source": "a"}).add("hog", 0, {"a": 1}, {"others": 0.5})
    assert kept(file) == {"hog": [{"a": 1, "source": "a", "boot": 0, "host": {"others": 0.5}}]}
    assert Boots(file, {"source": "a"}).lacking("hog", 0) == []
    boots = Boots(file, other)
    assert boots.lacking("hog", 0) == ["hog"]
    boots.add("hog", 0, {"a": 9})
    assert boots.whole()["hog"]["median"]["a"] == 9, "a median is of boots that are alike"


def test_the_source_is_of_what_is_measured(tmp_path):
    def git(*words):
        who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *who, "-C", tmp_path, *words], check=True, capture_output=True)

    assert origin.source(tmp_path) == "unknown"
    git("init")
    (tmp_path / "docs").mkdir()
    for name in ("daemon.cpp", "docs/stall.json"):
        (tmp_path / name).write_text("1")
    git("add", ".")
    git("commit", "-m", "one")
    first = origin.source(tmp_path)
    (tmp_path / "docs/stall.json").write_text("2")
    assert origin.source(tmp_path) == first, "results are written meanwhile"
    git("commit", "-am", "results")
    assert origin.source(tmp_path) == first
    (tmp_path / "daemon.cpp").write_text("2")
    assert origin.source(tmp_path) == f"{first}-dirty"


@pytest.mark.parametrize(
    "spent, shares",
    [
        ((10, 4, 0, 4), {"others": 0, "stolen": 0}),
        ((10, 4, 1, 1), {"others": 0.3, "stolen": 0.1}),
        ((10, 1, 0, 3), {"others": 0, "stolen": 0}),
        ((0, 0, 0, 0), {}),
    ],
)
def test_what_others_used_of_the_host(spent, shares):
    before = origin.Used(100, 50, 3, 7)
    after = origin.Used(*(early + more for early, more in zip(before, spent)))
    assert origin.shares(before, after) == shares


def test_time_that_the_host_did_not_have_is_not_busy(tmp_path):
    stat = tmp_path / "stat"
    stat.write_text("cpu  100 0 200 300 100 0 0 300 99 0\ncpu0 1 1\n")
    used = origin.used(stat)
    assert used.stolen == used.busy == 0.3 * used.all


def test_a_boot_of_a_part_is_none_of_the_full_measurement(tmp_path):
    file = tmp_path / "stall.json"
    Boots(file).add("hog", 0, {"a": 1})
    full = Boots(file, {"full": True})
    assert full.lacking("hog", 0) == ["hog"]
    full.add("hog", 0, {"a": 2})
    assert full.lacking("hog", 0) == Boots(file).lacking("hog", 0) == []
    assert kept(file) == {"hog": [{"a": 1, "boot": 0}, {"a": 2, "boot": 0, "full": True}]}


def test_the_number_of_a_boot_is_no_figure():
    assert medians([{"boot": 3, "a": 1}]) == {"of": 1, "refused": 0, "a": 1}


@pytest.mark.parametrize("text", ["", "[]", '{"hog": 1}', '{"hog": {"median": {}}}'])
def test_a_file_that_is_something_else_is_left_alone(tmp_path, text):
    file = tmp_path / "other.json"
    file.write_text(text)
    with pytest.raises(Trouble):
        Boots(file)
    assert file.read_text() == text


@pytest.mark.parametrize(
    "asked, sessions",
    [
        (bench.Asked(), [("a", 0), ("a", 1), ("b", 0), ("b", 1)]),
        (bench.Asked(cases=("b",), boots=1), [("b", 0)]),
        (
            bench.Asked(full=True, boots=2),
            [("a", 0), ("b", 0), ("c", 0), ("a", 1), ("b", 1), ("c", 1)],
        ),
        (bench.Asked(full=True, cases=("c",)), [("c", 0), ("c", 1), ("c", 2)]),
    ],
)
def test_which_sessions_are_run(asked, sessions):
    wanted = bench.wants(
        "# cases: a b\n# boots: 2\n# full-cases: a b\n# full-cases: c\n# full-boots: 3"
    )
    assert bench.sessions(wanted, asked) == sessions


def test_a_measurement_without_cases_runs_its_boots():
    assert bench.sessions(bench.wants("# boots: 2"), bench.Asked()) == [("", 0), ("", 1)]
    assert Boots().lacking("", 0) == [""]
