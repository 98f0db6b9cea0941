# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""`lab bench` runs bench/NAME.py in a session. The last line of its output is a JSON document.

The comments at the top of a measurement state what it needs, one a line:

    # floor: vm             run in a virtual machine, not in a container
    # memory: 1200          MiB of memory of the virtual machine
    # memory: 2200 new      the same, for these cases
    # disk: 60              MiB a second that its disk transfers
    # package: stress-ng    Debian packages besides those of the session's system
    # cases: one other,new  run once for each case, with the case as the first argument; cases
                            joined by commas share a session, and its document then holds one
                            document for each of them, by name
    # boots: 5              run in so many sessions, with the session's number as the next argument
    # full-cases: all new   the cases of `lab bench --full`, which also passes "full" as the last
                            argument
    # full-boots: 10        and its sessions
"""

import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from headroom_lab import cache, origin, session
from headroom_lab.boots import Boots, flat
from headroom_lab.progress import Trouble, say

_BENCH = session.CHECKOUT / "bench"
_HEAD_LINES = 16
_FOR_MEASUREMENTS = "HEADROOM_TEST_"  # prefix of variables that limit what a measurement does
_LONGEST_LIST = 100  # columns of a list in a table


@dataclass(frozen=True)
class Wants:
    """What a measurement needs, by its header."""

    in_vm: bool = False
    memory_mb: int | None = None
    memory_of: dict[str, int] = field(default_factory=dict)  # of the cases that need another size
    disk_mb: int | None = None
    packages: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    boots: int | None = None  # None: one session, without its number and without medians
    full_cases: tuple[str, ...] = ()
    full_boots: int | None = None

    def memory_for(self, cases):
        """MiB for a session of these cases, joined by commas."""
        sizes = {self.memory_of.get(case, self.memory_mb) for case in cases.split(",")}
        if len(sizes) > 1:
            raise Trouble(f"{cases} can't share a session: they need machines of different sizes")
        return sizes.pop()


@dataclass(frozen=True)
class Asked:
    """What the command line asks of a measurement."""

    cases: tuple[str, ...] = ()
    boots: int | None = None
    full: bool = False
    resume: Path | None = None


def run(name, asked):
    found = {
        path.stem: path for path in sorted(_BENCH.glob("*.py")) if not path.stem.startswith("_")
    }
    if name is not None and name not in found:
        raise Trouble(f"no measurement called {name!r}; there are {', '.join(found) or 'none'}")
    if not found:
        raise Trouble("bench/ holds no measurements")
    if name is None and (asked.full or asked.resume):
        raise Trouble("--full and --resume are for one measurement; name it")
    documents = {}
    failed = False
    for each in [name] if name else found:
        document, complete = _measurement(each, found[each], asked)
        failed |= not complete
        if document is not None:
            documents[each] = document
            print(f"\n{each}\n" + "\n".join(table(document)), flush=True)
    print(json.dumps(documents[name] if name in documents else documents))
    return 1 if failed else 0


def wants(text):
    """The header of a measurement's source."""
    said, memory_of = {}, {}
    for line in text.splitlines()[:_HEAD_LINES]:
        if known := re.fullmatch(
            r"#\s*(floor|memory|disk|package|(?:full-)?cases|(?:full-)?boots)\s*:\s*(.*\S)\s*",
            line.lower(),
        ):
            words = known[2].split()
            if known[1] == "memory" and len(words) > 1:
                memory_of |= dict.fromkeys(words[1:], int(words[0]))
            else:
                said.setdefault(known[1], []).extend(words)
    number = {
        name: int(said[name][0]) if name in said else None
        for name in ("memory", "disk", "boots", "full-boots")
    }
    return Wants(
        in_vm=said.get("floor") == ["vm"],
        memory_mb=number["memory"],
        memory_of=memory_of,
        disk_mb=number["disk"],
        packages=tuple(said.get("package", ())),
        cases=tuple(said.get("cases", ())),
        boots=number["boots"],
        full_cases=tuple(said.get("full-cases", ())),
        full_boots=number["full-boots"],
    )


def _measurement(name, path, asked):
    """(its document or None, whether it is complete)"""
    wanted = wants(path.read_text(encoding="utf-8"))
    if asked.full and not wanted.full_cases:
        raise Trouble(f"{name} has no cases besides its usual ones")
    if not wanted.cases and wanted.boots is None:
        if asked.resume:
            raise Trouble(f"{name} runs in one session, so there is nothing to resume")
        status, document = _session(name, path, wanted, ())
        return document, status == 0 and document is not None
    boots, complete = Boots(asked.resume), True
    for case, boot in sessions(wanted, asked):
        boots.identify(_identity(asked))
        lacking = boots.lacking(case, boot)
        if not lacking:
            continue
        case = ",".join(lacking)
        say(f"{name} {case}: session {boot + 1}")
        words = (case, str(boot), *(["full"] if asked.full else []))
        before = origin.used()
        status, document = _session(f"{name} {case}", path, wanted, words)
        complete &= status == 0 and document is not None
        boots.add(case, boot, document, origin.shares(before, origin.used()))
    whole = boots.whole()
    return whole if "" not in whole else whole[""], complete


def sessions(wanted, asked):
    """(case, number of the boot) of each session. With --full all cases have a boot before one has
    two, so that a run which is interrupted has something of each."""
    cases = asked.cases or (wanted.full_cases if asked.full else wanted.cases) or ("",)
    count = asked.boots or (wanted.full_boots if asked.full else wanted.boots) or 1
    if asked.full:
        return [(case, boot) for boot in range(count) for case in cases]
    return [(case, boot) for case in cases for boot in range(count)]


def _session(name, path, wanted, words):
    with cache.scratch() as scratch:
        said = scratch / "said"
        command = [
            "sh",
            "-c",
            'said=$1; shift; exec python3 "$@" >"$said"',
            "sh",
            str(said),
            str(path),
            *words,
        ]
        try:
            status = session.run(
                "plasma",
                command,
                in_vm=wanted.in_vm,
                memory_mb=wanted.memory_for(words[0] if words else ""),
                disk_mb=wanted.disk_mb,
                package=wanted.packages,
                writable=[scratch],
                environment={
                    "PYTHONDONTWRITEBYTECODE": "1",
                    "HEADROOM_LAB_OUT": str(scratch),
                    **_limits(),
                },
            )
        except Trouble as trouble:
            # If one of several machines doesn't come up, the figures of the others are kept.
            if not words:
                raise
            say(str(trouble))
            status = None
        lines = said.read_text(encoding="utf-8").splitlines() if said.exists() else []
    try:
        document = json.loads(lines[-1]) if lines else None
    except ValueError:
        document = None
    # With several sessions, each document is printed when its session ends. A run that the user
    # interrupts has then printed the figures of all complete sessions.
    for line in lines if document is None or words else lines[:-1]:
        print(line, flush=True)
    if status != 0 or document is None:
        say(
            f"{name} failed"
            + (f" with status {status}" if status else ": its last line is not JSON")
        )
    return status, document


def _identity(asked):
    """What boots must have in common, so that a median of them means something."""
    return {
        "source": origin.source(session.CHECKOUT),
        "limits": _limits(),
        **({"full": True} if asked.full else {}),
    }


def _limits():
    return {name: value for name, value in os.environ.items() if name.startswith(_FOR_MEASUREMENTS)}


def table(document):
    """The lines of a document. A list of objects becomes columns, and so do sessions with their
    median. Every other value is one line."""
    if _has_boots(document):
        return _side_by_side(document)
    if document and all(isinstance(case, dict) and _has_boots(case) for case in document.values()):
        return [
            line
            for name, case in document.items()
            for line in ["", f"{name}:", *_side_by_side(case)]
        ]
    lines = []
    for key, value in flat(document):
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            lines += ([f"{key}:"] if key else []) + _columns(value)
        else:
            lines.append(f"{key:<40} {_shown(value)}".rstrip())
    return lines


def _has_boots(document):
    return {"median", "boots"} <= document.keys() <= {"median", "boots", "lost"}


def _side_by_side(case):
    """A row for each value and a column for each session, since there are more values."""
    lost = [f"sessions that ended without a document: {case['lost']}"] if "lost" in case else []
    columns = {"median": dict(flat(case["median"]))} | {
        str(number + 1): dict(flat(boot)) for number, boot in enumerate(case["boots"])
    }
    names = dict.fromkeys(name for column in columns.values() for name in column)
    return lost + _columns(
        [
            {"": name} | {title: column.get(name, "") for title, column in columns.items()}
            for name in names
        ]
    )


def _columns(rows):
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [names, *([_shown(row.get(name, "")) for name in names] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(names))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in cells
    ]


def _shown(value):
    if isinstance(value, float):
        return f"{value:.4g}"
    text = value if isinstance(value, str) else json.dumps(value)
    if isinstance(value, list) and len(text) > _LONGEST_LIST:
        return f"{len(value)} values"
    return text
