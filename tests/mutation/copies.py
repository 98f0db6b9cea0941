# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Copies the sources, with all mutants in them, and what is compiled with them, to a directory."""

import re
import subprocess
import sys
from pathlib import Path

from mutate import Rewriting

ROOT = Path(__file__).resolve().parent.parent.parent
PURE = ("daemon/model", "daemon/policy")
# Numbers reserved for each file. A change in one file then doesn't renumber the mutants of others,
# and ccache finds these.
_PER_FILE = 1000
_SESSIONS = re.compile(r"\b(constexpr std::uint64_t sessions = )([\d']+);")
_FEWER = {"10'000": 300}
_MEASURES_TIME = ("cost_of_focus_test.cpp",)  # left out: it tests no decision, and depends on load


def sources():
    return [
        path
        for folder in PURE
        for path in sorted((ROOT / folder).iterdir())
        if path.suffix in (".cpp", ".h")
    ]


def make(into):
    """(all mutants, constants that can't be mutated as (file, line, text)). Files that haven't
    changed aren't written again."""
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
    """A number above that of each mutant."""
    return len(sources()) * _PER_FILE


def _write(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path


def _unchanged():
    """The tests, and the other files of the daemon that they need. These are copied, too, since an
    #include in quotes looks beside the including file first."""
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
    """Fewer random sessions are enough here, since they run for thousands of mutants."""
    if path.name != "random_sessions_test.cpp":
        return text
    short, found = _SESSIONS.subn(lambda m: f"{m[1]}{_FEWER.get(m[2], 300)};", text)
    if not found:
        raise ValueError(f"{path}: how many sessions is no longer said as expected")
    return short
