# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The same tests again and again in one session, to find those that pass only now and then."""

import contextlib
from collections import Counter
from xml.etree import ElementTree

# A turn that ends badly isn't forgotten for a later one that doesn't.
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
    """Of each turn."""
    return (
        [results]
        if times == 1
        else [results.with_name(f"{results.stem}-{turn + 1}.xml") for turn in range(times)]
    )


def and_again(command, results):
    """What runs COMMAND, a pytest, once for each of these files, whatever comes of it. Of two options of that name it takes the later one."""
    return ["sh", "-c", _LOOP, "sh", *map(str, results), "--", *command]


def told(results):
    """A line for each test: how often it passed, the worst first."""
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
