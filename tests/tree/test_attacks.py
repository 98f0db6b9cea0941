# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/attacks.md: each row names a test that exists, and what came of the attack before; and each
test of an attack has a row."""

import re

import pytest

from project import ROOT, write

_TEST = re.compile(r"`(tests/[\w/.]+)::(\w+)`")
_SANDBOXED = "tests/bus/test_headroomd_callers.py"
_WHOLE_FILES = (
    "tests/bus/test_headroomd_attacks.py",
    "tests/bus/test_headroomd_never_apps.py",
    "tests/bus/test_headroomd_owned_names.py",
)
_BEFORE = re.compile(r"\*\*worked\*\*(?: \((?:audit|review)\))?|refused|new|not tried")
ENOUGH = 40


def table(root=ROOT):
    """The first cell of each row."""
    lines = (root / "docs/attacks.md").read_text(encoding="utf-8").splitlines()
    rows = [line.split("|")[1].strip() for line in lines if line.startswith("| ")]
    return [row for row in rows if row not in ("test", "what it tries")]


def rows_without_a_result(root=ROOT):
    """Their first cells. The last cell has what came of the attack before."""
    lines = (root / "docs/attacks.md").read_text(encoding="utf-8").splitlines()
    cells = [line.strip("|").split("|") for line in lines if line.startswith("| ")]
    results = {first.strip(): last.strip() for first, *_, last in cells}
    return [row for row in table(root) if not _BEFORE.fullmatch(results[row])]


def asked_for(root=ROOT):
    """What a program in a sandbox requests in the test."""
    text = (root / _SANDBOXED).read_text(encoding="utf-8")
    listed = text[text.index("\nATTACKS = {") :]
    return re.findall(r'^    "([^"]+)": ', listed[: listed.index("\n}")], re.MULTILINE)


def is_there(test, root=ROOT):
    path, name = test
    file = root / path
    pattern = rf"\b(?:def|function) {name}\(|^TEST(?:_F|_P)?\(\w+,\s*{name}\)"
    return file.exists() and re.search(pattern, file.read_text(encoding="utf-8"), re.MULTILINE)


def rows_without_a_test(root=ROOT):
    return [
        row
        for row in table(root)
        if not (row in asked_for(root) or any(is_there(test, root) for test in _TEST.findall(row)))
    ]


def without_a_row(root=ROOT):
    text = (root / "docs/attacks.md").read_text(encoding="utf-8")
    named = set(_TEST.findall(text))
    missing = [attack for attack in asked_for(root) if attack not in table(root)]
    for path in _WHOLE_FILES:
        names = re.findall(
            r"^def (test_\w+)\(", (root / path).read_text(encoding="utf-8"), re.MULTILINE
        )
        missing += [f"{path}::{name}" for name in names if (path, name) not in named]
    return missing


def test_each_row_names_a_test():
    assert not rows_without_a_test()


def test_each_row_has_a_result():
    assert not rows_without_a_result()


@pytest.mark.parametrize(
    "result, wrong",
    [
        ("**worked**", 0),
        ("**worked** (audit)", 0),
        ("refused", 0),
        ("not tried", 0),
        ("", 1),
        ("**worked** (guess)", 1),
        ("perhaps", 1),
    ],
)
def test_a_row_without_a_result_is_found(tmp_path, result, wrong):
    write(tmp_path, "docs/attacks.md", f"| test | before |\n|---|---|\n| reads | {result} |\n")
    assert len(rows_without_a_result(tmp_path)) == wrong


def test_each_test_of_an_attack_has_a_row():
    assert not without_a_row()


def test_no_attack_is_counted_twice_and_there_are_enough():
    assert len(table()) == len(set(table())) >= ENOUGH


@pytest.mark.parametrize(
    "row, wrong",
    [
        ("reads", 0),
        ("writes", 1),
        ("`tests/bus/x.py::test_x`", 0),
        ("`tests/bus/x.py::test_y`", 1),
        ("`tests/bus/y.py::test_x`", 1),
    ],
)
def test_a_row_without_a_test_is_found(tmp_path, row, wrong):
    write(tmp_path, _SANDBOXED, '\nATTACKS = {\n    "reads": 1,\n}\n')
    write(tmp_path, "tests/bus/x.py", "def test_x():\n")
    write(tmp_path, "docs/attacks.md", f"| test | before |\n|---|---|\n| {row} | |\n")
    assert len(rows_without_a_test(tmp_path)) == wrong


def test_a_test_without_a_row_is_found(tmp_path):
    write(tmp_path, _SANDBOXED, '\nATTACKS = {\n    "reads": 1,\n    "writes": 1,\n}\n')
    for path in _WHOLE_FILES:
        write(tmp_path, path, "def test_x():\n")
    write(tmp_path, "docs/attacks.md", f"| reads | |\n| `{_WHOLE_FILES[0]}::test_x` | |\n")
    missing = [f"{path}::test_x" for path in _WHOLE_FILES[1:]]
    assert without_a_row(tmp_path) == ["writes", *missing]
