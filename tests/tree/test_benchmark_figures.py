# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The page of benchmarks hides no bad outcome: a failure, a killed app and a program that did
nothing are seen in its figures."""

import sys

import pytest

from project import ROOT

sys.path.insert(0, str(ROOT / "bench"))

from boots_of_stall import boot, result, row  # noqa: E402
from report import cells, chapters, details, figures, mishaps, names, sources, targets  # noqa: E402


def hog(*boots):
    return {"hog": row(*boots)}


@pytest.mark.parametrize("stalls, refused", [((9, 1, 9), False), ((1, 9, 1), True), ((3,), False)])
def test_the_median_without_any_program_decides_about_a_row(stalls, refused):
    rows = hog(*(boot(none=each) for each in stalls))
    assert (figures.meaningful(rows) == {}) == refused
    assert bool(mishaps.refusals(rows)) == refused


def test_a_row_on_the_cpu_needs_no_stall():
    assert figures.meaningful({"cpu-make": row(boot(none=0))})
    assert not figures.meaningful({"cpu-make": row(boot(headroom=0))})


def test_a_failure_of_ours_is_the_worst_result_and_that_of_others_is_counted():
    failed = {"failed": "Waited: no window"}
    found = hog(boot(none=9, headroom=failed, nohang=failed), boot(none=9, headroom=0, nohang=2))
    each = found["hog"]
    assert figures.spread_of(each, "headroom", "stall_s") == (20, 0, 40, 2)
    assert figures.spread_of(each, "headroom", "on_time").least == 0
    assert figures.spread_of(each, "nohang", "stall_s") == (2, 2, 2, 1)
    assert cells.figure(each, "headroom", "stall_s") == "20.0 (0.0–40.0), 1 failed"
    assert cells.figure(each, "nohang", "stall_s") == "2.0, n = 1, 1 failed"
    assert [lost.peer for lost in figures.lost(found)] == ["none", "nohang"]


def test_a_row_without_a_result_of_ours_is_lost():
    found = hog(boot(none=9, earlyoom=1))
    assert [(lost.peer, lost.ours) for lost in figures.lost(found)] == [
        ("none", None),
        ("earlyoom", None),
    ]
    assert "| no result |" in chapters.worse(found)


def test_a_killed_app_in_front_is_in_the_summary():
    dead = result(38, front_killed_s=2, at_least=True, kernel_kills=1)
    found = hog(boot(none=9, headroom=dead), boot(none=9, headroom=0))
    assert figures.deaths("hog", found["hog"], "headroom") == (1, 1, 2)
    assert "| 1 + 1 of 2 |" in chapters.in_short(found)
    assert cells.figure(found["hog"], "headroom", "stall_s") == "≥ 19.0 (0.0–38.0)"


@pytest.mark.parametrize(
    "acted, said",
    [
        ((None, None), "5.0"),
        ((True, True), "5.0"),
        ((True, False), "5.0, did not act in 1 of 2"),
        ((False, False), "5.0, did not act"),
    ],
)
def test_a_program_that_did_nothing_is_marked(acted, said):
    found = row(*(boot(nohang=result(5, acted=each)) for each in acted))
    assert cells.stall(found, "nohang") == said


def test_more_frames_on_time_and_more_work_are_better():
    ours = result(0, on_time=0.5, work_s=10)
    theirs = result(0, on_time=0.9, work_s=20)
    rows = {"cpu-make": row(boot(none=theirs, headroom=ours))}
    text = chapters.worse(rows)
    assert "| share of frames on time | cpu-make | none | 90% | 50% |" in text
    assert "| CPU time of the load, s | cpu-make | none | 20.0 | 10.0 |" in text
    assert "CPU time" not in chapters.worse(hog(boot(none=theirs | {"stall_s": 9}, headroom=ours)))


def test_a_late_loop_of_ours_is_seen_in_every_row():
    ours = [result(0, loop_ms=late) for late in (458, 12, None)]
    rows = hog(*(boot(none=result(9, loop_ms=None), headroom=each) for each in ours))
    assert "| hog | headroom | 235 (12.0–458), n = 2 |" in chapters.worse(rows)
    rows = hog(boot(none=9, **{"headroom-root": ours[0], "headroom": ours[2]}))
    text = chapters.worse(rows)
    assert "| hog | headroom-root | 458 |" in text and "| hog | headroom |" not in text
    assert "No boot has recorded how late" in chapters.worse(hog(boot(none=9, headroom=0)))


def test_a_load_that_was_paused_for_a_while_counts_where_memory_is_not_short():
    paused = result(0, frozen=["org.example.Hog1"])
    assert figures.fate(paused) == "runs"
    assert figures.fate(paused, on_memory=False) == "paused"


def test_the_page_says_whether_other_apps_were_open():
    alone = chapters.worse(hog(boot(none=9, headroom=0)))
    assert "No other app was open" in alone and "In no boot did" not in alone
    lived, died = ({"org.example.Beside": each} for each in (True, False))
    quiet = [result(9, beside=lived), result(0, beside=lived)]
    assert "In no boot did" in chapters.worse(hog(boot(none=quiet[0], headroom=quiet[1])))
    found = hog(boot(none=quiet[0], headroom=result(0, beside=died)))
    assert "org.example.Beside did not survive" in chapters.worse(found)


def met(name, **found):
    """Whether the targets that are figures are met, and those of what may never happen."""
    all_of = targets.all_of({name: row(boot(**found))})
    return tuple(
        [each.met for each in all_of if each.what.startswith("boots") == never]
        for never in (False, True)
    )


@pytest.mark.parametrize(
    "found, expected",
    [
        ({"none": 20, "headroom": 1, "earlyoom": 5}, [True, True]),
        ({"none": 20, "headroom": 1.1, "earlyoom": 5}, [False, False]),
        ({"none": 20, "headroom": 0, "earlyoom": 0}, [True, True]),
        ({"none": 20, "headroom": 1}, [True]),
        ({"none": 20, "earlyoom": 5}, [False, False]),
        ({"none": 20, "headroom": {"failed": "Waited"}, "earlyoom": 5}, [False, False]),
    ],
)
def test_targets_where_memory_is_short(found, expected):
    assert met("hog", **found)[0] == expected


BESIDE = "org.example.Beside"


@pytest.mark.parametrize(
    "ours, expected",
    [
        ({"fates": ["frozen"], "frozen": ["org.example.Hog1"]}, [True, True]),
        ({"beside": {BESIDE: True}}, [True, True]),
        ({"kernel_kills": 1}, [False, True]),
        ({"kills": ["Killed process 7 (tail)"]}, [False, True]),
        ({"fates": ["success"]}, [False, True]),
        ({"front_killed_s": 2}, [False, True]),
        ({"desktop_lost": ["plasma-plasmashell.service"]}, [False, True]),
        ({"beside": {BESIDE: False}}, [False, True]),
        ({"frozen": ["org.example.Hog1", BESIDE]}, [True, False]),
    ],
)
def test_where_memory_is_short_nothing_is_killed_and_no_other_app_is_paused(ours, expected):
    assert met("hog", none=20, headroom=result(0, **ours))[1] == expected


def test_what_must_never_happen_is_not_judged_by_the_median():
    dead, failed = result(0, kernel_kills=1), {"failed": "Waited: no window"}
    rows = hog(*(boot(none=20, headroom=each) for each in (0, 0, 0, dead, failed)))
    text = targets.chapter(rows)
    assert "| hog | boots in which something was killed: none | 0 | 2 | not met |" in text
    assert "| hog | boots in which an app was paused that was not the load: none | 0 | 1 |" in text
    assert met("hog", none=20)[1] == met("hog", none=20, headroom=failed)[1] == [False, False]


@pytest.mark.parametrize(
    "stall, work, expected",
    [(3, 8, [True, True]), (3.1, 8, [False, True]), (3, 7.9, [True, False])],
)
def test_targets_where_the_cpu_is_short(stall, work, expected):
    ours = result(stall, work_s=work)
    assert met("cpu-make", none=result(9, work_s=10), headroom=ours) == (expected, [])


@pytest.mark.parametrize(
    "name, stall, expected",
    [
        ("io-read", 2, True),
        ("io-read", 2.1, False),
        ("io-read-bfq", 1, True),
        ("io-read-bfq", 1.1, False),
        ("io-write-bfq", 1.1, False),
    ],
)
def test_targets_of_the_disk(name, stall, expected):
    assert met(name, none=2, headroom=stall) == ([expected], [True])


@pytest.mark.parametrize("name", ["io-write", "io-write-bfq"])
def test_nothing_is_paused_for_the_disk(name):
    paused = result(0, frozen=["org.example.Hog1"])
    assert met(name, none=2, headroom=paused) == ([True], [False])


def test_targets_have_a_chapter():
    found = hog(boot(none=20, headroom=1, earlyoom=4))
    assert "3 of 4 targets are met" in targets.chapter(found)
    assert "| not met |" in targets.chapter(found)


@pytest.mark.parametrize(
    "one, other, mixed",
    [
        ({"source": "a"}, {"source": "a"}, False),
        ({"source": "a"}, {"source": "b"}, True),
        ({"source": "a-dirty"}, {"source": "a-dirty"}, True),
        ({"limits": {"HEADROOM_TEST_STALL_S": "8"}}, {}, True),
        ({"full": True}, {}, True),
        ({"seconds": 90}, {}, True),
        ({"refused": "busy"}, {}, False),
    ],
)
def test_boots_of_different_kinds_make_no_page(one, other, mixed):
    rows = hog(boot(none=9) | one, boot(none=9) | other)
    assert bool(sources.mixtures(rows)) == mixed


def test_rows_may_be_of_different_states_of_the_sources():
    rows = {
        name: row(boot(none=9) | {"source": source})
        for name, source in (("hog", "a"), ("tail", "b"))
    }
    assert not sources.mixtures(rows)


def test_what_is_missing_is_listed():
    rows = {"hog": row(boot(none=9) | {"boot_ended": "the desktop is gone"}) | {"lost": 2}}
    rows["hog"]["boots"][0]["configurations"]["nohang"] = {"failed": "Waited: no window"}
    text = details.every_boot(rows)
    assert "- hog, nohang: Waited: no window" in text
    assert "- hog: 2" in text and "- hog: the desktop is gone" in text


def test_the_noise_of_the_host_and_the_rates_of_loads():
    rows = {
        "hog": row(boot(none=result(9, rate_mib_s=80)) | {"host": {"others": 0.1}}),
        "hog-zram": row(boot(none=result(9, rate_mib_s=60)) | {"host": {"others": 0.3}}),
    }
    assert {name: each.median for name, each in sources.shares_of_the_host(rows).items()} == {
        "hog": 0.1,
        "hog-zram": 0.3,
    }
    assert sources.rates(rows, names.parted)["hog"] == (70, 60, 80, 2)
