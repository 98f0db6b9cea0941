# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a fuzzer begins with besides its corpus: what the other tests have of the same kind."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
LONGEST = {"session_lines": 8192}  # bytes of an input, where it isn't the usual
_RAW = re.compile(r'R"\((.*?)\)"', re.DOTALL)
_PLAIN = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def literals(path):
    """The strings in C++; neighbours are one."""
    text = (TESTS / path).read_text(encoding="utf-8")
    found = [raw.encode() for raw in _RAW.findall(text)]
    for run in re.findall(rf"{_PLAIN.pattern}(?:\s*{_PLAIN.pattern})*", _RAW.sub("", text)):
        pieces = _PLAIN.findall(run)
        try:
            found.append("".join(ast.literal_eval(piece) for piece in pieces).encode())
        except (SyntaxError, ValueError):
            continue  # an escape that is C++'s alone
    return found


def recorded_lines():
    return [line for path in recordings() for line in path.read_bytes().splitlines()]


def recordings():
    return sorted((TESTS / "replay").glob("*.jsonl"))


def beginnings():
    """Of recordings, as many whole lines as one input may have."""
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
    """Each once. Nothing for a fuzzer whose inputs are of no kind that other tests have."""
    if name not in OF:
        return
    folder.mkdir()
    for number, seed in enumerate(sorted(set(OF[name]()))):
        (folder / f"{number:05}").write_bytes(seed)
