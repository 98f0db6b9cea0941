# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/BENCHMARKS.md is what its script makes of the results, and the script hides no row that
Headroom loses. Also the plan of bench/stall.py: its order, and which boots it refuses."""

import sys

import pytest

from project import ROOT

sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests/lab")]

import _stall_plan as plan  # noqa: E402

from boots_of_stall import boot, result, row  # noqa: E402

from headroom_lab import bench  # noqa: E402
from report import chapters, figures, interaction, mishaps, names, page  # noqa: E402

STALL = (ROOT / "bench/stall.py").read_text(encoding="utf-8")


def test_the_page_is_what_the_script_makes():
    assert page.PAGE.read_text(encoding="utf-8") == page.made(), "run bench/report/page.py"


def test_a_page_without_results_claims_nothing():
    text = page.page({}, None, None, STALL)
    assert "there is no result" in text
    assert "Where Headroom is worse" not in text and "at least" not in text
    refused = page.page({"hog": row(boot("no harm", none=1))}, None, None, STALL)
    assert "- hog: no harm" in refused and "there is no result" in refused


def test_what_a_user_feels_is_compared_with_the_machine_without_a_load():
    calm = {"none": {"key": [10] * 19 + [20], "dropouts": 0}, "machine": {}}
    loaded = [
        {"none": {"key": [40], "dropouts": 3}, "headroom": {"key": [10, 15], "dropouts": 0}},
        {"none": {"key": [400], "dropouts": 1}},
    ]
    text = interaction.chapter({"nothing": {"boots": [calm]}, "hog": {"boots": loaded}})
    assert "| a key in KWrite | nothing | none | 20 | 10.0 | 10.0 | 20.0 | 1.0 |" in text
    assert "| a key in KWrite | hog | none | 2 | 220 | 400 | 400 | 40.0 |" in text
    assert "| a key in KWrite | hog | headroom | 2 | 12.5 | 15.0 | 15.0 | 1.5 |" in text
    assert "| hog | none | 3, 1 |" in text and "the Meta key" not in text
    assert "From the hand" not in page.page({}, None, None, STALL)


def test_a_long_item_of_a_list_is_wrapped():
    reason = " ".join(["harmless"] * 20)
    lines = page.page({"hog": row(boot(reason, none=1))}, None, None, STALL).splitlines()
    begins = next(at for at, line in enumerate(lines) if line.startswith("- hog: harmless"))
    assert len(lines[begins]) <= 100 and lines[begins + 1].startswith("  harmless")


def test_one_boot_is_said_to_prove_nothing():
    rows = {"hog": row(boot(none=9, headroom=0))}
    assert "1 of 1 rows have fewer than 5 boots" in chapters.in_short(rows)
    assert "fewer" not in chapters.in_short({"hog": row(*5 * [boot(none=9, headroom=0)])})


def test_the_median_and_the_spread_are_of_boots_that_mean_something():
    rows = {"hog": row(boot(none=9), boot(none=5), boot(none=30), boot("no harm", none=1))}
    assert figures.spread_of(rows["hog"], "none", "stall_s") == (9, 5, 30, 3)
    assert figures.spread_of(rows["hog"], "headroom", "stall_s") is None
    assert mishaps.refusals(rows) == [("hog", "no harm")]
    assert figures.with_few_boots(rows) == ["hog"]


@pytest.mark.parametrize(
    "ours, theirs, lost",
    [((2,), (1,), True), ((1,), (1,), False), ((1,), (2,), False), ((1, 9, 1), (2, 2, 2), False)],
)
def test_every_row_that_a_peer_wins_is_listed(ours, theirs, lost):
    rows = {"hog": row(*(boot(none=20, headroom=a, earlyoom=b) for a, b in zip(ours, theirs)))}
    assert [(each.row, each.peer) for each in figures.lost(rows)] == [("hog", "earlyoom")] * lost
    assert ("| stall, s | hog | earlyoom |" in chapters.worse(rows)) == lost


def test_another_form_of_headroom_is_no_peer():
    rows = {"hog": row(boot(**{"none": 9, "headroom": 5, "headroom-root": 1}))}
    assert figures.peers(rows) == ["none"] and not figures.lost(rows)


def test_what_else_went_wrong_is_listed():
    rows = {
        "hog": row(
            boot(
                none=9,
                headroom=result(0, frozen=["org.kde.kate"]),
                nohang=result(1, ran=False, desktop_lost=["plasma-plasmashell.service"]),
                earlyoom={"failed": "Waited: no window"},
            )
        )
    }
    assert "org.kde.kate was paused and was not the load" in chapters.worse(rows)
    assert "hog, nohang: plasma-plasmashell.service" in chapters.what_became(rows)
    assert mishaps.answers_that_ended(rows) == [("hog", "nohang")]
    assert figures.fates("hog", rows["hog"], "earlyoom") == {"no result": 1}


@pytest.mark.parametrize(
    "more, fate",
    [
        ({}, "runs"),
        ({"fates": ["frozen"]}, "paused"),
        ({"fates": ["frozen", "oom-kill"]}, "killed"),
        ({"kills": ["Killed process 7 (tail)"]}, "killed"),
    ],
)
def test_what_became_of_a_load(more, fate):
    assert figures.fate(result(1, **more)) == fate


def test_a_long_gap_is_divided_among_the_slices_of_a_timeline():
    gaps = [[1.0, 216.67], [4.0, 7016.67]]
    assert figures.timeline({"gaps": gaps}, 20) == pytest.approx([1.2, 5, 1, 0], abs=1e-3)


def test_the_order_is_the_same_for_the_same_boot_only():
    names_ = plan.ON_MEMORY
    assert plan.order("hog", 0, names_) == plan.order("hog", 0, names_)
    assert sorted(plan.order("hog", 0, names_)) == sorted(names_)
    others = [("hog", 1, 22), ("tail", 0, 22), ("hog", 0, 23)]
    assert plan.order("hog", 0, names_) not in [
        plan.order(name, number, names_, seed) for name, number, seed in others
    ]


@pytest.mark.parametrize(
    "worst_ms, recorder_ms, refused",
    [(150, 50, False), (151, 50, True), (150, 51, True), (20, None, True)],
)
def test_only_the_control_refuses_a_boot(worst_ms, recorder_ms, refused):
    control = {"worst_ms": worst_ms, "recorder_ms": recorder_ms}
    assert bool(plan.refusal(control)) == refused


def test_what_an_earlier_configuration_left_behind_is_named():
    assert plan.differences({"lru": 1, "weight": 100}, {"weight": 100, "lru": 1}) is None
    assert plan.differences({"lru": 1}, {"lru": 2}) == "lru: 1 before, 2 now"


@pytest.mark.parametrize(
    "held_mib, rate",
    [
        ([], None),
        ([0, 0], None),
        ([100], None),
        ([0, 0, 10, 50, 90, 100, 100, 100], 40.0),
        ([10, 100, 0, 0], 90.0),
    ],
)
def test_how_fast_a_load_grew(held_mib, rate):
    assert plan.growth_mib_s([(at, mib << 20) for at, mib in enumerate(held_mib)]) == rate


@pytest.mark.parametrize(
    "gaps, frames, part, gap",
    [
        ([], 100, 0.99, None),
        ([50, 90], 1000, 0.99, None),
        ([50, 90], 1000, 0.9985, 50),
        ([50, 90], 1000, 0.9999, 90),
        ([50, 900, 90], 3, 0.5, 90),
    ],
)
def test_the_quantile_of_gaps_of_which_only_long_ones_are_listed(gaps, frames, part, gap):
    assert plan.gap_quantile(gaps, frames, part) == gap


def test_rows_that_are_not_about_memory_have_a_machine_with_more_of_it():
    wanted = bench.wants(STALL)
    not_on_memory = {row for row in wanted.full_cases if not figures.is_on_memory(row)}
    assert wanted.memory_of.keys() == {
        row for row in not_on_memory if names.parted(row)[1] != "low"
    }
    assert min(wanted.memory_of.values()) > wanted.memory_mb


def test_all_rows_and_configurations_have_a_meaning_and_a_name():
    rows = bench.wants(STALL).full_cases
    assert list(rows) == page.full_cases(STALL)
    assert [each for each in rows if f'    "{each}": Row(' not in STALL] == []
    assert STALL.count(": Row(") == len(rows)
    assert {names.parted(each)[0] for each in rows} == set(names.LOADS)
    assert {*plan.QUICK, *plan.ON_MEMORY, *plan.ON_CPU_AND_DISK} == set(names.CONFIGURATIONS)
    assert set(",".join(bench.wants(STALL).cases).split(",")) <= set(rows)
