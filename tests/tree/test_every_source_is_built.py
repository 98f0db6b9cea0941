# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Every source is in a target. One that isn't compiled is soon wrong."""

import re

import pytest

from project import ROOT, sources, write


def not_built(root=ROOT):
    found = []
    for folder in ("broker", "daemon", "headroomctl"):
        text = re.sub(
            r"#[^\n]*", "", (root / folder / "CMakeLists.txt").read_text(encoding="utf-8")
        )
        named = set(re.findall(r"[\w/]+\.cpp\b", text))
        there = {
            str(path.relative_to(root / folder))
            for path in sources(folder, root=root)
            if path.suffix == ".cpp"
        }
        found += sorted(f"{folder}/{name}" for name in there - named)
    return found


def test_every_source_is_in_a_target():
    assert not not_built()


@pytest.mark.parametrize(
    "listed, found",
    [
        ("main.cpp act/x.cpp", []),
        ("main.cpp", ["daemon/act/x.cpp"]),
        ("main.cpp # act/x.cpp", ["daemon/act/x.cpp"]),
    ],
)
def test_a_forgotten_source_is_found(tmp_path, listed, found):
    for folder in ("broker", "headroomctl"):
        write(tmp_path, f"{folder}/CMakeLists.txt")
    write(tmp_path, "daemon/CMakeLists.txt", f"add_executable(headroomd {listed}\n)\n")
    for path in ("daemon/main.cpp", "daemon/act/x.cpp"):
        write(tmp_path, path)
    assert not_built(tmp_path) == found
