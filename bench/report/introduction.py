# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The chapters of docs/BENCHMARKS.md that say what was measured, on what, and how."""

import json

import _stall_plan as plan

from report import figures, names, sources
from report.tables import percent, spread, table


def beginning():
    return """<!--
SPDX-FileCopyrightText: Headroom contributors
SPDX-License-Identifier: GPL-2.0-or-later
-->

# Benchmarks

How long an app in front stalls while loads in the background take what it needs: without any
program, with similar programs of Debian, and with Headroom.

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


def _shown_all(values):
    return ", ".join(map(str, sorted(set(values))))


def _of_these_boots(stall, seen):
    """What the method amounted to, in sentences. Without a boot there are none."""
    if not seen:
        return ""
    lateness = figures.spread(boot["control"]["recorder_ms"] for boot in seen)
    worst = figures.spread(boot["control"]["worst_ms"] for boot in seen)
    others = sources.shares_of_the_host(stall)
    beside = figures.spread(each.most for each in others.values())
    noise = (
        "The share of the host's CPU time that anything else used is not recorded."
        if beside is None
        else f"Anything else on the host used at most {percent(beside.most)} of its CPU time in a "
        "boot. The table below has each row."
    )
    return f"""

In these boots the seed was {_shown_all(boot["seed"] for boot in seen)}, and a measurement lasted
{_shown_all(boot["seconds"] for boot in seen)} s. The boots of a row are of one state of the
sources. How quiet the host was: without any load, a program that needs nothing but a CPU was at
most {spread(lateness)} ms late, and the worst gap between frames was {spread(worst)} ms. {noise}"""


def _noise(stall):
    others = sources.shares_of_the_host(stall)
    if not others:
        return ""
    lines = [
        [name, ", ".join(sources.states_of_sources(stall[name])), spread(each, percent)]
        for name, each in others.items()
    ]
    return "\n\n" + table(["row", "sources", "CPU time of the host that others used"], lines)


def _loads(stall):
    """What they are, and how fast they grew where that was measured."""
    rates = sources.rates(figures.meaningful(stall), names.parted)
    if not rates:
        return table(["load", "what it is"], list(names.LOADS.items()))
    return table(
        ["load", "what it is", "its growth with no program, MiB/s"],
        [[name, text, spread(rates.get(name))] for name, text in names.LOADS.items()],
    )


def method(stall):
    rows = figures.meaningful(stall)
    seen = [boot for row in rows.values() for boot in figures.boots_that_mean_something(row)]
    these = _of_these_boots(stall, seen) + _noise(stall)
    return f"""## Method

The machine is the lab's virtual machine with a Plasma session of Debian 13 and its stock kernel.
The programs are installed from Debian's archive. The table below says what was set besides.
systemctl starts each for its measurement and stops it afterwards.

The app in front (`bench/uiprobe/`) makes sixty frames a second, by the clock. It has a window,
which is drawn once. It does not wait for the compositor, so a compositor that is merely slow is not
measured. For each frame it uses a part of 64 MiB of its own memory and of 200 MiB of a file. A
frame that comes late is a gap. A gap counts as a stall if it is longer than {plan.NOTICED_MS} ms,
which users notice. Stall is the sum of these gaps, less the time of a frame each. If the app in
front is killed, or KWin ends, the rest of the time is a stall.

Two other apps are open and do nothing. One is visible and one is minimised.

A row is a load and a kind of swap. The rows on CPU and disk have a machine with more memory, so
that a shortage of memory is not what they measure. One boot runs all configurations of a row, in a
random order that follows from a seed, the row and the number of the boot. Each configuration begins
with a calm machine, empty caches and empty swap. If an earlier one has left anything behind, the
boot ends. All configurations of a row have the same time: {plan.SECONDS_ON_MEMORY} s where memory
is short, since systemd-oomd and nohang wait for half a minute by design, twice that for a slow load
with swap, and {plan.SECONDS_ON_CPU_AND_DISK} s otherwise.

Each boot begins with the app in front and no load. If its worst gap is longer than
{plan.CONTROL_WORST_MS} ms, or a program that needs nothing but a CPU is more than
{plan.CONTROL_RECORDER_MS} ms late, the host is too busy. After {plan.CONTROLS} such attempts the
boot is refused. No boot is refused for its outcome. A row is left out if, without any program, its
median is less than {plan.LEAST_STALL_SECONDS} s of stall: there is nothing to remove.{these}

{table(["configuration", "what runs"], list(names.CONFIGURATIONS.items()))}

{_loads(stall)}

{table(["at the end of a row's name", "swap"], [["nothing", "none"],
 *names.SWAPS.items()])}

Not measured are uresourced and ananicy-cpp, which divide CPU and disk. So the rows on these compare
forms of Headroom with no program. Nor are oomd, which is Meta's, and low-memory-monitor, although
Debian has them."""


def repeat():
    return """## How to repeat it

On any Linux machine where you are root:

    tests/lab/lab bench stall
    tests/lab/lab bench stall --full --resume docs/benchmarks/stall.json
    tests/lab/lab bench interaction --resume docs/benchmarks/interaction.json
    tests/lab/lab bench compare
    python3 bench/report/page.py

The first command measures a part, with one boot. The second measures all that the file lacks. It
takes days, may be interrupted at any time, and goes on where it was. The last line of the fourth is
kept as `compare.json` beside that file. The machine must do nothing else meanwhile."""
