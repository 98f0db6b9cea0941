# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# package: linux-perf
"""What pressure (PSI) costs, measured as its author did: two processes pass a byte back and forth
through pipes, so each switch between them updates the stall times of all cgroups above.

This is repeated at four depths of cgroups: one more is what a scope of its own costs an app. At
each depth it runs alone, with the triggers that Headroom arms for a unit and for the system, and
while the files are also read as often as during a shortage. Rounds are in random order. Ratios are
taken within a round, so a machine that becomes slower meanwhile has no influence.
"""

import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
from pathlib import Path

import _in_a_user_unit as in_a_user_unit

LEVELS = (1, 2, 3, 4)  # cgroups below the user manager's, the scope included
CASES = ("alone", "triggers", "samples")
ROUNDS = int(os.environ.get("HEADROOM_TEST_ROUNDS", "15"))
TURNS = 100_000
# daemon/watch/pressure/pressure_trigger.h
OF_SYSTEM = {"memory": "some 10000 2000000", "io": "full 200000 2000000"}
OF_UNIT = {
    "memory": "some 10000 2000000",
    "cpu": "some 400000 2000000",
    "io": "some 200000 2000000",
}
WATCHER = """
import os, select, sys
paths, samples = sys.argv[2:], sys.argv[1] == "samples"
kept = []
for path, trigger in zip(paths[::2], paths[1::2]):
    kept.append(os.open(path, os.O_RDWR | os.O_NONBLOCK))
    os.write(kept[-1], trigger.encode() + b"\\0")
print("armed", flush=True)
while not select.select([sys.stdin], [], [], 0.1 if samples else None)[0]:
    for fd in kept:
        os.pread(fd, 4096, 0)
"""


class Scope:
    """A shell so many cgroups below the user manager, on one CPU."""

    def __init__(self, level):
        slice_name = "-".join(["price", *map(str, range(2, level))]) if level > 1 else "-"
        self._shell = subprocess.Popen(
            ["systemd-run", "--user", "--quiet", "--scope"]
            + [f"--slice={slice_name}.slice", "taskset", "--cpu-list", "0", "sh"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.cgroup = self._ask("cat /proc/self/cgroup").rpartition(":")[2]
        self.path = Path("/sys/fs/cgroup") / self.cgroup.lstrip("/")

    def _ask(self, command):
        self._shell.stdin.write(command + "\n")
        self._shell.stdin.flush()
        return self._shell.stdout.readline().strip()

    def us_a_turn(self):
        seconds = self._ask(f"perf bench --format=simple sched pipe --loop {TURNS}")
        return float(seconds) * 1e6 / TURNS

    def close(self):
        self._shell.stdin.close()
        self._shell.wait()


@contextlib.contextmanager
def watched(scope, case):
    if case == "alone":
        yield
        return
    words = [
        word
        for place, triggers in (
            (lambda name: f"/proc/pressure/{name}", OF_SYSTEM),
            (lambda name: str(scope.path / f"{name}.pressure"), OF_UNIT),
        )
        for name, trigger in triggers.items()
        for word in (place(name), trigger)
    ]
    with subprocess.Popen(
        [sys.executable, "-c", WATCHER, case, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as watcher:
        assert watcher.stdout.readline() == "armed\n"
        yield
        watcher.stdin.close()


def spread(values):
    low, middle, high = statistics.quantiles(values, n=4)
    return {"p25": round(low, 4), "p50": round(middle, 4), "p75": round(high, 4)}


def measured(scopes):
    runs = []  # of each round, by level and case
    for _ in range(ROUNDS):
        order = [(level, case) for level in LEVELS for case in CASES]
        random.shuffle(order)
        of_round = {}
        for level, case in order:
            with watched(scopes[level], case):
                of_round[level, case] = scopes[level].us_a_turn()
        runs.append(of_round)
    return runs


def row(runs, scope, level, case):
    # The first level has no other to compare with.
    above = level - 1 if case == "alone" and level > LEVELS[0] else level
    return {
        "cgroup": scope.cgroup,
        "case": case,
        "us_a_turn": spread([each[level, case] for each in runs]),
        "compared_with": "one level less" if above != level else "alone",
        "ratio": spread([each[level, case] / each[above, "alone"] for each in runs]),
    }


if __name__ == "__main__":
    in_a_user_unit.start_again()
    made = {level: Scope(level) for level in LEVELS}
    all_runs = measured(made)
    print(
        json.dumps(
            {
                "rounds": ROUNDS,
                "figures": [
                    row(all_runs, made[level], level, case) for level in LEVELS for case in CASES
                ],
            }
        )
    )
    for each_scope in made.values():
        each_scope.close()
