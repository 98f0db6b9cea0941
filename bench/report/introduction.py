# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The chapters of docs/BENCHMARKS.md that say what was measured, on what, and how."""

import json

from report import figures, names
from report.tables import spread, table


def beginning():
    return """<!--
SPDX-FileCopyrightText: Headroom contributors
SPDX-License-Identifier: GPL-2.0-or-later
-->

# Benchmarks

How long an app in front stalls while loads in the background take what it needs: without any
program, with each similar program of Debian, and with Headroom.

This page is made by `bench/report/page.py` from the JSON files in `docs/benchmarks/`. No figure is
typed by hand. To change the page, change the script or measure again."""


def the_machine(stall):
    facts = {
        json.dumps(boot["machine"], sort_keys=True)
        for row in stall.values()
        for boot in row["boots"]
        if "machine" in boot
    }
    lines = []
    for text in sorted(facts):
        fact = json.loads(text)
        lru = fact["lru_gen"]
        lines += [
            f"- Linux {fact['kernel']}, {fact['cpus']} CPUs ({fact['cpu']}), "
            f"{fact['memory_mib']:,} MiB of memory",
            f"- the CPU is emulated: {'yes' if fact['emulated'] else 'no'} "
            f"({fact['virtualization']})",
            f"- multi-generational LRU by default: {lru['enabled']}, `min_ttl_ms` "
            f"{lru['min_ttl_ms']}",
            "- versions: "
            + ", ".join(f"{name} {version}" for name, version in fact["versions"].items()),
        ]
    if not facts:
        return None
    return "## The machine\n\n" + "\n".join(lines)


def _of_these_boots(seen):
    """What the method amounted to, in sentences. Without a boot there are none."""
    if not seen:
        return ""
    limits = figures.spread(boot["threshold_ms"] for boot in seen)
    lateness = figures.spread(boot["control"]["recorder_ms"] for boot in seen)
    seeds, seconds = (
        ", ".join(map(str, sorted({boot[name] for boot in seen}))) for name in ("seed", "seconds")
    )
    return f"""

In these boots the limit was {spread(limits)} ms, the seed {seeds}, and each measurement lasted
{seconds} s. How quiet the host was: without any load, a program that needs nothing but a CPU was at
most {spread(lateness)} ms late."""


def method(stall):
    rows = figures.meaningful(stall)
    seen = [boot for row in rows.values() for boot in figures.boots_that_mean_something(row)]
    return f"""## Method

The machine is the lab's virtual machine with a Plasma session of Debian 13 and its stock kernel.
The programs are installed from Debian's archive as they are. systemctl starts each for its
measurement and stops it afterwards.

The app in front (`bench/uiprobe/`) draws sixty times a second, by the clock. For each frame it uses
a part of 64 MiB of its own memory and of 200 MiB of a file. A frame that comes late is a gap. A gap
counts as a stall if it is longer than 1.5 times the worst one of the same boot without any load,
and than 100 ms. Stall is the sum of these gaps, less the time of a frame each.

A row is a load and a kind of swap. One boot runs all configurations of a row, in a random order
that follows from a seed, the row and the number of the boot. Each configuration begins with a calm
machine, empty caches and empty swap. If the load stalls the app for less than 3 s without any
program, the boot is refused: it has nothing to remove.{_of_these_boots(seen)}

{table(["configuration", "what runs"], list(names.CONFIGURATIONS.items()))}

{table(["load", "what it is"], list(names.LOADS.items()))}

{table(["at the end of a row's name", "swap"], [["nothing", "none"],
 *names.SWAPS.items()])}

Debian 13 has neither uresourced nor ananicy-cpp nor any other program that divides CPU and disk. So
the rows on these compare forms of Headroom with no program."""


def repeat():
    return """## How to repeat it

On any Linux machine where you are root:

    tests/lab/lab bench stall
    tests/lab/lab bench stall --full --resume docs/benchmarks/stall.json
    tests/lab/lab bench compare
    python3 bench/report/page.py

The first command measures a part, with one boot. The second measures all that the file lacks. It
takes days, may be interrupted at any time, and goes on where it was. The last line of the third is
kept as `compare.json` beside that file. The machine must do nothing else meanwhile."""
