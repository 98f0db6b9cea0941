# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""`lab test` runs the three floors of tests and prints the sums of their JUnit results."""

import contextlib
import os
import re
import shutil
import threading
import time
from typing import NamedTuple

from headroom_lab import again, build, cache, cases, mutation, results, session
from headroom_lab.progress import Step, Trouble, say
from headroom_lab.results import Result

FLOORS = ("unit", "session", "vm")
INSTALLED = ("tree", "packages")
_SANITIZED = "asan-clang"
_UNAIDED = "includes"  # the preset without precompiled headers
_HEAD_LINES = 6
_FOR_TESTS = "HEADROOM_TEST_"  # prefix of variables that limit what a test does
_NOTHING_COLLECTED = 5  # pytest's exit status when -k leaves no test
_NIGHTLY_FUZZ_S = 600  # for each fuzzer
_MUTANTS = 250  # in the sample that each change waits for; at night there are all
_MOST_OUTPUT = str(1 << 22)  # bytes of output that ctest keeps; the sums of a test are at the end


class Wanted(NamedTuple):
    """What test files need of their session."""

    desktop: str = "plasma"
    installed: str = "tree"
    packages: tuple[str, ...] = ()
    memory: int = 0  # MiB of the virtual machine; 0: the default

    def __str__(self):
        words = [self.desktop]
        if self.installed == "packages":
            words.append("from its packages")
        if self.packages:
            words.append("with " + " ".join(self.packages))
        if self.memory:
            words.append(f"{self.memory} MiB")
        return ", ".join(words)


def run(floor, name, nightly=False, out=None, times=1):
    """Run the tests that every change must pass, or the nightly ones. Results go to `out`."""
    first, *later = [floor] if floor else FLOORS
    with cache.scratch() as scratch:
        with _meanwhile(_make_ready) if later and not nightly else contextlib.nullcontext():
            of_floors = [_timed(first, lambda: _floor(first, name, scratch, nightly, times))]
        of_floors += [
            _timed(each, lambda f=each: _floor(f, name, scratch, nightly, times)) for each in later
        ]
        if out:
            shutil.copytree(scratch, out, dirs_exist_ok=True)
    if not name and times == 1:
        for each in of_floors:
            _compare(each, nightly)
    return _summary(of_floors)


def _compare(result, nightly):
    """Compare with the last run. A floor that has lost tests fails."""
    kind = cases.kind(result.name, nightly)
    if not +result.cases:
        result.is_wrong("no test ran")
    elif why := cases.fewer(kind, result.cases):
        result.is_wrong(why)
    elif not result.failed and cases.remember(kind, result.cases):
        say(f"{cases.FILE.name} has the test cases that are new")


def _may_be_meant(name, path, text):
    """Whether -k NAME may select a test of the file. It may be an expression, which pytest
    evaluates: one of its words must be in the name of the file or of one of its tests."""
    words = [word for word in re.findall(r"\w+", name) if word not in ("and", "or")]
    names = [path.name, *re.findall(r"^def (test_\w+)", text, re.MULTILINE)]
    return "not" in words or any(word in each for word in words for each in names)


@contextlib.contextmanager
def _meanwhile(work):
    """Do WORK in a thread. At the end it finishes what it has begun and begins no more, so nothing
    of it runs when later tests measure."""
    over = threading.Event()
    worker = threading.Thread(target=work, args=(over.is_set,), daemon=True)
    worker.start()
    yield
    over.set()
    worker.join()


def _make_ready(is_over):
    """Make what the later floors need, while the first one compiles and waits. First the systems,
    since apt waits for the network. Then Headroom, its packages, and the other layers above the
    systems. The nice value is 19, so that other processes don't wait for a CPU.
    """
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
    wanted = [
        (floor, want)
        for floor in FLOORS[1:]
        for want in tests_by_session(session.CHECKOUT / "tests" / floor)
    ]
    for desktop in (
        each for each in session.DESKTOPS if each in {want.desktop for _, want in wanted}
    ):
        if not is_over():
            _ready(session.system(desktop))
    for floor, want in wanted:
        if not is_over():
            _ready(
                session.layers(want.desktop, want.packages, want.installed == "packages"),
                in_vm=floor == "vm",
            )


def _ready(layers, in_vm=False):
    # The floor that needs it tries again, and reports the error.
    with contextlib.suppress(Trouble, OSError), layers as made:
        if in_vm:
            session.prepare_vm(made)


def _timed(name, work):
    print(f"== {name}", flush=True)
    began = time.monotonic()
    result = _or_trouble(name, work)
    result.seconds = time.monotonic() - began
    return result


def _or_trouble(name, work):
    """An error of the lab itself counts as one failed test. The other tests still run."""
    try:
        return work()
    except Trouble as trouble:
        say(str(trouble))
        result = Result(name)
        result.is_wrong(str(trouble))
        return result


def _unit(name, scratch, nightly, times):
    total = Result("unit")
    total.add(_or_trouble("unit", lambda: _ctest(name, scratch, nightly, times)))
    if not name or re.search(name, "mutation"):
        total.add(_or_trouble("unit", lambda: _mutation(nightly)))
    if nightly and (not name or re.search(name, "includes")):
        total.add(_or_trouble("unit", _includes))
    return total


def _includes():
    """Whether each file includes what it needs. Precompiled headers hide what is missing."""
    result = Result("unit")
    result.cases["includes"] += 1
    with build.tree(session.CHECKOUT, _UNAIDED) as tree:
        with Step("Build without precompiled headers") as step:
            tree.build(step)
    result.passed += 1
    return result


def _mutation(nightly):
    """Whether the tests notice changes of model and policy. This is one case, whatever their
    number. It has a build of its own, and a core for each process that runs the tests. At night a
    survivor that nobody has explained fails it, too."""
    print("-- mutation", flush=True)
    result = Result("unit")
    result.cases["mutation"] += 1
    if mutation.run((), strict=nightly, sample=None if nightly else _MUTANTS) == 0:
        result.passed += 1
    else:
        result.is_wrong("mutation: the tests notice too few changes of model and policy")
    return result


def _ctest(name, scratch, nightly, times):
    with build.tree(session.CHECKOUT, _SANITIZED) as tree:
        with Step(f"Build with the preset {_SANITIZED}") as step:
            tree.build(step)
        said = scratch / "unit.xml"
        only = ("-R", name) if name else ("--no-tests=error",)
        again_and_again = ("--repeat", f"until-fail:{times}") if times > 1 else ()
        of_night = ("-L", "^nightly$") if nightly else ()
        command = (
            "ctest",
            "--test-dir",
            str(build.BUILT),
            "--output-on-failure",
            "-j",
            str((os.cpu_count() or 1) + 1),
            "--output-junit",
            str(said),
            "--test-output-size-passed",
            _MOST_OUTPUT,
            "--test-output-size-failed",
            _MOST_OUTPUT,
            *only,
            *of_night,
            *again_and_again,
        )
        environment = {"HEADROOM_FUZZ_SECONDS": str(_NIGHTLY_FUZZ_S)} if nightly else None
        status = tree.run(command, writable=(scratch,), environment=environment)
    return results.read("unit", [said], status)


def _floor(floor, name, scratch, nightly, times):
    if floor != "unit":
        return _on_desktop(floor, name, scratch, nightly, times)
    return _unit(name, scratch, nightly, times)


def _on_desktop(floor, name, scratch, nightly, times):
    """Run a session for each combination of desktop, installation, packages and memory that a test
    of the floor needs, one after the other."""
    tests = session.CHECKOUT / "tests" / floor
    if not tests.is_dir():
        say(f"this checkout has no tests/{floor}")
        return Result(floor)
    total = Result(floor)
    for wanted, files in tests_by_session(tests, name, nightly).items():
        print(f"-- {wanted}", flush=True)
        total.add(
            _or_trouble(
                f"{floor} {wanted}", lambda: _in_session(wanted, files, name, scratch, times)
            )
        )
    return total


def tests_by_session(tests, name=None, nightly=False):
    """{Wanted: files}, by the first lines of the files (tests/lab/README.md). With a name, only
    files that match it or have tests that do. A session without a wanted test only costs time."""
    found = {}
    for path in sorted(tests.glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if name and not _may_be_meant(name, path, text):
            continue
        head = text.splitlines()[:_HEAD_LINES]
        if ("# nightly" in head) == nightly:
            found.setdefault(_wanted(head), []).append(path)
    ways = [(installed, desktop) for installed in INSTALLED for desktop in session.DESKTOPS]
    return {
        each: found[each]
        for way in ways
        for each in sorted(found)
        if (each.installed, each.desktop) == way
    }


def _wanted(head):
    known = (re.fullmatch(r"# (desktop|installed|packages|memory): (.+)", line) for line in head)
    said = {each[1]: each[2] for each in known if each}
    if "packages" in said:
        said["packages"] = tuple(sorted(said["packages"].split()))
    if "memory" in said:
        said["memory"] = int(said["memory"])
    return Wanted(**said)


def _in_session(wanted, files, name, scratch, times):
    floor = files[0].parent.name
    title = f"{floor} {wanted}"
    said = scratch / f"{re.sub(r'[^a-z0-9]+', '-', title)}.xml"
    only = ["-k", name] if name else []
    command = [
        "python3",
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-rP",
        "--durations=0",
        "--durations-min=1",
        f"--rootdir={files[0].parent}",
        *only,
        *map(str, files),
    ]
    asked = {each: value for each, value in os.environ.items() if each.startswith(_FOR_TESTS)}
    environment = {"PYTHONDONTWRITEBYTECODE": "1", "HEADROOM_LAB_OUT": str(scratch), **asked}
    turns = again.files(said, times)
    # In the virtual machine the last test logs out, so each turn needs a machine of its own.
    status = 0
    for each in ([turn] for turn in turns) if floor == "vm" else [turns]:
        status = max(
            status,
            session.run(
                wanted.desktop,
                again.and_again(command, each),
                in_vm=floor == "vm",
                writable=[scratch],
                from_packages=wanted.installed == "packages",
                package=wanted.packages,
                memory_mb=wanted.memory or None,
                environment=environment,
            ),
        )
    if name and status == _NOTHING_COLLECTED:
        return Result(floor)
    if times > 1:
        print("\n".join(again.told(turns)), flush=True)
    return results.read(f"{floor} {wanted.desktop}", turns, status)


def _summary(of_floors):
    print(f"\n{'':<18}{'passed':>8}{'failed':>8}{'skipped':>8}{'seconds':>9}")
    for each in of_floors:
        print(
            f"{each.name:<18}{each.passed:>8}{each.failed:>8}{each.skipped:>8}{each.seconds:>9.0f}"
        )
    for line in (line for each in of_floors for line in each.wrong):
        print(f"failed: {line}")
    passed, failed, skipped = (
        sum(getattr(each, what) for each in of_floors) for what in ("passed", "failed", "skipped")
    )
    if passed + failed + skipped == 0:
        print("no test ran")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 0 if passed and not failed else 1
