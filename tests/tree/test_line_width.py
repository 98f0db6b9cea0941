# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines of code and prose end at column 100. Data is exempt, and what can't be wrapped: a line
that is one URL, a row of a Markdown table, and a sentence for translators where their tools take
one literal only (QML, JavaScript, the schema of the settings)."""

import re

import pytest

from project import ROOT, files, write

WIDEST = 100
CODE_AND_PROSE = (
    *(".cpp", ".h", ".py", ".qml", ".js", ".cmake", "CMakeLists.txt", ".sh", ".bash", ".fish"),
    *(".md", ".scd", ".xml", ".kcfg"),
    *(".service", ".service.in", ".socket", ".target", ".timer", ".conf"),
    *(".clang-format", ".clang-tidy", ".editorconfig", "POTFILES"),
)
# AppStream's file: translators' sentences, each in one line, as po/refresh writes it.
DATA = (".metainfo.xml",)
DATA_FOLDERS = ("LICENSES", "tests/fixtures", "tests/fuzz/corpus")
# Unchanged copies.
NOT_OURS = {"daemon/watch/windows/wlr-foreign-toplevel-management-unstable-v1.xml"}
# Scripts without an ending: by what the first line states.
_SCRIPT = re.compile(r"#(?:!|compdef\b)")
_ONE_URL = re.compile(r"\W*\w+://\S+")
_TABLE_ROW = re.compile(r"\s*\|.*\|\s*$")
_ONE_LITERAL = re.compile(r"""(["'])(?:(?!\1).)*\1\)*,?""")
_ONE_ELEMENT = re.compile(r"<(\w+)[^<>]*>[^<>]*</\1>")


def is_measured(path, root):
    name = str(path.relative_to(root))
    if name in NOT_OURS or name.endswith(DATA) or name.startswith(DATA_FOLDERS):
        return False
    if path.name.endswith(CODE_AND_PROSE):
        return True
    with path.open(encoding="utf-8", errors="replace") as script:
        return _SCRIPT.match(script.readline(80)) is not None


def may_be_wide(path, line):
    whole = {
        ".md": _TABLE_ROW,
        ".qml": _ONE_LITERAL,
        ".js": _ONE_LITERAL,
        ".kcfg": _ONE_ELEMENT,
    }.get(path.suffix, _ONE_URL)
    return bool(whole.fullmatch(line.strip()) or _ONE_URL.fullmatch(line.strip()))


def wide_lines(root=ROOT):
    return [
        f"{path.relative_to(root)}:{number}: {len(line)} columns"
        for path in files(root=root)
        if path.is_file() and is_measured(path, root)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST and not may_be_wide(path, line)
    ]


def test_lines_end_at_column_100():
    assert not wide_lines()


WIDE = "x" * (WIDEST - 1) + "ü."


@pytest.mark.parametrize(
    "path, text, found",
    [
        ("daemon/x.cpp", WIDE, 1),
        ("daemon/x.cpp", WIDE[1:], 0),
        ("daemon/x.cpp", f"int x;\n    {WIDE[4:]}\n{WIDE}", 2),
        ("daemon/CMakeLists.txt", WIDE, 1),
        ("tests/x.txt", WIDE, 0),
        ("man/x.scd", WIDE, 1),
        ("units/x.service", WIDE, 1),
        ("units/x.service.in", WIDE, 1),
        (".clang-format", WIDE, 1),
        ("po/POTFILES", f"# {WIDE}", 1),
        ("x/script", WIDE, 0),
        ("x/script", f"#!/bin/sh\n{WIDE}", 1),
        ("x/_script", f"#compdef script\n{WIDE}", 1),
        ("x/x.metainfo.xml", WIDE, 0),
        ("x/x.xml", WIDE, 1),
        ("x/x.po", WIDE, 0),
        ("x/x.jsonl", WIDE, 0),
        ("tests/fixtures/x.xml", WIDE, 0),
        ("x.qml", f'    "{WIDE}",', 0),
        ("x.js", f"    '{WIDE}')),", 0),
        ("x.js", f"    '{WIDE}', '')", 1),
        ("x.qml", f"    text: '{WIDE}'", 1),
        ("x.cpp", f'    "{WIDE}",', 1),
        ("x.kcfg", f"  <label>{WIDE}</label>", 0),
        ("x.kcfg", f"  {WIDE}</label>", 1),
        ("x.md", f"| {WIDE} |", 0),
        ("x.md", f"| {WIDE}", 1),
        ("x.cpp", f"| {WIDE} |", 1),
        ("x.cpp", f"/// <https://x.org/{WIDE}>", 0),
        ("x.cpp", f"/// see https://x.org/{WIDE}", 1),
        ("x.md", f"https://x.org/{WIDE} says so", 1),
    ],
)
def test_a_wide_line_is_found(tmp_path, path, text, found):
    write(tmp_path, path, text + "\n")
    assert len(wide_lines(tmp_path)) == found
