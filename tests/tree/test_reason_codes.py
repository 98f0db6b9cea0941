# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Each reason for an act has a code, and the interface's documentation lists the codes."""

import ast
import re

from project import ROOT, sources

LITERALS = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
SAY = re.compile(rf"\bsay\(\s*{LITERALS},\s*{LITERALS}")
ROW = re.compile(rf'\{{{LITERALS},\s*"([a-z-]+)"\}}')
TABLE = (ROOT / "daemon/model/reason_code.cpp").read_text(encoding="utf-8")
OF_TEXTS, OF_CONTEXTS = TABLE.split("constexpr Row of_contexts[]")
XML = ROOT / "dbus/org.headroomd.Headroom1.xml"


def joined(literals):
    return "".join(
        ast.literal_eval(literal) for literal in re.findall(r'"(?:[^"\\]|\\.)*"', literals)
    )


def rows(table):
    return {joined(text): code for text, code in ROW.findall(table)}


def sentences():
    for path in sources("daemon"):
        for context, text in SAY.findall(path.read_text(encoding="utf-8")):
            yield joined(context), joined(text)


def gives_reason(context, text):
    """Another sentence that is the last part of this one has a code of its own."""
    if context.startswith("done"):
        return not text.endswith(": {}")
    return context.startswith(("why something was done", "why pressure is what it is"))


def test_each_reason_has_a_code():
    known = rows(OF_TEXTS)
    found = {text for context, text in sentences() if gives_reason(context, text)}
    assert len(found) > 40
    assert sorted(found - known.keys()) == []


def test_each_row_is_of_a_sentence_that_exists():
    said = list(sentences())
    texts = {text for _, text in said}
    assert sorted(rows(OF_TEXTS).keys() - texts) == []
    for beginning in rows(OF_CONTEXTS):
        assert any(context.startswith(beginning) for context, _ in said), beginning


def test_the_interface_lists_the_codes():
    listed = re.search(
        r"The codes, the same in every language: (.*?)\.\n", XML.read_text(encoding="utf-8"), re.S
    ).group(1)
    assert re.findall(r'"([a-z-]+)"', listed) == sorted(
        {*rows(OF_TEXTS).values(), *rows(OF_CONTEXTS).values()}
    )
