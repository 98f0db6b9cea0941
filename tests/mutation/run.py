# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures the tests of model and policy: the share of mutants that they kill, and the share of
lines that they run. `tests/lab/lab mutation` runs this in the build system."""

import argparse
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from pathlib import Path

import copies
import sample
import survivors

LEAST = 95.0  # percent, of mutants killed and of lines covered
# Seconds of tests after which the next stage begins. The first few tests kill most mutants.
_STAGES = (0.02, 0.2, 1e9)
# CPU time that the tests of one stage may take, besides four times what they took.
_SECONDS = 1
_TOLD_AFTER = 500  # mutants


class Tests:
    """The CPU time of each test, and which mutants it reaches."""

    def __init__(self, text):
        self.took = {}
        self.by_mutant = defaultdict(list)
        self.before_main = set()
        for line in text.splitlines():
            name, took, *numbers = line.split()
            if name == "-":
                self.before_main = set(map(int, numbers))
                continue
            self.took[name] = float(took) + 0.0002
            for number in map(int, numbers):
                self.by_mutant[number].append(name)
        self.reaches = Counter(name for names in self.by_mutant.values() for name in names)

    def stages(self, mutant, siblings):
        """The tests that may kill a mutant, in stages: first quick ones that reach few mutants."""
        names = self.by_mutant.get(mutant.number, [])
        if mutant.number in self.before_main:
            names = siblings
        ordered = sorted(names, key=lambda name: self.took[name] * self.reaches[name])
        spent, stage, found = 0.0, 0, [[]]
        for name in ordered:
            if spent > _STAGES[stage] and found[-1]:
                found.append([])
                stage += 1
            spent += self.took[name]
            found[-1].append(name)
        return [each for each in found if each]

    def siblings(self, mutants):
        """{file: the tests that reach a mutant in it}. For a header all tests, since its code is
        used elsewhere."""
        found = defaultdict(set)
        for mutant in mutants:
            found[mutant.file] |= set(self.by_mutant.get(mutant.number, []))
        return {
            file: sorted(self.took) if file.endswith(".h") else sorted(names)
            for file, names in found.items()
        }


class Program:
    """The tests with all mutants in them."""

    def __init__(self, path, scratch):
        self._path = path
        self._scratch = scratch
        self._environment = {**os.environ, "LLVM_PROFILE_FILE": "/dev/null"}

    def reached(self):
        out = self._scratch / "reached"
        profile = {"LLVM_PROFILE_FILE": str(self._scratch / "lines.profraw")}
        done = subprocess.run(
            [self._path, "--reached", out],
            env={**os.environ, **profile},
            text=True,
            stdout=subprocess.PIPE,
            check=False,
        )
        if done.returncode != 0:
            print(done.stdout[-4000:])
            sys.exit("mutation: the tests fail without a mutant")
        return Tests(out.read_text(encoding="utf-8"))

    def killer(self, server, mutant, names, before_main, seconds):
        """The first of these tests that notices the mutant. None: all pass."""
        wanted = ":".join(names)
        if before_main:
            with tempfile.TemporaryFile("w+") as begun:
                done = subprocess.run(
                    [self._path, "--once", str(seconds), wanted],
                    check=False,
                    stdout=begun,
                    env={**self._environment, "HEADROOM_MUTANT": str(mutant.number)},
                )
                begun.seek(0)
                return begun.read() or "none" if done.returncode != 0 else None
        server.stdin.write(f"{mutant.number} {seconds} {wanted}\n")
        server.stdin.flush()
        number, status, *begun = server.stdout.readline().split()
        if int(number) != mutant.number:
            raise ValueError(f"{number} was answered for {mutant.number}")
        return " ".join(begun) or "none" if status != "0" else None

    def server(self):
        return subprocess.Popen(
            [self._path, "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment,
        )


def killed(program, tests, mutants, all_mutants, jobs, killers):
    """The mutants that some test notices. The test that noticed a mutant the last time runs first,
    and is recorded in `killers`. A mutant that is listed as a survivor skips the last, slowest
    stage: only a survivor runs through all stages, so this is where they take time."""
    siblings = tests.siblings(all_mutants)
    listed = survivors.listed()
    waiting = queue.SimpleQueue()
    dead, lock = set(), threading.Lock()
    for mutant in mutants:
        waiting.put(mutant)

    def work():
        with program.server() as server:
            while True:
                try:
                    mutant = waiting.get_nowait()
                except queue.Empty:
                    break
                if (left := waiting.qsize()) % _TOLD_AFTER == 0 and left:
                    print(f"{left} mutants are left", flush=True)
                key = mutant.key()
                stages = tests.stages(mutant, siblings[mutant.file])
                if key in listed and len(stages) > 1:
                    stages.pop()
                if (known := killers.get(key)) in tests.took:
                    stages.insert(0, [known])
                for names in stages:
                    seconds = int(_SECONDS + 4 * sum(tests.took[name] for name in names))
                    killer = program.killer(
                        server, mutant, names, mutant.number in tests.before_main, seconds
                    )
                    if killer:
                        with lock:
                            dead.add(mutant)
                            killers[key] = killer
                        break
            server.stdin.close()

    threads = [threading.Thread(target=work) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return dead


def lines_covered(program, scratch, files):
    """{file: (lines that run, all lines, numbers of those that don't run)}"""
    data = scratch / "lines.profdata"
    subprocess.run(["llvm-profdata", "merge", "-o", data, scratch / "lines.profraw"], check=True)
    said = subprocess.run(
        ["llvm-cov", "export", "-format=lcov", f"-instr-profile={data}", program],
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    ).stdout
    found, file = {}, None
    for line in said.splitlines():
        what, _, rest = line.partition(":")
        if what == "SF":
            file = next((each for each in files if rest.endswith(f"/{each}")), None)
            counts = {}
        elif what == "DA" and file:
            number, count = rest.split(",")[:2]
            counts[int(number)] = int(count)
        elif what == "end_of_record" and file:
            found[file] = (
                sum(count > 0 for count in counts.values()),
                len(counts),
                [number for number, count in counts.items() if not count],
            )
    return found


def build(into, mutants):
    made = into / "built"
    # ccache needs this for precompiled headers.
    environment = {**os.environ, "CCACHE_SLOPPINESS": "pch_defines,time_macros"}
    launcher = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "")  # read by CMake only once
    for command in (
        [
            "cmake",
            "-G",
            "Ninja",
            "-S",
            str(Path(__file__).resolve().parent),
            "-B",
            str(made),
            "-DCMAKE_CXX_COMPILER=clang++",
            f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}",
            f"-DCOPIES={into / 'copies'}",
            f"-DMUTANTS={copies.most(mutants)}",
            f"-DREPLAYS={copies.ROOT / 'tests/replay'}",
        ],
        ["cmake", "--build", str(made), "--", "-k", "0"],
    ):
        done = subprocess.run(
            command,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        if done.returncode != 0:
            print(
                "\n".join(line for line in done.stdout.splitlines() if "error" in line)
                or done.stdout[-4000:]
            )
            sys.exit("mutation: the copies do not build")
    return made / "mutants"


def share(part, whole):
    return 100.0 * part / whole if whole else 100.0


def tell(mutants, dead, covered, whole):
    """Print the figures, both in the last line. True if they are good enough. The mutants may be a
    sample of a WHOLE."""
    for kind in sorted({each.kind for each in mutants}):
        of_kind = [each for each in mutants if each.kind == kind]
        print(f"{kind:<16}{sum(each in dead for each in of_kind):>6} of {len(of_kind)}")
    lines = sum(each[1] for each in covered.values())
    run = sum(each[0] for each in covered.values())
    for file, (some, of_file, missing) in sorted(covered.items()):
        if missing:
            print(f"{file}: {some} of {of_file} lines; not {', '.join(map(str, missing))}")
    of_mutants, of_lines = share(len(dead), len(mutants)), share(run, lines)
    may_survive = sample.most_survivors(len(mutants), whole, LEAST)
    least = share(len(mutants) - may_survive, len(mutants))
    print(
        f"mutation: {of_mutants:.1f} % of {len(mutants)} mutants die"
        f"{f', a sample of {whole},' if len(mutants) < whole else ''} (at least {least:.1f} %), "
        f"{of_lines:.1f} % of {lines} lines run (at least {LEAST:.1f} %)"
    )
    return len(mutants) - len(dead) <= may_survive and of_lines >= LEAST


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", metavar="FILE", help="only the mutants of these")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument(
        "--strict", action="store_true", help="fail as well if a survivor isn't explained"
    )
    parser.add_argument(
        "--sample", type=int, metavar="N", help="only N, the same ones for the same sources"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    began = time.monotonic()
    all_mutants, left_out = copies.make(options.into / "copies")
    program_path = build(options.into, all_mutants)
    built = time.monotonic()
    program = Program(program_path, options.into)
    tests = program.reached()
    wanted = [each for each in all_mutants if not options.files or each.file in options.files]
    mutants = sample.chosen(wanted, options.sample) if options.sample else wanted
    remembered = options.into / "killers.json"
    killers = json.loads(remembered.read_text(encoding="utf-8")) if remembered.exists() else {}
    dead = killed(program, tests, mutants, all_mutants, options.jobs, killers)
    remembered.write_text(json.dumps(killers, indent=0, sort_keys=True), encoding="utf-8")
    files = (
        {each.file for each in wanted}
        if options.files
        else {str(path.relative_to(copies.ROOT)) for path in copies.sources()}
    )
    covered = lines_covered(program_path, options.into, files)
    new, gone = survivors.judge(
        [each for each in mutants if each not in dead],
        files,
        tests.by_mutant.keys() | tests.before_main,
        {each.key() for each in wanted} - {each.key() for each in mutants},
    )
    print(
        "not mutated, for the compiler must know them: "
        f"{', '.join(f'{file}:{line} {text}' for file, line, text in left_out)}"
    )
    print(
        f"{built - began:.0f} s to build, {time.monotonic() - built:.0f} s "
        f"to run {len(tests.took)} tests against them"
    )
    good = tell(mutants, dead, covered, len(wanted))
    sys.exit(0 if good and not gone and not (options.strict and new) else 1)


if __name__ == "__main__":
    main()
