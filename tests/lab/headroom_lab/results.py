# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a floor's JUnit results: the sums, what is wrong, and how many cases each group of tests
had. One test of ctest may be many cases of pytest, QtTest or GoogleTest. ctest doesn't count these,
so their output is read."""

import contextlib
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

_ALLOWED_SKIPS = Path(__file__).resolve().parent.parent / "allowed-skips.txt"
# The last line of pytest: "3 passed, 1 skipped in 0.12s", with "=" around it unless it is quiet.
_OF_PYTEST = re.compile(r"^=*\s*((?:\d+ [a-z]+(?:, )?)+) in \d+\.\d+s\b.*$", re.MULTILINE)
_OF_QTEST = re.compile(
    r"^Totals: (\d+ passed, \d+ failed, \d+ skipped(?:, \d+ blacklisted)?)", re.MULTILINE
)
_OF_GTEST = re.compile(r"^\[  (PASSED|FAILED|SKIPPED) +\] (\d+) tests?[.,]", re.MULTILINE)
_COUNT = re.compile(r"(\d+) ([a-z]+)")
_RAN = ("passed", "failed", "error", "errors")
_LEFT_OUT = ("skipped", "xfailed", "deselected", "blacklisted")
_LONGEST_REASON = 200  # characters
_MOST_REASONS = 12  # lines
# Why a test of ctest failed, since "Failed" is all that ctest says: of pytest, GoogleTest, QtTest,
# and the sanitizers.
_WHY_FAILED = re.compile(
    r"^(?:E  .*|(?:FAILED|ERROR) .*|.*: Failure\n.*|\[  FAILED  \] \w.*\(\d+ ms\)|FAIL!  .*"
    r"|.*ERROR: \w+Sanitizer.*|.*runtime error: .*)$",
    re.MULTILINE,
)
# Of pytest (-rs), QtTest, GoogleTest, and programs that print TAP.
_WHY_LEFT_OUT = re.compile(
    r"^(?:SKIPPED \[|XFAIL |SKIP +: |BSKIP +: |\[  SKIPPED \]"
    r"|(?:not )?ok \d+.*# (?:SKIP|TODO)).*$",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass
class Result:
    name: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0
    wrong: list[str] = field(default_factory=list)
    cases: Counter = field(default_factory=Counter)  # those that ran, by group

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.wrong += other.wrong
        self.cases += other.cases

    def is_wrong(self, sentence):
        self.failed += 1
        self.wrong.append(f"{self.name}: {sentence}")


def read(name, paths, status):
    """The results of a floor. If STATUS isn't zero although no test failed, that counts as one
    failed test."""
    result = Result(name)
    allowed = _allowed_skips()
    for path in paths:
        with contextlib.suppress(FileNotFoundError, ElementTree.ParseError):
            for case in ElementTree.parse(path).iter("testcase"):
                _count(case, result, allowed)
    if status != 0 and not result.failed:
        result.is_wrong(f"ended with status {status}")
    return result


def _count(case, result, allowed):
    title = f"{case.get('classname', '')}::{case.get('name')}"
    output = case.findtext("system-out") or ""
    skip = case.find("skipped")
    inner = _inner(output)
    ran = sum(inner[what] for what in _RAN) if inner else skip is None
    result.cases[_group(case, inner)] += ran
    wrong = next((each for each in case if each.tag in ("failure", "error")), None)
    if wrong is not None:
        result.failed += 1
        why = _in_a_line(wrong.get("message") or "") + _in_lines(output)
        result.wrong.append(f"{result.name}: {title}{why}")
    elif skip is not None:
        reason = " ".join([skip.get("message") or "", skip.text or "", output])
        _leave_out(result, title, 1, [reason], allowed)
    else:
        result.passed += inner["passed"] if inner else 1
        left_out = sum(inner[what] for what in _LEFT_OUT)
        reasons = [line.group().strip() for line in _WHY_LEFT_OUT.finditer(output)]
        if left_out or reasons:
            _leave_out(result, title, left_out or len(reasons), reasons, allowed)


def _in_a_line(message):
    """The end of a log may be all that is kept of it: the reason is beside the name."""
    first = message.strip().partition("\n")[0].strip()
    return f": {first[:_LONGEST_REASON]}" if first else ""


def _in_lines(output):
    """The lines of the output that say why the test failed."""
    found = [each.group() for each in _WHY_FAILED.finditer(output)]
    lines = [line for each in found for line in each.splitlines()][:_MOST_REASONS]
    return "".join(f"\n    {line.strip()[:_LONGEST_REASON]}" for line in lines)


def _leave_out(result, title, count, reasons, allowed):
    """A skipped test fails, unless its reason is allowed."""
    if reasons and all(any(words in reason for words in allowed) for reason in reasons):
        result.skipped += count
    else:
        shown = " ".join(" ".join(reasons).split())[-200:]
        result.is_wrong(
            f"{title}: skipped, and its reason is not in {_ALLOWED_SKIPS.name}: " f"{shown}"
        )


def _inner(output):
    """{"passed": 3, …}: the cases inside a test of ctest, as it prints them; else empty."""
    said = [*_OF_PYTEST.findall(output)[-1:], *_OF_QTEST.findall(output)]
    counts = Counter()
    for line in said:
        counts.update({what: int(number) for number, what in _COUNT.findall(line)})
    counts.update({what.lower(): int(number) for what, number in _OF_GTEST.findall(output)})
    return counts


def _group(case, inner):
    """The test file, or a test of ctest with several cases, such as a suite of GoogleTest."""
    name = case.get("name")
    classname = case.get("classname") or ""
    modules = [part for part in classname.split(".") if part.startswith("test_")]
    if modules:
        return modules[0]
    return (name if inner else name.partition(".")[0]).replace(" ", "_")


def _allowed_skips():
    lines = (line.strip() for line in _ALLOWED_SKIPS.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]
