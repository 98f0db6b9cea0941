# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/four-facts.md: each hop of a fact is in the file and the function that it names, and the
table counts them."""

import re

import pytest

from project import ROOT, without_comments, write

_PAGE = "docs/four-facts.md"
FACTS = 4
_SECTION = re.compile(r"^## ([^\n]+)\n\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_HOP = re.compile(r"^(\d+)\. `([^`]+)` `(\w+)(?:\(\))?`: [^\n]+$")
_ROW = re.compile(r"^\| (?!fact)([^|]+) \| (\d+) \| (\d+) \|", re.MULTILINE)


def facts(root=ROOT):
    """{fact: its lines}"""
    text = (root / _PAGE).read_text(encoding="utf-8")
    return {title: lines.strip().splitlines() for title, lines in _SECTION.findall(text)}


def faults(root=ROOT):
    found, counted = [], {}
    for fact, lines in facts(root).items():
        hops = [_HOP.match(line) for line in lines]
        found += [f"no hop: {line}" for line, hop in zip(lines, hops) if not hop]
        hops = [hop.groups() for hop in hops if hop]
        if [int(number) for number, *_ in hops] != list(range(1, len(hops) + 1)):
            found.append(f"{fact}: another order")
        counted[fact] = len({path for _, path, _ in hops}), len(hops)
        for _, path, name in hops:
            if not (root / path).is_file():
                found.append(f"there is no {path}")
            elif not is_in(name, root / path):
                found.append(f"{path} has no {name}")
    text = (root / _PAGE).read_text(encoding="utf-8")
    told = {fact.strip(): (int(files), int(hops)) for fact, files, hops in _ROW.findall(text)}
    found += [
        f"{fact}: the table has {told.get(fact)}, and not {counts}"
        for fact, counts in counted.items()
        if told.get(fact) != counts
    ]
    return found


def is_in(name, path):
    """In the code, and not only in a comment."""
    code = without_comments(path.read_text(encoding="utf-8"))
    return re.search(rf"\b{name}\b", code) is not None


def test_each_fact_takes_the_path_that_is_told():
    assert not faults()
    assert len(facts()) == FACTS


HOP = "1. `a.cpp` `take()`: the event"


@pytest.mark.parametrize(
    "row, hops, found",
    [
        ("| One | 1 | 1 | 0 | 0 |", [HOP], []),
        ("| One | 1 | 2 | 0 | 0 |", [HOP, "2. `a.cpp` `m_emit`: it"], []),
        ("| One | 1 | 1 | 0 | 0 |", ["1. `b.cpp` `take()`: it"], ["there is no b.cpp"]),
        ("| One | 1 | 1 | 0 | 0 |", ["1. `a.cpp` `gone()`: it"], ["a.cpp has no gone"]),
        ("| One | 1 | 1 | 0 | 0 |", ["2. `a.cpp` `take()`: it"], ["One: another order"]),
        ("| One | 1 | 1 | 0 | 0 |", [HOP, "and so on"], ["no hop: and so on"]),
        ("| One | 2 | 1 |", [HOP], ["One: the table has (2, 1), and not (1, 1)"]),
        ("| Two | 1 | 1 |", [HOP], ["One: the table has None, and not (1, 1)"]),
    ],
)
def test_what_is_not_so_is_found(tmp_path, row, hops, found):
    write(tmp_path, "a.cpp", "// gone() did it\nvoid take(); Emit m_emit;\n")
    lines = "\n".join(hops)
    write(tmp_path, _PAGE, f"# Facts\n\n{row}\n\n## One\n\n{lines}\n")
    assert faults(tmp_path) == found
