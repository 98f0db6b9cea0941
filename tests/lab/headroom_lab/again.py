# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the same tests repeatedly in one session, to find flaky ones."""

import contextlib
from collections import Counter
from xml.etree import ElementTree

# The exit status is that of the last turn that failed, even if later ones pass.
_LOOP = """status=0
while [ "$1" != -- ]; do
    turns="$turns $1"; shift
done
shift
for results in $turns; do
    "$@" "--junitxml=$results" || status=$?
done
exit $status"""


def files(results, times):
    """The file of JUnit results of each turn."""
    return (
        [results]
        if times == 1
        else [results.with_name(f"{results.stem}-{turn + 1}.xml") for turn in range(times)]
    )


def and_again(command, results):
    """A command that runs COMMAND, a pytest, once for each of these files, also after failures.
    If COMMAND already has a --junitxml, the later one counts."""
    return ["sh", "-c", _LOOP, "sh", *map(str, results), "--", *command]


def told(results):
    """A line for each test with how often it passed, the worst first."""
    passed, ran = Counter(), Counter()
    for file in results:
        with contextlib.suppress(FileNotFoundError, ElementTree.ParseError):
            for case in ElementTree.parse(file).iter("testcase"):
                name = f"{case.get('classname', '')}::{case.get('name')}"
                ran[name] += 1
                passed[name] += all(
                    case.find(ill) is None for ill in ("failure", "error", "skipped")
                )
    return [
        f"passed {passed[name]} times of {ran[name]}: {name}"
        for name in sorted(ran, key=lambda name: (passed[name] - ran[name], name))
    ]
