# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""tests/lab/cases.txt: how many cases each group of tests had when its floor last passed. A test
that is no longer run, for whatever reason, is noticed. Each group has its own line, so two changes
rarely conflict."""

from pathlib import Path

from headroom_lab import rootfs

FILE = Path(__file__).resolve().parent.parent / "cases.txt"
_SUITE_OF_FILE = "trixie"  # other releases lack some programs, and so have fewer cases


def kind(floor, nightly):
    return f"{floor}-nightly" if nightly else floor


def fewer(floor, cases, path=FILE):
    """A sentence if there were fewer cases than the file states, else None."""
    if rootfs.SUITE != _SUITE_OF_FILE:
        return None
    missing = [
        f"{group} {cases[group]} of {count}"
        for (of, group), count in sorted(read(path).items())
        if of == floor and cases[group] < count
    ]
    if not missing:
        return None
    return (
        f"fewer test cases than {path.name} has ({', '.join(missing)}); "
        "what is gone on purpose has its line changed there"
    )


def remember(floor, cases, path=FILE):
    """Record the cases of a floor that has passed. True if the file has changed; commit it with the
    change that added the cases."""
    known = read(path)
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


def read(path=FILE):
    """{(floor, group): count}."""
    rows = (line.split() for line in _lines(path) if line and not line.startswith("#"))
    return {(floor, group): int(count) for floor, group, count in rows}
