# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The command line."""

import argparse
import signal
import sys
from pathlib import Path

from headroom_lab import bench, cache, deb, demo, host, mutation, session, suite
from headroom_lab.progress import Trouble, say

# As env and other programs that run programs: not to be confused with the command's own status.
_LAB_FAILED = 125

_ABOUT = """Real desktops on a bare machine, to test Headroom and to show it.

Everything runs in namespaces or in a virtual machine, on Debian systems that are made once
and kept in /var/cache/headroom-lab (HEADROOM_LAB_CACHE names another place).
They are Debian 13; HEADROOM_LAB_SUITE=forky takes what comes after it."""


def _parser():
    parser = argparse.ArgumentParser(
        prog="lab", description=_ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(
        dest="what", required=True, metavar="demo | test | mutation | session | bench | deb | clean"
    )

    commands.add_parser(
        "demo",
        help="set everything up, then show Headroom at work",
        description="Sets everything up on a fresh machine, then shows Headroom at work on a "
        "Plasma desktop. Pictures of the screen are left in ./headroom-demo-N.",
    )

    test = commands.add_parser(
        "test",
        help="set everything up, then run the tests",
        description="Runs the tests of one floor, or of all three. The last line has the sums; "
        "the exit status is not zero if a test failed or was skipped for an unknown reason.",
    )
    test.add_argument(
        "floor",
        nargs="?",
        choices=suite.FLOORS,
        help="unit: no desktop, with sanitizers; session: a desktop in a container; "
        "vm: in a virtual machine",
    )
    test.add_argument(
        "-k",
        dest="name",
        metavar="NAME",
        help="only tests whose name matches (ctest -R, pytest -k)",
    )
    test.add_argument(
        "--nightly",
        action="store_true",
        help="instead of what every change has to pass, the tests that take too long for that",
    )
    test.add_argument(
        "--times",
        type=_positive,
        default=1,
        metavar="N",
        help="so many times in the same session, and how often each passed",
    )
    test.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="keep there what the tests leave: JUnit results, tables, pictures",
    )

    mutants = commands.add_parser(
        "mutation",
        help="see whether the tests notice when model and policy are changed",
        description="Changes each comparison, constant and early return of daemon/model and "
        "daemon/policy, one at a time, and says of how many of these the unit tests and the "
        "replays fail, and how many lines they run. The exit status is not zero if either is less "
        "than 95 %, or if one that tests/mutation/survivors.txt explains is noticed.",
    )
    mutants.add_argument(
        "--strict",
        action="store_true",
        help="nor if one that nothing notices is not explained there",
    )
    mutants.add_argument(
        "--sample",
        type=_positive,
        metavar="N",
        help="only N of them, always the same ones for the same sources",
    )
    mutants.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="only of these, as daemon/policy/why_not_frozen.cpp; all without it",
    )

    one = commands.add_parser(
        "session",
        help="run a command in a desktop session with Headroom installed",
        usage="lab session plasma|gnome|sway|x11|xfce|mate [--vm] [--deb] "
        "[--screenshot FILE.png] [--bind DIR] [--package NAME] [-- COMMAND...]",
        description="Brings up a session with Headroom installed and runs COMMAND in it as the "
        "user, when the desktop is up and headroomd is running. Output and exit status are "
        "COMMAND's; 125 means that the lab failed. Without COMMAND: a shell, on a terminal.",
    )
    one.add_argument("desktop", choices=session.DESKTOPS, metavar="plasma|gnome|sway|x11|xfce|mate")
    one.add_argument(
        "--vm",
        action="store_true",
        help="in a virtual machine with every cgroup controller, not in a container",
    )
    one.add_argument(
        "--deb",
        action="store_true",
        help="install the Debian packages of this checkout, as `lab deb` makes them, "
        "not the build tree",
    )
    one.add_argument(
        "--screenshot",
        type=Path,
        metavar="FILE.png",
        help="take a picture of the screen after COMMAND",
    )
    one.add_argument(
        "--bind",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="show DIR inside at the same path",
    )
    one.add_argument(
        "--package",
        action="append",
        default=[],
        metavar="NAME",
        help="add a Debian package to the session's system",
    )

    measure = commands.add_parser(
        "bench",
        help="measure",
        description="Runs the measurements and prints a table and, as the last line, JSON.",
    )
    measure.add_argument(
        "name", nargs="?", metavar="NAME", help="one of bench/*.py; all of them without it"
    )
    measure.add_argument(
        "--case",
        action="append",
        default=[],
        metavar="CASE",
        help="only this one of the measurement's cases; may be repeated",
    )
    measure.add_argument(
        "--boots",
        type=_positive,
        metavar="N",
        help="so many sessions for each case, instead of as many as the measurement wants",
    )
    measure.add_argument(
        "--full",
        action="store_true",
        help="all cases of a measurement that usually runs a part of them; "
        "this may take days, so it goes well with --resume",
    )
    measure.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="run only what FILE lacks, and write each session's result into it when it ends",
    )

    packages = commands.add_parser(
        "deb",
        help="make the Debian packages",
        description="Makes the Debian packages of this checkout, with packaging/debian as debian/, "
        "and has lintian check them.",
    )
    packages.add_argument(
        "out",
        nargs="?",
        type=Path,
        default=Path("headroom-debs"),
        metavar="DIR",
        help="where to; ./headroom-debs if not given",
    )

    commands.add_parser(
        "clean",
        help="remove the cache",
        description=f"Removes {host.CACHE}, when no run uses it any more.",
    )
    return parser


def _positive(text):
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _run(options, command):
    if options.what == "clean":
        host.require_root()
        cache.clean()
        return 0
    host.require_root()
    cache.forget_unused()
    if options.what == "demo":
        return demo.run()
    if options.what == "test":
        return suite.run(options.floor, options.name, options.nightly, options.out, options.times)
    if options.what == "mutation":
        return mutation.run(options.files, options.strict, options.sample)
    if options.what == "deb":
        return deb.run(session.CHECKOUT, options.out)
    if options.what == "bench":
        asked = bench.Asked(tuple(options.case), options.boots, options.full, options.resume)
        return bench.run(options.name, asked)
    if not command and sys.stdin.isatty() and not options.screenshot:
        command = ["bash", "-i"]
    return session.run(
        options.desktop,
        command,
        in_vm=options.vm,
        bind=options.bind,
        package=options.package,
        screenshot=options.screenshot,
        from_packages=options.deb,
    )


def _interrupted(number, _frame):
    # Cleaning up is short and must not be interrupted itself.
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    raise SystemExit(128 + number)


def run(words):
    command = []
    if "--" in words:
        at = words.index("--")
        words, command = words[:at], words[at + 1 :]
    parser = _parser()
    options = parser.parse_args(words)
    if command and options.what != "session":
        parser.error("only a session takes a command")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupted)
    try:
        return _run(options, command)
    except Trouble as trouble:
        say(str(trouble))
        return _LAB_FAILED
