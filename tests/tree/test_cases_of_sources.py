# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""tests/lab/cases.txt agrees with the sources, as far as one can count without running anything:
GoogleTest's cases without parameters. A case that moves to another suite is noticed here, in
seconds, instead of at the end of a floor."""

import re
import sys
from collections import Counter

from project import ROOT, sources

sys.path.insert(0, str(ROOT / "tests/lab"))

from headroom_lab import cases  # noqa: E402

_CASE = re.compile(r"^(TEST|TEST_F)\((\w+),", re.M)
_INSTANTIATED = re.compile(r"^(?:TEST_P|TYPED_TEST)\((\w+),", re.M)


def counted(paths):
    """{suite: cases}, without the suites whose cases are counted when they are instantiated."""
    texts = [path.read_text(encoding="utf-8") for path in paths]
    suites = Counter(suite for text in texts for _, suite in _CASE.findall(text))
    for text in texts:
        for suite in _INSTANTIATED.findall(text):
            suites.pop(suite, None)
    return suites


def stated(suites):
    return {
        suite: count
        for (floor, suite), count in cases.read().items()
        if floor == "unit" and suite in suites
    }


def test_each_suite_has_as_many_cases_as_cases_txt_states():
    in_sources = counted(sources("tests"))
    assert len(in_sources) > 100
    assert stated(in_sources) == dict(in_sources)


def test_cases_with_parameters_are_left_to_the_run(tmp_path):
    source = tmp_path / "a.cpp"
    source.write_text("TEST(One, A)\nTEST_F(One, B)\nTEST(Two, A)\nTEST_P(Two, B)\n")
    assert counted([source]) == {"One": 2}
