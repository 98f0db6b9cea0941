# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/questions.md: a newcomer's questions are answered from the tree, with at most three files
opened for each. The files exist, and the last one has the names that the answer gives."""

import re

from project import ROOT, write

_PAGE = "docs/questions.md"
MOST_FILES = 3
FEWEST_QUESTIONS = 10
_QUESTION = re.compile(r"^## ([^\n]+\?)\n\n((?:- `[^`]+`\n)+)\n(.+?)(?=\n\n## |\s*\Z)", re.M | re.S)
_CODE = re.compile(r"`([^`\n]+)`")


def questions(root=ROOT):
    """(question, files to open, names in the answer)"""
    text = (root / _PAGE).read_text(encoding="utf-8")
    for question, listed, answer in _QUESTION.findall(text):
        yield question, _CODE.findall(listed), _CODE.findall(answer)


def faults(root=ROOT):
    found = []
    for question, opened, names in questions(root):
        if len(opened) > MOST_FILES:
            found.append(f"{question} {len(opened)} files")
        missing = [path for path in opened if not (root / path).is_file()]
        found += [f"{question} there is no {path}" for path in missing]
        if missing:
            continue
        last = (root / opened[-1]).read_text(encoding="utf-8")
        for name in names:
            word = name.removesuffix("()")
            if re.fullmatch(r"\w+", word) and not re.search(rf"\b{word}\b", last):
                found.append(f"{question} {opened[-1]} has no {name}")
    return found


def test_each_answer_is_in_the_files_that_it_names():
    assert not faults()


def test_there_are_ten_of_them():
    text = (ROOT / _PAGE).read_text(encoding="utf-8")
    asked = len(list(questions()))
    assert asked >= FEWEST_QUESTIONS and asked == len(re.findall(r"^## ", text, re.MULTILINE))


def made_up(root, opened, answer):
    write(root, "a.cpp", "void freeze();\n")
    lines = "".join(f"- `{path}`\n" for path in opened)
    write(root, _PAGE, f"# Questions\n\n## Where?\n\n{lines}\n{answer}\n")
    return faults(root)


def test_what_does_not_answer_is_found(tmp_path):
    assert not made_up(tmp_path, ["a.cpp"], "`freeze()` does it.")
    assert made_up(tmp_path, ["a.cpp"], "`thaw()` does it.") == ["Where? a.cpp has no thaw()"]
    assert made_up(tmp_path, ["b.cpp"], "`freeze()` does it.") == ["Where? there is no b.cpp"]
    assert made_up(tmp_path, ["a.cpp"] * 4, "`freeze()` does it.") == ["Where? 4 files"]
