# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""`lab bench`: runs bench/NAME.py inside a session; the last line of its output is a JSON document."""

import json

from headroom_lab import cache, session
from headroom_lab.progress import Trouble, say

_BENCH = session.CHECKOUT / "bench"
_HEAD_LINES = 12


def run(name):
    found = {path.stem: path for path in sorted(_BENCH.glob("*.py")) if not path.stem.startswith("_")}
    if name is not None and name not in found:
        raise Trouble(f"no measurement called {name!r}; there are {', '.join(found) or 'none'}")
    if not found:
        raise Trouble("bench/ holds no measurements")
    documents = {}
    failed = False
    for each in [name] if name else found:
        status, document = _measure(found[each])
        if status != 0 or document is None:
            say(f"{each} failed" + (f" with status {status}" if status else ": its last line is not JSON"))
            failed = True
        if document is not None:
            documents[each] = document
            print(f"\n{each}\n" + "\n".join(table(document)), flush=True)
    print(json.dumps(documents[name] if name in documents else documents))
    return 1 if failed else 0


def _measure(path):
    head = path.read_text(encoding="utf-8").splitlines()[:_HEAD_LINES]
    in_vm = any(line.replace(" ", "").lower() == "#floor:vm" for line in head)
    with cache.scratch() as scratch:
        said = scratch / "said"
        status = session.run("plasma", ["sh", "-c", 'exec python3 "$1" >"$2"', "sh", str(path), str(said)], in_vm=in_vm,
                             writable=[scratch], environment={"PYTHONDONTWRITEBYTECODE": "1", "HEADROOM_LAB_OUT": str(scratch)})
        lines = said.read_text(encoding="utf-8").splitlines() if said.exists() else []
    try:
        document = json.loads(lines[-1]) if lines else None
    except ValueError:
        document = None
    for line in lines if document is None else lines[:-1]:
        print(line)
    return status, document


def table(document):
    """Rows of a document: a list of objects becomes columns, everything else one line a value."""
    lines = []
    for key, value in _flat(document):
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            lines += ([f"{key}:"] if key else []) + _columns(value)
        else:
            lines.append(f"{key:<40} {_shown(value)}".rstrip())
    return lines


def _flat(value, prefix=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{prefix}.{key}" if prefix else str(key))
    else:
        yield prefix, value


def _columns(rows):
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [names, *([_shown(row.get(name, "")) for name in names] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(names))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in cells]


def _shown(value):
    if isinstance(value, float):
        return f"{value:.4g}"
    return value if isinstance(value, str) else json.dumps(value)
