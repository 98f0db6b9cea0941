# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Names in documents for developers exist: files without their folder, and names in the code.
test_documents.py tests files with their folder, and test_recipes.py tests the recipes of
CONTRIBUTING.md."""

import re

import pytest

from project import ROOT, files, write

PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md")
FOLDERS = ("daemon", "headroomctl", "applet")
SEARCHED = (".cpp", ".h", ".js", ".qml", ".kcfg", ".py", ".xml")
# Examples of spellings, and names that others define.
NOT_OURS = {
    "m_name",
    "lower_case",
    "CamelCase",
    "NAME.cpp",
    "shrink_one()",
    "synchronize_rcu()",
}
_CODE = re.compile(r"`([^`\n]+)`")
_FILE = re.compile(r"[\w.-]+\.(?:cpp|h|js|qml|py|md|toml|txt|list)")
_NAME = re.compile(r"(?:\w+(?:::|\.|->))*(\w+)(?:\(\))?")
_LOOKS_LIKE_CODE = re.compile(r".*_.*|.*[a-z][A-Z].*|[A-Z]\w*[a-z]\w*|.*\(\)")


def pages(root=ROOT):
    there = (path for path in files(root=root) if path.suffix == ".md")
    for path in there:
        name = path.relative_to(root)
        if str(name) in PAGES or name.parts[0] in FOLDERS:
            yield path


def known(root=ROOT):
    """(names of files, words of the code)"""
    there = list(files(root=root))
    words = {path.stem for path in there} | {path.name.split("_")[0] + "_" for path in there}
    for path in there:
        if path.suffix in SEARCHED:
            words.update(re.findall(r"\w+", path.read_text(encoding="utf-8", errors="replace")))
    return {path.name for path in there}, words


def unknown(root=ROOT):
    names, words = known(root)
    for page in pages(root):
        for code in _CODE.findall(page.read_text(encoding="utf-8")):
            match = _NAME.fullmatch(code)
            if code in NOT_OURS:
                continue
            if _FILE.fullmatch(code):
                missing = code not in names
            else:
                missing = match and _LOOKS_LIKE_CODE.fullmatch(code) and match[1] not in words
            if missing:
                yield f"{page.relative_to(root)}: {code}"


def test_what_is_named_is_there():
    assert not list(unknown())


def test_all_pages_are_read():
    assert len(list(pages())) >= 20


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "daemon/act/README.md"])
@pytest.mark.parametrize(
    "code, found",
    [
        ("there.js", 0),
        ("gone.js", 1),
        ("take()", 0),
        ("Session::take()", 0),
        ("session.taken()", 1),
        ("m_ledger", 0),
        ("m_legder", 1),
        ("Event", 0),
        ("Evnet", 1),
        ("m_name", 0),
        ("-k NAME", 0),
        ("some words", 0),
    ],
)
def test_what_is_gone_is_found(tmp_path, page, code, found):
    write(tmp_path, page, f"Look at `{code}`.\n")
    write(tmp_path, "daemon/x.h", "void take(const Event &); int m_ledger;\n")
    write(tmp_path, "applet/there.js", "\n")
    assert len(list(unknown(tmp_path))) == found
