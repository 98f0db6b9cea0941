# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Each sentence in README.md and docs/features.md about what Headroom does, or never does, has a
test. So has each row of their tables. readme_promises.toml lists the tests."""

import re
import tomllib

import pytest

from project import ROOT, write

SECTIONS = {
    "README.md": ("What it does", "What it never does"),
    "docs/features.md": ("Where it works", "What it does"),
}
TABLE = "tests/tree/readme_promises.toml"
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z*`])")
_ITEM = re.compile(r"^- ", re.MULTILINE)
_HEADING = re.compile(r"\*\*[^*]+\*\*\s*")
_ROW = re.compile(r"^\|.*\|\n", re.MULTILINE)


def section(text, title):
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found.group(1) if found else ""


def rows(text):
    """The rows of tables, without the two rows of each head."""
    tables = re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE)
    return [" ".join(row.split()) for table in tables for row in table.splitlines()[2:]]


def sentences(root=ROOT):
    """Without the bold words at the beginning of an item, which only name it."""
    for path, titles in SECTIONS.items():
        page = (root / path).read_text(encoding="utf-8")
        for text in (section(page, title) for title in titles):
            yield from rows(text)
            prose = _ITEM.sub("\n\n", _ROW.sub("", text))
            for paragraph in re.split(r"\n\s*\n", prose):
                joined = _HEADING.sub("", " ".join(paragraph.split()))
                yield from (each for each in _END.split(joined) if each)


def table(root=ROOT):
    """(words of a sentence, tests that show it)"""
    return [
        (row["says"], row["tests"])
        for row in tomllib.loads((root / TABLE).read_text(encoding="utf-8"))["promise"]
    ]


def is_test(name, root=ROOT):
    """Whether NAME is a test: tests/x.py::test_y, tests/x.cpp::Suite.Case, tests/x.cpp::slot for
    QtTest, tests/x.qml::test_y, or a whole file tests/replay/x.jsonl."""
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
    said, promises = list(sentences(root)), table(root)
    for path, titles in SECTIONS.items():
        for title in titles:
            if not section((root / path).read_text(encoding="utf-8"), title).strip():
                yield f'{path} has no section "{title}"'
    for sentence in said:
        matching = [words for words, _ in promises if words in sentence]
        if len(matching) != 1:
            yield f"{len(matching)} rows for: {sentence}"
    for words, tests in promises:
        if sum(words in sentence for sentence in said) != 1:
            yield f"not in exactly one sentence: {words}"
        if not tests:
            yield f"no test of: {words}"
        yield from (f"no such test: {test}" for test in tests if not is_test(test, root))


def test_every_promise_has_a_test():
    assert not list(wrong())


def test_there_are_many():
    """In documents of another form no sentence would be found, and so nothing would be wrong."""
    assert len(list(sentences())) >= 60


README = (
    "## What it does\n\nOn all:\n\n- **Boost.** It boosts. And\n  more, too.\n\n"
    "| desktop | boosts |\n|---|---|\n| Plasma | yes |\n\n"
    "## What it never does\n\n- It kills nothing.\n"
)
FEATURES = "## Where it works\n\nHere.\n\n## What it does\n\n- **Nap.** It naps.\n\n## Else\n\nX.\n"
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
says = "| Plasma |"
tests = ["tests/a.py::test_one"]
[[promise]]
says = "kills nothing"
tests = ["tests/a.qml::test_two"]
[[promise]]
says = "Here"
tests = ["tests/a.py::test_one"]
[[promise]]
says = "It naps"
tests = ["tests/a.py::test_one"]
"""


@pytest.mark.parametrize(
    "readme, features, toml, found",
    [
        (README, FEATURES, TOML, 0),
        (README + "- It flies.\n", FEATURES, TOML, 1),
        (README.replace("It boosts. ", ""), FEATURES, TOML, 1),
        (README.replace("| yes |\n", "| yes |\n| GNOME | no |\n"), FEATURES, TOML, 1),
        (README.replace("| Plasma | yes |\n", ""), FEATURES, TOML, 1),
        (README, FEATURES.replace("It naps.", "It naps. It flies."), TOML, 1),
        (README, FEATURES.replace("Where", "There"), TOML, 2),
        (README, FEATURES, TOML.replace("::test_one", "::test_none", 1), 1),
        (README, FEATURES, TOML.replace("Suite.Case", "Suite.Cas"), 1),
        (README, FEATURES, TOML.replace("Suite.Case", "slot"), 0),
        (README, FEATURES, TOML.replace("Suite.Case", "slots"), 1),
        (README, FEATURES, TOML.replace("a.jsonl", "b.jsonl"), 1),
        (README, FEATURES, TOML.replace('["tests/a.qml::test_two"]', "[]"), 1),
        (README, FEATURES, TOML.replace("tests/a.qml", "applet/a.qml"), 1),
        (README, FEATURES, TOML.replace("It boosts", "t"), 4),
        (README.replace("never does", "rarely does"), FEATURES, TOML, 2),
    ],
)
def test_what_is_wrong_is_found(tmp_path, readme, features, toml, found):
    write(tmp_path, "README.md", readme)
    write(tmp_path, "docs/features.md", features)
    write(tmp_path, TABLE, toml)
    write(tmp_path, "tests/a.py", "def test_one():\n    pass\n")
    write(tmp_path, "tests/a.cpp", "TEST_F(Suite, Case)\nvoid Test::slot()\n")
    write(tmp_path, "tests/a.qml", "    function test_two() {\n")
    write(tmp_path, "tests/replay/a.jsonl", "{}\n")
    assert len(list(wrong(tmp_path))) == found, list(wrong(tmp_path))
