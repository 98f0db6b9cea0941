# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Builds the checkout in the build system, as an ordinary user. The checkout is read-only there."""

import contextlib
import functools
import hashlib
import os
import shutil
import stat
import sys
from pathlib import Path

from headroom_lab import cache, capsule, host, rootfs
from headroom_lab.progress import Step, Trouble

UID = 1000
# The shell is the first process and reaps orphans of tests; most other programs wouldn't.
AS_USER = (
    "sh",
    "-c",
    'setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs -- "$@"; exit $?',
    "sh",
)
# The paths of a checkout and its build directory inside. They are the same for all clones, so
# ccache finds what was compiled from another clone.
SOURCE = Path("/usr/src/headroom")
BUILT = Path("/usr/src/headroom-build")
_COMPILE = SOURCE / "tests/lab/headroom_lab/compile"  # starts ccache
AS_PACKAGED = "lab"  # the preset that compiles with the flags of the Debian packages
# As dh_auto_configure passes them to CMake, which reads environment variables only the first time.
_PACKAGING_FLAGS = "".join(
    f' -DCMAKE_{variable}_FLAGS="{" ".join(f"$(dpkg-buildflags --get {name})" for name in names)}"'
    for variable, names in {
        "C": ("CFLAGS", "CPPFLAGS"),
        "CXX": ("CXXFLAGS", "CPPFLAGS"),
        "EXE_LINKER": ("LDFLAGS",),
        "MODULE_LINKER": ("LDFLAGS",),
        "SHARED_LINKER": ("LDFLAGS",),
    }.items()
)
_PLAIN = ("sh", "-c", '"$@"; exit $?', "sh")


class Tree:
    """The build directory of a preset. It is locked until the tests in it are done, too."""

    def __init__(self, root, checkout, preset, directory):
        self._root = root
        self._checkout = checkout
        self._preset = preset
        self._directory = directory

    def run(self, command, *, as_user=True, writable=(), environment=None, on_line=None):
        ccache = owned(host.CACHE / "ccache")
        return capsule.run(
            capsule.Capsule(
                layers=(self._root,),
                command=(*(AS_USER if as_user else _PLAIN), *command),
                writable=(ccache, *writable),
                moved=((self._checkout, SOURCE, True), (self._directory, BUILT, False)),
                environment={**common_environment(), **(environment or {})},
            ),
            on_line,
        )

    def build(self, step):
        said = []

        def on_line(line):
            said.append(line)
            step.note(line.strip()[:70])

        # An environment variable would be read only the first time.
        configure = (
            f"cmake --preset {self._preset} -S {SOURCE} -B {BUILT}"
            f" -DCMAKE_CXX_COMPILER_LAUNCHER={_COMPILE}"
        )
        if self._preset == AS_PACKAGED:
            configure += _PACKAGING_FLAGS
        status = self.run(
            ("sh", "-c", f"cd {SOURCE} && {configure} && cmake --build {BUILT}"),
            environment=packaging_environment(),
            on_line=on_line,
        )
        if status != 0:
            print("\n" + "".join(said[-60:]), end="", file=sys.stderr)
            raise Trouble(f"the checkout does not build with the preset {self._preset}")

    def install(self, destination):
        """Root owns everything. User services are enabled as by an administrator."""
        said = []
        enable = (
            "for unit in headroomd.service; do "
            f"if [ -e '{destination}'/usr/lib/systemd/user/$unit ]; then "
            f"systemctl --quiet --root='{destination}' --global enable $unit; fi; done"
        )
        status = self.run(
            ("sh", "-c", f"cmake --install {BUILT} && {enable}"),
            as_user=False,
            on_line=said.append,
            writable=(destination,),
            environment={"DESTDIR": str(destination)},
        )
        if status != 0:
            print("\n" + "".join(said[-30:]), end="", file=sys.stderr)
            raise Trouble("the checkout builds but does not install")


@contextlib.contextmanager
def tree(checkout, preset, step=Step):
    if not checkout.stat().st_mode & stat.S_IXOTH:
        raise Trouble(
            f"{checkout} must be readable for everybody: it is built by an ordinary user inside"
        )
    host.require_root()
    host.require_namespaces()
    with rootfs.ready("build", "Build system", step) as root:
        directory = host.CACHE / f"tree-{_key(root, checkout)}-{preset}"
        with cache.in_use(
            directory, alone=True, busy=f"another run builds with the preset {preset}; waiting"
        ):
            yield Tree(root, checkout, preset, owned(directory))


@contextlib.contextmanager
def staged(checkout, step=Step):
    """The built checkout as a layer, as its package installs it. None if there is no
    CMakeLists.txt to build from."""
    if not (checkout / "CMakeLists.txt").exists():
        yield None
        return
    with contextlib.ExitStack() as held:
        with tree(checkout, AS_PACKAGED, step) as building, step("Headroom") as line:
            building.build(line)
            stage = held.enter_context(_kept_stage(building))
        yield stage


@contextlib.contextmanager
def _kept_stage(building):
    """Named for its content, so a running session keeps the one it started with."""
    with contextlib.ExitStack() as held:
        with cache.scratch() as scratch:
            scratch.chmod(0o755)
            building.install(scratch)
            copy = functools.partial(shutil.copytree, scratch, symlinks=True, dirs_exist_ok=True)
            stage = held.enter_context(
                cache.kept(host.CACHE / f"stage-{cache.content_hash(scratch)}", copy)
            )
        yield stage


def common_environment():
    """The environment of everything that is compiled in the build system."""
    return {
        "HOME": "/home/user",
        "USER": "user",
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "CCACHE_DIR": str(host.CACHE / "ccache"),
        "CCACHE_MAXSIZE": "5G",
        "CMAKE_C_COMPILER_LAUNCHER": "ccache",
        "CMAKE_CXX_COMPILER_LAUNCHER": str(_COMPILE),
        # For precompiled headers. Times of files don't matter here: a header's content decides.
        "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,include_file_ctime",
        # The user inside doesn't own the checkout.
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "safe.directory",
        "GIT_CONFIG_VALUE_0": "*",
    }


def packaging_environment():
    """Adds what dpkg-buildflags reads: the hardening that packaging/debian/rules sets, too, and
    -Werror. Debug information takes a third of the time and is left out. The locale is debhelper's,
    since ccache finds nothing from another locale."""
    return {
        **common_environment(),
        "LC_ALL": "C.UTF-8",
        "DEB_BUILD_MAINT_OPTIONS": "hardening=+all",
        "DEB_BUILD_OPTIONS": "noautodbgsym",
        "DEB_CFLAGS_STRIP": "-g",
        "DEB_CXXFLAGS_APPEND": "-Werror",
        "DEB_CXXFLAGS_STRIP": "-g",
    }


def _key(root, checkout):
    return hashlib.sha256(f"{root.name} {checkout}".encode()).hexdigest()[:12]


def owned(directory):
    directory.mkdir(parents=True, exist_ok=True)
    os.chown(directory, UID, UID)
    return directory
