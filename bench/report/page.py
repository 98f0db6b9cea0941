# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes docs/BENCHMARKS.md from docs/benchmarks/*.json:

    python3 bench/report/page.py

No figure on that page is typed by hand. tests/tree/test_benchmarks.py compares the two.
"""

import json
import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from report import (  # noqa: E402
    chapters,
    costs,
    details,
    figures,
    interaction,
    introduction,
    sources,
    targets,
)

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/BENCHMARKS.md"
STALL = ROOT / "docs/benchmarks/stall.json"
COMPARE = ROOT / "docs/benchmarks/compare.json"
INTERACTION = ROOT / "docs/benchmarks/interaction.json"
_WIDTH = 100


def full_cases(source):
    """All rows that the measurement has, by the header of its source."""
    lines = source.splitlines()
    head = "# full-cases:"
    return [name for line in lines if line.startswith(head) for name in line[len(head) :].split()]


def page(stall, compare, touched, source):
    """The text of the page. `compare`, `touched` (of bench/interaction.py): None if it wasn't
    measured."""
    results = [
        targets.chapter,
        chapters.stalls,
        chapters.worse,
        chapters.what_became,
        chapters.first_acts,
        chapters.long_gaps,
        chapters.on_time,
        details.timelines,
        chapters.work,
    ]
    measured = figures.meaningful(stall)
    parts = [
        introduction.beginning(),
        chapters.in_short(stall),
        introduction.the_machine(stall),
        introduction.method(stall),
        introduction.repeat(),
        *(chapter(stall) for chapter in results if measured),
        details.every_boot(stall) if stall else None,
        interaction.chapter(touched),
        costs.chapter(compare),
        details.not_measured(stall, full_cases(source)),
    ]
    return "\n\n".join(_filled(part) for part in parts if part) + "\n"


def _filled(text):
    """The text with its prose and lists in lines of the usual width. Tables and code stay."""
    return "\n\n".join(
        block if block.startswith(("|", "    ", "#", "<!--")) else _wrapped(block)
        for block in text.split("\n\n")
    )


def _wrapped(block):
    """A list has a line for each item."""
    items = block.split("\n") if block.startswith("- ") else [block]
    return "\n".join(
        textwrap.fill(
            item,
            _WIDTH,
            subsequent_indent="  " if item.startswith("- ") else "",
            break_on_hyphens=False,
            break_long_words=False,
        )
        for item in items
    )


def made():
    stall = json.loads(STALL.read_text(encoding="utf-8"))
    if mixed := sources.mixtures(stall):
        raise SystemExit(f"{STALL.name}: {'; '.join(mixed)}")
    compare, touched = (
        json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        for path in (COMPARE, INTERACTION)
    )
    return page(stall, compare, touched, (ROOT / "bench/stall.py").read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(made(), encoding="utf-8")
