# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How many cases each group of tests had when a floor last passed, in tests/lab/cases.txt: a test
that is no longer run, for whatever reason, is missed. A line is a group, so that two changes seldom
meet in one."""

from pathlib import Path

from headroom_lab import rootfs

FILE = Path(__file__).resolve().parent.parent / "cases.txt"
_SUITE_OF_FILE = "trixie"  # other releases lack a program here and there


def kind(floor, nightly):
    return f"{floor}-nightly" if nightly else floor


def fewer(floor, cases, path=FILE):
    """A sentence if there were fewer than the file says; else nothing."""
    if rootfs.SUITE != _SUITE_OF_FILE:
        return None
    missing = [
        f"{group} {cases[group]} of {count}"
        for (of, group), count in sorted(_read(path).items())
        if of == floor and cases[group] < count
    ]
    if not missing:
        return None
    return (
        f"fewer test cases than {path.name} has ({', '.join(missing)}); "
        "what is gone on purpose has its line changed there"
    )


def remember(floor, cases, path=FILE):
    """Of a floor that has passed. Whether there are more than the file had: then the change to it
    belongs to the change that they came with."""
    known = _read(path)
    more = {
        (floor, group): count
        for group, count in cases.items()
        if count > known.get((floor, group), 0)
    }
    if not more or rootfs.SUITE != _SUITE_OF_FILE:
        return False
    head = [line for line in _lines(path) if line.startswith("#")]
    rows = [f"{of} {group} {count}" for (of, group), count in sorted((known | more).items())]
    path.write_text("\n".join([*head, *rows]) + "\n", encoding="utf-8")
    return True


def _lines(path):
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _read(path):
    """{(floor, group): count}."""
    rows = (line.split() for line in _lines(path) if line and not line.startswith("#"))
    return {(floor, group): int(count) for floor, group, count in rows}
