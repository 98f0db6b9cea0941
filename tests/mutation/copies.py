# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The sources with all mutants in them, and what is compiled with them, in a directory of their own."""

import re
import subprocess
import sys
from pathlib import Path

from mutate import Rewriting

ROOT = Path(__file__).resolve().parent.parent.parent
PURE = ("daemon/model", "daemon/policy")
_PER_FILE = 1000  # numbers that a file has, so that a change in one leaves the others as they are for ccache
_SESSIONS = re.compile(r"\b(constexpr std::uint64_t sessions = )([\d']+);")
_FEWER = {"10'000": 300}
_MEASURES_TIME = ("cost_of_focus_test.cpp",)  # decides nothing, and fails on a busy machine


def sources():
    return [
        path
        for folder in PURE
        for path in sorted((ROOT / folder).iterdir())
        if path.suffix in (".cpp", ".h")
    ]


def make(into):
    """All mutants, and the constants that can't be one: (file, line, text). What is as it was isn't written again."""
    mutants, left_out, kept = [], [], set()
    for index, path in enumerate(sources()):
        file = str(path.relative_to(ROOT))
        rewriting = Rewriting(file, path.read_text(encoding="utf-8"), index * _PER_FILE)
        kept.add(_write(into / file, rewriting.rewrite()))
        if len(rewriting.mutants) > _PER_FILE:
            raise ValueError(f"{file}: more than {_PER_FILE} mutants")
        mutants += rewriting.mutants
        left_out += [(file, *each) for each in rewriting.left_out]
    kept |= {_write(into / file, text) for file, text in _unchanged()}
    schema = into / "generated/model/settings_schema.h"
    schema.parent.mkdir(parents=True, exist_ok=True)
    if (
        not schema.exists()
        or schema.stat().st_mtime < (ROOT / "settings/headroom.kcfg").stat().st_mtime
    ):
        subprocess.run(
            [
                sys.executable,
                "-B",
                ROOT / "cmake/settings_schema.py",
                ROOT / "settings/headroom.kcfg",
                schema,
            ],
            check=True,
        )
    for path in [*into.rglob("*.cpp"), *into.rglob("*.h")]:
        if path != schema and path not in kept:
            path.unlink()  # its source is gone
    return mutants, left_out


def most(_mutants):
    """Above each of their numbers."""
    return len(sources()) * _PER_FILE


def _write(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path


def _unchanged():
    """Whatever else the tests need of the daemon, for an include looks beside the file first; and the tests."""
    others = [
        each
        for folder in ("daemon", "daemon/sys", "daemon/recording")
        for each in (ROOT / folder).glob("*.[ch]*")
    ]
    for path in [
        *others,
        *(ROOT / "tests/unit/model").glob("*.[ch]*"),
        ROOT / "tests/unit/parts/replay_test.cpp",
    ]:
        if path.suffix in (".cpp", ".h") and path.name not in _MEASURES_TIME:
            text = path.read_text(encoding="utf-8")
            yield str(path.relative_to(ROOT)), _shorter(path, text)


def _shorter(path, text):
    """Thousands of mutants are tried: for that, fewer of the random sessions do."""
    if path.name != "random_sessions_test.cpp":
        return text
    short, found = _SESSIONS.subn(lambda m: f"{m[1]}{_FEWER.get(m[2], 300)};", text)
    if not found:
        raise ValueError(f"{path}: how many sessions is no longer said as expected")
    return short
