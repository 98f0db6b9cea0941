# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What CONTRIBUTING.md calls by name is there: files without their folder, and names in the code.
Files with their folder are test_documents.py's, and what the recipes do is test_recipes.py's."""

import re

import pytest

from project import ROOT, files, write

PAGE = "CONTRIBUTING.md"
SEARCHED = (".cpp", ".h", ".js", ".qml", ".kcfg", ".py", ".xml")
# Examples of how something is spelled, and what others have defined.
NOT_OURS = {"m_name", "lower_case", "CamelCase", "default", "nodiscard", "nullopt"}
_CODE = re.compile(r"`([^`\n]+)`")
_FILE = re.compile(r"[\w.-]+\.(?:cpp|h|js|qml|py|md|toml|txt|list)")
_NAME = re.compile(r"(?:\w+(?:::|\.|->))*(\w+)(?:\(\))?")


def unknown(root=ROOT):
    there = list(files(root=root))
    names = {path.name for path in there}
    known = {path.stem for path in there} | {path.name.split("_")[0] + "_" for path in there}
    for path in there:
        if path.suffix in SEARCHED:
            known.update(re.findall(r"\w+", path.read_text(encoding="utf-8", errors="replace")))
    for code in _CODE.findall((root / PAGE).read_text(encoding="utf-8")):
        if _FILE.fullmatch(code):
            if code not in names:
                yield code
        elif match := _NAME.fullmatch(code):
            last = match[1]
            if ("_" in last or re.search(r"[a-z][A-Z]|^[A-Z]\w*[a-z]|\(\)$", code)) and (
                last not in known | NOT_OURS
            ):
                yield code


def test_what_is_named_is_there():
    assert not list(unknown())


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
        ("NAME", 0),
        ("-k NAME", 0),
        ("some words", 0),
    ],
)
def test_what_is_gone_is_found(tmp_path, code, found):
    write(tmp_path, PAGE, f"Look at `{code}`.\n")
    write(tmp_path, "daemon/x.h", "void take(const Event &); int m_ledger;\n")
    write(tmp_path, "applet/there.js", "\n")
    assert len(list(unknown(tmp_path))) == found
