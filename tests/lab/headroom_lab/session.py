# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a session needs, in a container or in a virtual machine, and the layers that it is made
of."""

import contextlib
import os
import shutil
from concurrent import futures
from dataclasses import dataclass, field
from pathlib import Path

from headroom_lab import build, cache, deb, host, rootfs
from headroom_lab.progress import Step, Trouble

DESKTOPS = ("plasma", "gnome", "sway", "x11", "xfce", "mate")
CHECKOUT = Path(__file__).resolve().parents[3]
_INSIDE = Path(__file__).resolve().parent / "inside"


@dataclass(frozen=True)
class Session:
    """container.run(session) and vm.run(session) both return the exit status of the command.

    The system inside is the overlay of `layers`, the top one first. Layers are never written to.
    Both floors run this inside, as the user and outside the user's own units:

        /usr/lib/headroom-lab/desktop-up DESKTOP [--picture FILE] -- COMMAND...
    """

    desktop: str
    layers: tuple[Path, ...]  # files of the lab, the staged Headroom, added packages, the system
    command: tuple[str, ...]  # empty: only start the desktop (and take the picture)
    readonly: tuple[Path, ...] = ()  # directories of the host, mounted at the same path inside
    # The same; the user inside may write as the directory's mode allows.
    writable: tuple[Path, ...] = ()
    # A PNG of the screen after the command, in one of the writable directories.
    picture: Path | None = None
    environment: dict[str, str] = field(default_factory=dict)  # added to the command's
    memory_mb: int | None = None  # MiB of the virtual machine; a container has the host's memory
    disk_mb: int | None = None  # MiB/s of the virtual machine's disk; None: as fast as the host


def run(
    desktop,
    command,
    *,
    in_vm=False,
    bind=(),
    writable=(),
    package=(),
    screenshot=None,
    environment=None,
    memory_mb=None,
    disk_mb=None,
    from_packages=False,
    step=Step,
):
    """Make what the session needs, run it, and return the command's exit status."""
    if desktop not in DESKTOPS:
        raise Trouble(f"no desktop called {desktop!r}; there are {', '.join(DESKTOPS)}")
    shared = tuple(Path(path).resolve() for path in (*bind, *writable))
    for path in shared:
        if not path.is_dir():
            raise Trouble(f"{path} is not a directory and cannot be shown inside")
    host.require_root()
    host.require_namespaces()
    with contextlib.ExitStack() as held:
        picture = held.enter_context(_picture_for(screenshot)) if screenshot else None
        made = held.enter_context(layers(desktop, package, from_packages, step))
        session = Session(
            desktop,
            made,
            tuple(command),
            readonly=(CHECKOUT,),
            environment=environment or {},
            writable=(*shared, picture.parent) if picture else shared,
            picture=picture,
            memory_mb=memory_mb,
            disk_mb=disk_mb,
        )
        return _floor(in_vm).run(session)


def _floor(in_vm):
    if in_vm:
        from headroom_lab import vm  # pylint: disable=import-outside-toplevel

        return vm
    from headroom_lab import container  # pylint: disable=import-outside-toplevel

    return container


def system(desktop, step=Step):
    return rootfs.ready(desktop, f"{desktop.capitalize()} system", step)


def prepare_vm(made):
    """Make the disk of a virtual machine with these layers. It is cached, as the layers are."""
    from headroom_lab import vm  # pylint: disable=import-outside-toplevel

    with vm.disk_of(made):
        pass


@contextlib.contextmanager
def layers(desktop, package, from_packages, step=Step):
    """The layers of a session, the top one first. Each is made first if it doesn't exist."""
    with contextlib.ExitStack() as held, futures.ThreadPoolExecutor(1) as beside:
        # Unpacking a system takes one processor and the network. Meanwhile the others compile.
        preparing = beside.submit(held.enter_context, system(desktop, step))
        made = [held.enter_context(_inside())]
        files = ()
        if from_packages:
            files = deb.for_desktop(held.enter_context(deb.packages(CHECKOUT, step)), desktop)
            made.append(held.enter_context(deb.shown(files)))
        elif stage := held.enter_context(build.staged(CHECKOUT, step)):
            made.append(stage)
        root = preparing.result()
        if package or files:
            made.append(held.enter_context(rootfs.added(root, package, step, files)))
        yield (*made, root)


def _inside():
    """The lab's own files as a layer. It is a copy, because any user may own the checkout, and it
    may be on any file system."""

    def copy(part):
        shutil.copytree(_INSIDE, part, symlinks=True, dirs_exist_ok=True)
        for path in part.rglob("*"):
            os.chown(path, 0, 0, follow_symlinks=False)
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)

    return cache.kept(host.CACHE / f"inside-{cache.content_hash(_INSIDE)}", copy)


@contextlib.contextmanager
def _picture_for(wanted):
    """The user inside writes the picture into a scratch directory. It is copied to WANTED then."""
    wanted = Path(wanted).resolve()
    if not wanted.parent.is_dir():
        raise Trouble(f"{wanted.parent} is not there, so no screenshot can be put into it")
    with cache.scratch() as directory:
        picture = directory / "screen.png"
        yield picture
        if picture.exists():
            shutil.copyfile(picture, wanted)
