# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""survivors.txt lists the mutants that no test kills, each with the reason why no test is missing.
A mutant is an indented line. The lines above it are the reason."""

from collections import Counter
from pathlib import Path

LIST = Path(__file__).resolve().parent / "survivors.txt"


def explained(text):
    """A counter of keys: two mutants with the same key are two lines."""
    found, reason, last = Counter(), [], ""
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if line.startswith("    "):
            if not reason:
                raise ValueError(f"nothing explains {line.strip()}")
            found[line.strip()] += 1
        elif line.strip():
            reason = [*reason, line] if last.strip() and not last.startswith("    ") else [line]
        else:
            reason = []
        last = line
    return found


def listed():
    return explained(LIST.read_text(encoding="utf-8"))


def judge(alive, files, reached, not_run=()):
    """(how many survivors aren't listed, how many listed mutants don't survive). Prints both.
    Nothing is known of those that were not run."""
    known = Counter(
        {
            key: count
            for key, count in listed().items()
            if key.split(" | ")[0] in files and key not in not_run
        }
    )
    new = []
    for each in alive:
        if known[each.key()] > 0:
            known[each.key()] -= 1
        else:
            new.append(each)
            print(
                f"survives: {each.file}:{each.line}: {each.function}: {each.change}"
                f"{'' if each.number in reached else ' (no test comes by)'}"
            )
    gone = list(known.elements())
    for key in gone:
        print(f"is listed and doesn't survive: {key}")
    if new:
        print(f"as they would be in {LIST.name}, with a reason above:")
        print("\n".join(f"    {each.key()}" for each in new))
    return len(new), len(gone)
