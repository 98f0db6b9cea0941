# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Files are short, functions fit on a screen, and the names of files state their subject."""

import re

import pytest

from project import ROOT, files, sources, write

LONGEST_FILE = 300
LONGEST_FUNCTION = 60
MEASURED = ("broker", "daemon", "headroomctl", "applet")
SAYS_NOTHING = re.compile(r"(manager|core|utils?|helpers?|misc|common)(\..*)?", re.IGNORECASE)


def long_files(root=ROOT):
    lengths = {
        path: len(path.read_text(encoding="utf-8").splitlines())
        for path in sources(*MEASURED, root=root)
    }
    return [
        f"{path.relative_to(root)}: {length} lines"
        for path, length in lengths.items()
        if length > LONGEST_FILE
    ]


def functions(text):
    """(signature, lines including the signature) of each function whose opening brace is alone on a
    line, as .clang-format puts it."""
    lines = text.splitlines()
    for begin, line in enumerate(lines):
        if line.strip() != "{":
            continue
        indent = line[: line.index("{")]
        first = begin - 1
        while first > 0 and lines[first].startswith(indent + " "):  # the rest of a long signature
            first -= 1
        end = next(i for i in range(begin + 1, len(lines)) if lines[i].startswith(indent + "}"))
        yield lines[first].strip(), end - first + 1


def long_functions(root=ROOT):
    return [
        f"{path.relative_to(root)}: {signature} ({length} lines)"
        for path in sources(*MEASURED, root=root)
        for signature, length in functions(path.read_text(encoding="utf-8"))
        if length > LONGEST_FUNCTION
    ]


def nameless_files(root=ROOT):
    return [
        str(path.relative_to(root))
        for path in files(root=root)
        if SAYS_NOTHING.fullmatch(path.name)
    ]


def test_files_are_short():
    assert not long_files()


def test_functions_fit_on_a_screen():
    assert not long_functions()


def test_names_say_something():
    assert not nameless_files()


@pytest.mark.parametrize("lines, found", [(LONGEST_FILE, 0), (LONGEST_FILE + 1, 1)])
def test_a_long_file_is_found(tmp_path, lines, found):
    for folder in ("broker", "headroomctl", "applet"):
        (tmp_path / folder).mkdir()
    write(tmp_path, "daemon/x.h", "\n" * lines)
    assert len(long_files(tmp_path)) == found


@pytest.mark.parametrize("body, found", [(LONGEST_FUNCTION - 4, 0), (LONGEST_FUNCTION - 3, 1)])
@pytest.mark.parametrize("indent", ["", "    "])
def test_a_long_function_is_found(tmp_path, indent, body, found):
    for folder in ("broker", "headroomctl", "applet"):
        (tmp_path / folder).mkdir()
    text = [
        "void first()",
        "{",
        "}",
        "",
        "void Some::long_one(int one,",
        "                    int two)",
        "{",
        *["    work();"] * body,
        "}",
    ]
    write(tmp_path, "daemon/x.cpp", "\n".join(indent + line for line in text))
    assert [name.partition(" (")[0] for name in long_functions(tmp_path)] == [
        "daemon/x.cpp: void Some::long_one(int one,"
    ] * found


@pytest.mark.parametrize(
    "name, found",
    [
        ("utils.cpp", 1),
        ("Helper.h", 1),
        ("common", 1),
        ("manager_interface.cpp", 0),
        ("misconduct.py", 0),
    ],
)
def test_a_name_that_says_nothing_is_found(tmp_path, name, found):
    write(tmp_path, f"daemon/{name}")
    assert len(nameless_files(tmp_path)) == found
