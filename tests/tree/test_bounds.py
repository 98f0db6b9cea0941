# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""tests/unit/model/bounds_test.cpp counts every container of a session while much comes and goes.
So a new container from which nothing is removed is noticed."""

import re

from project import ROOT, without_comments

FACTS = ROOT / "daemon" / "model" / "facts.h"
SESSION = ROOT / "daemon" / "model" / "session.h"
COUNTED = ROOT / "tests" / "unit" / "model" / "bounds_test.cpp"
CONTAINER = re.compile(
    r"^    (?:mutable )?std::(?:map|multimap|unordered_map|set|unordered_set|vector|deque|list)"
    r"<[^;{}]*>\s+(\w+)(?:\s*=[^;]*|\{\})?;",
    re.MULTILINE,
)


NESTED = re.compile(
    r"^    std::(?:map|multimap|unordered_map)<[^;{}]*?,"
    r"\s*std::(?:map|set|vector|deque|list)<[^;{}]*>>"
    r"\s+(\w+)(?:\{\})?;",
    re.MULTILINE,
)


def containers(header):
    return set(CONTAINER.findall(without_comments(header)))


def nested(header):
    """Containers whose values are containers."""
    return set(NESTED.findall(without_comments(header)))


def uncounted(header, test):
    counted = set(re.findall(r'\{"(\w+)",\s*session\.\1\.size\(\)\}', test))
    within = set(re.findall(r'\{"in (\w+)",\s*inner_size\(session\.\1\)\}', test))
    missing = {f"in {name}" for name in nested(header) - within}
    return sorted((containers(header) - counted) | missing)


def test_each_container_of_the_session_is_counted():
    assert uncounted(FACTS.read_text(encoding="utf-8"), COUNTED.read_text(encoding="utf-8")) == []


def test_no_fact_is_elsewhere():
    assert containers(SESSION.read_text(encoding="utf-8")) == {"apps"}  # of Changes


def test_it_sees_all_of_them():
    assert {"units", "by_app", "last_reason", "holds", "capabilities"} - containers(
        FACTS.read_text(encoding="utf-8")
    ) == {"capabilities"}


def test_a_new_one_fails():
    header = (
        "\nstruct KnownUnits {\n    std::map<AppId, std::vector<int>> heaps; ///< of something\n"
        "    std::map<AppId,\n             std::vector<int>>\n        piles; ///< more; and more\n"
        "    std::set<UnitId> known;\n    std::set<UnitId>\n        named{};\n};"
    )
    assert uncounted(header, '{"known", session.known.size()},') == [
        "heaps",
        "in heaps",
        "in piles",
        "named",
        "piles",
    ]
    counted = '{"known", session.known.size()}, {"named",\n    session.named.size()},'
    counted += '{"in heaps", inner_size(session.heaps)}'
    assert uncounted(header, counted) == ["heaps", "in piles", "piles"]
