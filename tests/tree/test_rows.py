# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The README.md of a folder of the daemon mentions each of its files."""

import fnmatch
import re

from project import ROOT, write

CODE = (".h", ".cpp")


def mentioned(text):
    """What stands in backticks: names and patterns of files, without their endings."""
    words = (word for quoted in re.findall(r"`([^`\n]+)`", text) for word in quoted.split())
    return {word.split("/")[-1].removesuffix(".h").removesuffix(".cpp") for word in words}


def without_row(root):
    for readme in sorted((root / "daemon").rglob("README.md")):
        known = mentioned(readme.read_text(encoding="utf-8"))
        for file in sorted(readme.parent.iterdir()):
            if file.suffix in CODE and not any(
                fnmatch.fnmatch(file.stem, pattern) for pattern in known
            ):
                yield f"{readme.parent.relative_to(root)}: {file.name}"


def test_every_file_has_a_row():
    assert not list(without_row(ROOT))


def test_every_folder_has_a_readme():
    folders = {file.parent for file in (ROOT / "daemon").rglob("*") if file.suffix in CODE}
    assert not [folder for folder in folders if not (folder / "README.md").exists()]


def test_one_without_a_row_is_found(tmp_path):
    write(tmp_path, "daemon/room/README.md", "| `door`, `wall_*` | what it is |\n")
    for name in ("door.h", "wall_north.cpp", "window.cpp"):
        write(tmp_path, f"daemon/room/{name}", "")
    assert list(without_row(tmp_path)) == ["daemon/room: window.cpp"]
