# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The files of the checkout, for tests that read them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_NOT_OURS = re.compile(r"build.*|\.git|\.cache|__pycache__")
_SOURCE = {".cpp", ".h"}
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def files(*folders, root=ROOT):
    """Every file below the folders, or below the checkout if none is given, sorted. Results of
    builds are left out. An older checkout may lack a folder."""
    for folder in filter(lambda each: (root / each).is_dir(), folders or ["."]):
        for path in sorted((root / folder).iterdir()):
            if _NOT_OURS.fullmatch(path.name):
                continue
            if path.is_dir() and not path.is_symlink():
                yield from files(path.relative_to(root), root=root)
            else:
                yield path


def sources(*folders, root=ROOT):
    return [path for path in files(*folders, root=root) if path.suffix in _SOURCE]


def without_comments(text):
    return _COMMENT.sub("", text)


def code(path):
    """The text of a source, without its comments."""
    return without_comments(path.read_text(encoding="utf-8"))


def write(root, path, text=""):
    """Write a file of a made-up project, with which a test proves that it can fail."""
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")
