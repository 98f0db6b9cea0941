# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""`lab deb` makes the Debian packages of this checkout in the build system. They are cached under a
hash of what they were made from."""

import contextlib
import hashlib
import os
import shutil
import sys
from pathlib import Path

from headroom_lab import build, cache, capsule, host, rootfs
from headroom_lab.progress import Step, Trouble, say

_SCRIPT = Path(__file__).resolve().parent / "make-debs"
_CHECKOUT = Path("/mnt/headroom")  # its path inside
# These don't affect the binary packages. A cached source package may have older ones.
_NOT_IN_PACKAGES = {".git", "build", "tests", "bench", "__pycache__"}


def run(checkout, out):
    """Make the packages and copy them to a directory."""
    with packages(checkout) as directory:
        out.mkdir(parents=True, exist_ok=True)
        for path in sorted(directory.iterdir()):
            shutil.copy(path, out / path.name)
            say(f"{out / path.name}")
    return 0


@contextlib.contextmanager
def packages(checkout, step=Step):
    """The directory with everything that dpkg-buildpackage makes. lintian has passed it."""
    host.require_root()
    host.require_namespaces()
    with rootfs.ready("build", "Build system", step) as root:

        def make(part):
            with step("Debian packages") as line:
                _make(root, checkout, part, line)

        key = hashlib.sha256(
            f"{root.name} {_content(checkout)} {_SCRIPT.read_text()}".encode()
        ).hexdigest()[:12]
        with cache.kept(
            host.CACHE / f"debs-{key}", make, "another run makes these packages; waiting for it"
        ) as directory:
            yield directory


def for_desktop(directory, desktop):
    """The packages that a user of this desktop installs, with the part for root."""
    names = {"headroom", "headroom-root", f"headroom-{desktop}"}
    return sorted(path for path in directory.glob("*.deb") if path.name.partition("_")[0] in names)


def shown(files):
    """A layer with package files, for a test that installs them as a user would: in headroom-debs/,
    as `lab deb` leaves them."""
    content = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]

    def copy(part):
        directory = part / "usr/lib/headroom-lab/headroom-debs"
        directory.mkdir(parents=True)
        for path in files:
            shutil.copy(path, directory)

    return cache.kept(host.CACHE / f"deb-files-{content}", copy)


def _make(root, checkout, part, step):
    said = []

    def on_line(line):
        said.append(line)
        step.note(line.strip()[:70])

    with cache.scratch() as scratch:
        os.chown(scratch, build.UID, build.UID)
        # The same paths and flags as in the build for sessions, so ccache finds every file.
        status = capsule.run(
            capsule.Capsule(
                layers=(root,),
                command=(
                    *build.AS_USER,
                    str(_CHECKOUT / _SCRIPT.relative_to(checkout)),
                    str(_CHECKOUT),
                    str(build.SOURCE),
                    str(build.BUILT),
                ),
                writable=(build.owned(host.CACHE / "ccache"),),
                moved=((checkout, _CHECKOUT, True), (scratch, build.SOURCE.parent, False)),
                environment=build.packaging_environment(),
            ),
            on_line,
        )
        if status != 0:
            print("\n" + "".join(said[-60:]), end="", file=sys.stderr)
            raise Trouble("the Debian packages can't be made")
        shutil.copytree(scratch / "out", part, dirs_exist_ok=True)


def _content(checkout):
    """A hash of what the packages are made from."""
    content = hashlib.sha256()
    for top in sorted(checkout.iterdir()):
        if top.name in _NOT_IN_PACKAGES:
            continue
        content.update(top.name.encode())
        content.update(cache.content_hash(top).encode() if top.is_dir() else top.read_bytes())
    return content.hexdigest()
