# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The Debian systems that the lab works in. Each is made once and cached under a hash of everything
that went into it."""

import contextlib
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

from headroom_lab import cache, host
from headroom_lab.progress import Step, Trouble

SUITE = os.environ.get("HEADROOM_LAB_SUITE") or "trixie"
_LISTS = Path(__file__).resolve().parent.parent / "packages"
_ADDER = Path(__file__).resolve().parent / "add-packages"
_HOOK = Path(__file__).resolve().parent / "rootfs-finish"
_FORM = "1"  # increase it when systems are made in another way, with the same lists and hook


def packages(name):
    path = _LISTS / f"{name}.list"
    if not path.exists():
        raise Trouble(f"there is no {name} system yet: packages/{path.name} is missing")
    of_suite = _LISTS / f"{name}.{SUITE}.list"
    text = path.read_text() + (of_suite.read_text() if of_suite.exists() else "")
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return sorted({line for line in lines if line})


def directory(name):
    recipe = "\n".join([_FORM, SUITE, os.uname().machine, *packages(name), _HOOK.read_text()])
    return host.CACHE / f"{name}-{SUITE}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"


@contextlib.contextmanager
def ready(name, title, step=Step):
    """The path of the system, which is made first if it doesn't exist. It can't be removed while in
    use."""
    line = step(title)

    def make(part):
        host.require_space(host.CACHE, 6)
        with line:
            _bootstrap(name, part, line)

    with cache.kept(
        directory(name), make, f"another run is making the {name} system; waiting for it"
    ) as path:
        yield path


@contextlib.contextmanager
def added(root, wanted, step=Step, files=()):
    """A layer with more packages above a system that is in use. It is cached like the systems.
    FILES are package files; what they depend on is installed, too."""
    names = names_of(wanted)
    contents = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    known = hashlib.sha256(
        " ".join([root.name, _ADDER.read_text(), *names, *contents]).encode()
    ).hexdigest()[:12]

    def make(part):
        with step(
            "Packages " + " ".join([*sorted(set(wanted)), *(path.name for path in files)])
        ) as line:
            _install(root, names, part, line, files)

    with cache.kept(
        host.CACHE / f"packages-{known}",
        make,
        "another run is adding these packages; waiting for it",
    ) as path:
        yield path


def names_of(wanted):
    """The names of packages. "@zoo" stands for all in packages/zoo.list."""
    return sorted(
        {
            name
            for each in wanted
            for name in (packages(each[1:]) if each.startswith("@") else [each])
        }
    )


def _bootstrap(name, target, step):
    command = [
        "mmdebstrap",
        "--verbose",
        "--mode=root",
        "--variant=minbase",
        "--format=directory",
        "--include=" + ",".join(packages(name)),
        '--aptopt=APT::Install-Recommends "false"',
        '--aptopt=APT::Sandbox::User "root"',
        *(f"--aptopt={option}" for option in host.apt_access()),
        # An unfinished system is removed anyway, so dpkg needn't sync to disk.
        "--dpkgopt=path-exclude=/usr/share/doc/*",
        "--dpkgopt=force-unsafe-io",
        f'--customize-hook={_HOOK} "$1"',
        SUITE,
        str(target),
    ]
    mirror = host.debian_mirror()
    if mirror:
        command.append(mirror)
    follow(private(command), step, f"the {name} system could not be made")


def _install(root, names, part, step, files=()):
    """apt runs in the system itself, and what it writes goes into the layer. It reaches the network
    as the host's apt does."""
    for name in names:
        if not re.fullmatch(r"[a-z0-9][a-z0-9+.-]+", name):
            raise Trouble(f"{name!r} is not the name of a Debian package")
    options = [
        word for option in host.apt_access() for word in ("-o", re.sub(r' "(.*)"$', r"=\1", option))
    ]
    follow(
        private(
            [
                str(_ADDER),
                str(root),
                str(part),
                str(host.CACHE / "mnt"),
                *names,
                *map(str, files),
                "--",
                *options,
            ]
        ),
        step,
        f"could not add {' '.join(names)}",
    )


def private(command):
    """COMMAND in mount and PID namespaces of its own. However it ends, no mount and no process is
    left."""
    return [
        "setpriv",
        "--pdeathsig",
        "KILL",
        "unshare",
        "--mount",
        "--pid",
        "--fork",
        "--kill-child",
        "--",
        *command,
    ]


def follow(command, step, trouble):
    """Run a command that drives apt. Count the packages on the step's line. If it fails, show the
    end of its output."""
    tail = []
    total = fetched = unpacked = configured = 0
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=_plain_environment(),
    ) as process:
        for line in process.stdout:
            tail = [*tail[-30:], line]
            if found := re.search(r"(\d+) newly installed", line):
                total = max(total, int(found[1]))
            fetched += line.startswith("Get:")
            unpacked += line.startswith("Unpacking ")
            configured += line.startswith("Setting up ")
            if total:
                step.note(
                    f"{fetched} fetched, {unpacked} unpacked, "
                    f"{configured} of {total} packages set up"
                )
    if process.returncode != 0:
        sys.stderr.write("\n" + "".join(tail))
        raise Trouble(trouble)


def _plain_environment():
    keep = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    return {
        **keep,
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "LC_ALL": "C.UTF-8",
        "DEBIAN_FRONTEND": "noninteractive",
        "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
        "HOME": "/root",
    }
