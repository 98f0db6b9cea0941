# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a fuzzer starts from besides its corpus: inputs of the same kind from the other tests."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
LONGEST = {"session_lines": 8192}  # bytes per input, if not the usual limit
_RAW = re.compile(r'R"\((.*?)\)"', re.DOTALL)
_PLAIN = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def literals(path):
    """The string literals of a C++ file; adjacent ones are joined."""
    text = (TESTS / path).read_text(encoding="utf-8")
    found = [raw.encode() for raw in _RAW.findall(text)]
    for run in re.findall(rf"{_PLAIN.pattern}(?:\s*{_PLAIN.pattern})*", _RAW.sub("", text)):
        pieces = _PLAIN.findall(run)
        try:
            found.append("".join(ast.literal_eval(piece) for piece in pieces).encode())
        except (SyntaxError, ValueError):
            continue  # an escape that only C++ has
    return found


def recorded_lines():
    return [line for path in recordings() for line in path.read_bytes().splitlines()]


def recordings():
    return sorted((TESTS / "replay").glob("*.jsonl"))


def beginnings():
    """The beginning of each recording: as many whole lines as fit into one input."""
    for path in recordings():
        text = path.read_bytes()[: LONGEST["session_lines"]]
        yield text[: text.rfind(b"\n") + 1]


OF = {
    "unit_name": lambda: literals("unit/model/unit_names_seen.h"),
    "event_line": recorded_lines,
    "session_lines": lambda: list(beginnings()),
    "window_report": lambda: literals("unit/parts/window_report_test.cpp"),
    "rc_file": lambda: [
        *literals("unit/parts/rc_file_test.cpp"),
        *literals("unit/parts/settings_cascade_test.cpp"),
    ],
    "kernel_text": lambda: [
        *literals("unit/model/kernel_texts_seen.h"),
        *literals("unit/model/kernel_text_test.cpp"),
    ],
}


def write(name, folder):
    """Writes each seed once. Nothing for a fuzzer whose kind of input no other test has."""
    if name not in OF:
        return
    folder.mkdir()
    for number, seed in enumerate(sorted(set(OF[name]()))):
        (folder / f"{number:05}").write_bytes(seed)
