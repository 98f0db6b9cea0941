# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How the lab reads a measurement's header and the documents of several boots. A figure that means
nothing must not get into a median."""

import sys

import pytest

from project import ROOT

sys.path.insert(0, str(ROOT / "tests/lab"))

from headroom_lab import bench, boots, progress  # noqa: E402


@pytest.mark.parametrize(
    "line, field, value",
    [
        ("# floor: vm", "in_vm", True),
        ("# floor: session", "in_vm", False),
        ("# memory: 1200", "memory_mb", 1200),
        ("#memory:1200", "memory_mb", 1200),
        ("# memory: 2200 one other", "memory_of", {"one": 2200, "other": 2200}),
        ("# disk: 60", "disk_mb", 60),
        ("# package: stress-ng fio", "packages", ("stress-ng", "fio")),
        ("# cases: one the-other", "cases", ("one", "the-other")),
        ("# boots: 5", "boots", 5),
        ("# boots of 5", "boots", None),
        ('"""# boots: 5"""', "boots", None),
    ],
)
def test_a_header_is_read(line, field, value):
    assert getattr(bench.wants(f"# licence\n{line}\nimport json\n"), field) == value


def test_a_case_may_need_a_machine_of_another_size():
    wanted = bench.wants("# memory: 1400\n# memory: 2200 large other\n")
    assert [wanted.memory_for(cases) for cases in ("", "small", "large,other")] == [
        1400,
        1400,
        2200,
    ]
    with pytest.raises(progress.Trouble, match="small,large can't share a session"):
        wanted.memory_for("small,large")


def test_what_stands_in_the_code_is_no_header():
    assert bench.wants("\n" * 16 + "# boots: 5\n") == bench.Wants()


def test_every_case_of_a_measurement_is_known_to_it():
    for path in (ROOT / "bench").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert [
            case
            for cases in bench.wants(text).cases
            for case in cases.split(",")
            if f'"{case}"' not in text
        ] == [], path.name


@pytest.mark.parametrize(
    "documents, median",
    [
        ([{"a": 1}, {"a": 5}, {"a": 2}], {"of": 3, "refused": 0, "a": 2}),
        ([{"a": 1}, {"a": 2}], {"of": 2, "refused": 0, "a": 1.5}),
        ([{"a": {"b": 1}, "calm": True, "who": "tail"}], {"of": 1, "refused": 0, "a.b": 1}),
        ([{"a": 1}, {"a": 900, "refused": "no harm was done"}], {"of": 1, "refused": 1, "a": 1}),
        ([{"refused": "ended with status 125"}], {"of": 0, "refused": 1}),
        ([{"a": 1}, {"b": 4}], {"of": 2, "refused": 0, "a": 1, "b": 4}),
    ],
)
def test_medians_are_of_what_means_something(documents, median):
    assert boots.medians(documents) == median


def test_boots_stand_side_by_side():
    documents = [{"stall_s": 20.1, "with": {"fate": "frozen"}}, {"refused": "no harm"}]
    lines = bench.table({"zram": {"median": boots.medians(documents), "boots": documents}})
    assert lines[1] == "zram:"
    assert lines[2].split() == ["median", "1", "2"]
    assert ["stall_s", "20.1", "20.1"] in [line.split() for line in lines]
    assert ["with.fate", "frozen"] in [line.split() for line in lines]
