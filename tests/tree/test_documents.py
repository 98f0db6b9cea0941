# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Files, folders and tests that documents name exist, and the tree of ARCHITECTURE.md is the real
one."""

import re

import pytest

from project import ROOT, files, write

_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
_PATH = re.compile(r"(?:[\w.@-]+/)+(?:[\w.@-]+)?")
# New developers should be able to read these to the end.
MOST_WORDS = {"README.md": 700, "ARCHITECTURE.md": 1600}
MOST_LINES = 70  # of a README.md of a room: one screen
_PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b(?!\.md)")  # NAME.jsonl


def documents(root=ROOT):
    return [path for path in files(root=root) if path.suffix == ".md"]


def named_paths(document, root):
    """(path, test or ""): targets of links, and `code` that begins with a folder of the
    checkout."""
    text = document.read_text(encoding="utf-8")
    for target in _LINK.findall(text):
        if "://" not in target:
            yield target, ""
    for code in _CODE.findall(_FENCED.sub("", text)):
        path, _, test = code.partition("::")
        ours = (
            _PATH.fullmatch(path)
            and (root / path.split("/")[0]).is_dir()
            and not path.startswith("build/")
        )
        if ours and not _PLACEHOLDER.search(path):
            yield path, test


def is_there(path, test, beside, root):
    for place in (root, beside):
        if (place / path).exists():
            return not test or bool(
                re.search(
                    rf"\b(?:def|function) {test}\(|^TEST\w*\(\w+,\s*{test}\)",
                    (place / path).read_text(encoding="utf-8"),
                    re.MULTILINE,
                )
            )
    return False


def dangling(root=ROOT):
    return [
        f"{document.relative_to(root)}: {path}{'::' if test else ''}{test}"
        for document in documents(root)
        for path, test in named_paths(document, root)
        if not is_there(path, test, document.parent, root)
    ]


def drawn_tree(root=ROOT):
    """The paths in ARCHITECTURE.md's tree. A line with more than two columns of indent continues
    the line before."""
    text = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    folder = ""
    for line in (
        re.search(r"^## The tree\n+```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        .group(1)
        .splitlines()
    ):
        if match := re.match(r"( {0,2})(\S+)", line):
            indent, name = match.groups()
            if not indent:
                folder = name
            yield folder + name if indent else name


def too_long(root=ROOT):
    """Documents with too many words, as wc(1) counts them, or too many lines."""
    for path, most in MOST_WORDS.items():
        words = len((root / path).read_text(encoding="utf-8").split())
        if words > most:
            yield f"{path}: {words} words"
    for page in sorted((root / "daemon").rglob("README.md")):
        lines = len(page.read_text(encoding="utf-8").splitlines())
        if lines > MOST_LINES:
            yield f"{page.relative_to(root)}: {lines} lines"


def test_documents_are_short():
    assert not list(too_long())


@pytest.mark.parametrize(
    "words, lines, found", [(700, 70, 0), (701, 70, 1), (700, 71, 1), (1601, 71, 3)]
)
def test_a_long_document_is_found(tmp_path, words, lines, found):
    write(tmp_path, "README.md", "x " * words)
    write(tmp_path, "ARCHITECTURE.md", "x " * words)
    write(tmp_path, "daemon/watch/x/README.md", "x\n" * lines)
    assert len(list(too_long(tmp_path))) == found


def test_what_documents_name_is_there():
    assert not dangling()


def test_the_drawn_tree_is_the_real_one():
    assert not [path for path in drawn_tree() if not (ROOT / path).exists()]


def test_every_folder_and_every_part_of_the_daemon_is_in_the_drawn_tree():
    drawn = set(drawn_tree())
    there = {
        f"daemon/{path.name}{'/' if path.is_dir() else ''}"
        for path in (ROOT / "daemon").iterdir()
        if path.is_dir() or path.suffix == ".cpp"
    }
    assert there <= drawn, sorted(there - drawn)


@pytest.mark.parametrize(
    "text, found",
    [
        ("`tests/x.py`", 0),
        ("`tests/x.py::test_one`", 0),
        ("`tests/x.py::test_two`", 1),
        ("`tests/y.py`", 1),
        ("`z/y.cpp`", 0),
        ("`tests/`", 0),
        ("[x](tests/x.py)", 0),
        ("[y](y.md#part)", 1),
        ("`/proc/pressure`", 0),
        ("`tests/NAME.py`", 0),
        ("```\ntests/y.py\n```", 0),
    ],
)
def test_a_dangling_name_is_found(tmp_path, text, found):
    write(tmp_path, "tests/x.py", "def test_one():\n    pass\n")
    write(tmp_path, "README.md", text + "\n")
    assert len(dangling(tmp_path)) == found
