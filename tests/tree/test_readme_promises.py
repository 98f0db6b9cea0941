# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Each sentence of what README.md says that Headroom does, and never does, has a test;
readme_promises.toml says which."""

import re
import tomllib

import pytest

from project import ROOT, write

SECTIONS = ("What it does today", "What it never does")
TABLE = "tests/tree/readme_promises.toml"
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z*`])")
_ITEM = re.compile(r"^- ", re.MULTILINE)
_HEADING = re.compile(r"\*\*[^*]+\*\*\s*")


def section(text, title):
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found.group(1) if found else ""


def sentences(root=ROOT):
    """Without the words in front of an item that only name it."""
    text = (root / "README.md").read_text(encoding="utf-8")
    for title in SECTIONS:
        for paragraph in re.split(r"\n\s*\n", _ITEM.sub("\n\n", section(text, title))):
            joined = _HEADING.sub("", " ".join(paragraph.split()))
            yield from (each for each in _END.split(joined) if each)


def table(root=ROOT):
    """(words of a sentence, the tests that show it)"""
    return [
        (row["says"], row["tests"])
        for row in tomllib.loads((root / TABLE).read_text(encoding="utf-8"))["promise"]
    ]


def is_test(name, root=ROOT):
    """tests/x.py::test_y, tests/x.cpp::Suite.Case, or ::slot of Qt's, tests/x.qml::test_y; or what
    is a test as a whole: tests/replay/x.jsonl."""
    path, _, test = name.partition("::")
    file = root / path
    if not path.startswith("tests/") or not file.is_file():
        return False
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".cpp" and "." not in test:
        return re.search(rf"\bvoid \w+::{re.escape(test)}\(", text) is not None
    if file.suffix == ".cpp":
        suite, _, case = test.partition(".")
        return (
            re.search(rf"TEST(_F|_P)?\({re.escape(suite)},\s*{re.escape(case)}\)", text) is not None
        )
    if file.suffix == ".jsonl":
        return not test
    return re.search(
        rf"^\s*(def|function) {re.escape(test)}\(", text, re.MULTILINE
    ) is not None and test.startswith("test_")


def wrong(root=ROOT):
    said, rows = list(sentences(root)), table(root)
    for title in SECTIONS:
        if not section((root / "README.md").read_text(encoding="utf-8"), title).strip():
            yield f'README.md has no section "{title}"'
    for sentence in said:
        matching = [words for words, _ in rows if words in sentence]
        if len(matching) != 1:
            yield f"{len(matching)} rows for: {sentence}"
    for words, tests in rows:
        if sum(words in sentence for sentence in said) != 1:
            yield f"not in exactly one sentence: {words}"
        if not tests:
            yield f"no test of: {words}"
        yield from (f"no such test: {test}" for test in tests if not is_test(test, root))


def test_every_promise_has_a_test():
    assert not list(wrong())


def test_there_are_many():
    """A README in another shape would have none, and nothing would be wrong."""
    assert len(list(sentences())) >= 40


README = (
    "## What it does today\n\nOn all:\n\n- **Boost.** It boosts. And\n  more, too.\n\n"
    "## What it never does\n\n- It kills nothing.\n"
)
TOML = """[[promise]]
says = "On all"
tests = ["tests/a.py::test_one"]
[[promise]]
says = "It boosts"
tests = ["tests/a.cpp::Suite.Case"]
[[promise]]
says = "more, too"
tests = ["tests/replay/a.jsonl"]
[[promise]]
says = "kills nothing"
tests = ["tests/a.qml::test_two"]
"""


@pytest.mark.parametrize(
    "readme, toml, found",
    [
        (README, TOML, 0),
        (README + "- It flies.\n", TOML, 1),
        (README.replace("It boosts. ", ""), TOML, 1),
        (README, TOML.replace("test_one", "test_none"), 1),
        (README, TOML.replace("Suite.Case", "Suite.Cas"), 1),
        (README, TOML.replace("Suite.Case", "slot"), 0),
        (README, TOML.replace("Suite.Case", "slots"), 1),
        (README, TOML.replace("a.jsonl", "b.jsonl"), 1),
        (README, TOML.replace('["tests/a.qml::test_two"]', "[]"), 1),
        (README, TOML.replace("tests/a.qml", "applet/a.qml"), 1),
        (README, TOML.replace("It boosts", "t"), 3),
        (README.replace("never does", "rarely does"), TOML, 2),
    ],
)
def test_what_is_wrong_is_found(tmp_path, readme, toml, found):
    write(tmp_path, "README.md", readme)
    write(tmp_path, TABLE, toml)
    write(tmp_path, "tests/a.py", "def test_one():\n    pass\n")
    write(tmp_path, "tests/a.cpp", "TEST_F(Suite, Case)\nvoid Test::slot()\n")
    write(tmp_path, "tests/a.qml", "    function test_two() {\n")
    write(tmp_path, "tests/replay/a.jsonl", "{}\n")
    assert len(list(wrong(tmp_path))) == found, list(wrong(tmp_path))
