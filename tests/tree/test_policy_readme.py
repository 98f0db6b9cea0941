# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""daemon/policy/README.md lists the rules: every file, in the order of decide.cpp."""

import re

import pytest

from project import ROOT, code, write

_HEADING = re.compile(r"^## ", re.MULTILINE)
_CELL = re.compile(r"^`([\w.]+)`$")


def tables(root=ROOT):
    """For each heading, the `code` cells of each row of its table."""
    found = []
    for section in _HEADING.split((root / "daemon/policy/README.md").read_text(encoding="utf-8"))[
        1:
    ]:
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in section.splitlines()
            if line.startswith("| `")
        ]
        if rows:
            found.append(
                [
                    tuple(code.group(1) for cell in row if (code := _CELL.match(cell)))
                    for row in rows
                ]
            )
    return found


def calls_in_order(root=ROOT):
    """The functions that decide() passes the session to."""
    text = (root / "daemon/policy/decide.cpp").read_text(encoding="utf-8")
    body = re.search(
        r"^Decision decide\([^)]*\)\n\{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL
    ).group(1)
    return re.findall(r"\b(\w+)\(\s*session\b", re.sub(r"//[^\n]*", "", body))


def missing_or_unknown(root=ROOT):
    ordered, others = tables(root)
    listed = {file for _, file in ordered} | {file for file, *_ in others}
    there = {path.name for path in (root / "daemon/policy").glob("*.cpp")}
    return sorted(listed ^ there)


def test_every_file_is_in_the_table():
    assert not missing_or_unknown()


def test_the_order_is_that_of_the_calls():
    assert [call for call, _ in tables()[0]] == calls_in_order()


def test_each_call_is_in_the_file_that_the_table_names():
    for call, file in tables()[0]:
        assert re.search(
            rf"^\w[^;{{}}]*\b{call}\(\s*const Session",
            code(ROOT / "daemon/policy" / file),
            re.MULTILINE,
        ), call


README = (
    "# Rules\n## In order\n| call | file |\n|---|---|\n"
    "| `one` | `one.cpp` | Who? |\n| `two` | `two.cpp` | Why? |\n"
    "## Asked\n| `decide.cpp` | What? |\n"
)
DECIDE = (
    "Decision decide(const Session &session)\n{\n"
    "    one(session, wanted);\n    return {two(session)};\n}\n"
)


@pytest.fixture(name="made_up")
def made_up_project(tmp_path):
    write(tmp_path, "daemon/policy/README.md", README)
    write(tmp_path, "daemon/policy/decide.cpp", DECIDE)
    for rule in ("one", "two"):
        write(tmp_path, f"daemon/policy/{rule}.cpp")
    return tmp_path


def test_a_rule_that_is_not_in_the_table_is_found(made_up):
    assert not missing_or_unknown(made_up)
    write(made_up, "daemon/policy/three.cpp")
    (made_up / "daemon/policy/two.cpp").unlink()
    assert missing_or_unknown(made_up) == ["three.cpp", "two.cpp"]


def test_another_order_is_found(made_up):
    assert calls_in_order(made_up) == [call for call, _ in tables(made_up)[0]]
    write(
        made_up,
        "daemon/policy/decide.cpp",
        DECIDE.replace("one", "x").replace("two", "one").replace("x", "two"),
    )
    assert calls_in_order(made_up) == ["two", "one"]
