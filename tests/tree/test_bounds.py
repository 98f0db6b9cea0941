# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""tests/unit/model/bounds_test.cpp counts every container of a session while much comes and goes.
So a new container from which nothing is removed is noticed."""

import re

from project import ROOT, without_comments

SESSION = ROOT / "daemon" / "model" / "session.h"
COUNTED = ROOT / "tests" / "unit" / "model" / "bounds_test.cpp"
CONTAINER = re.compile(
    r"^    (?:mutable )?std::(?:map|multimap|unordered_map|set|unordered_set|vector|deque|list)"
    r"<[^;{}]*>\s+(\w+)(?:\s*=[^;]*|\{\})?;",
    re.MULTILINE,
)


def containers(header):
    session = header.partition("\nstruct Session {")[2].partition("\n};")[0]
    return set(CONTAINER.findall(without_comments(session)))


def uncounted(header, test):
    counted = set(re.findall(r'\{"(\w+)",\s*session\.\1\.size\(\)\}', test))
    return sorted(containers(header) - counted)


def test_each_container_of_the_session_is_counted():
    assert uncounted(SESSION.read_text(encoding="utf-8"), COUNTED.read_text(encoding="utf-8")) == []


def test_it_sees_all_of_them():
    assert {"units", "by_app", "last_reason", "holds", "changed", "capabilities"} - containers(
        SESSION.read_text(encoding="utf-8")
    ) == {"capabilities"}


def test_a_new_one_fails():
    header = (
        "\nstruct Session {\n    std::map<AppId, std::vector<int>> heaps; ///< of something\n"
        "    std::map<AppId,\n             std::vector<int>>\n        piles; ///< more; and more\n"
        "    std::set<UnitId> known;\n    std::set<UnitId>\n        named{};\n};"
    )
    assert uncounted(header, '{"known", session.known.size()},') == ["heaps", "named", "piles"]
    counted = '{"known", session.known.size()}, {"named",\n    session.named.size()},'
    assert uncounted(header, counted) == ["heaps", "piles"]
