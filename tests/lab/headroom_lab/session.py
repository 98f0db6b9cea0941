# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What is wanted of a session, whatever it runs in, and who provides it."""

import contextlib
import hashlib
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from headroom_lab import build, container, host, rootfs, vm
from headroom_lab.progress import Step, Trouble

DESKTOPS = ("plasma", "gnome", "sway", "x11")
INSIDE = Path(__file__).resolve().parent / "inside"
CHECKOUT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Session:
    """container.run(session) and vm.run(session) both return the exit status of the command.

    The system inside is the overlay of `layers`, the topmost first; none of them is ever written to.
    """
    desktop: str
    layers: tuple[Path, ...]
    command: tuple[str, ...]            # empty: only bring the desktop up (and take the screenshot)
    readonly: tuple[Path, ...] = ()     # host directories, shown inside at the same path
    writable: tuple[Path, ...] = ()     # the same, and the user inside may write as the directory's mode allows
    screenshot: Path | None = None      # where to put a PNG of the screen, taken after the command
    environment: dict[str, str] = field(default_factory=dict)   # added to the command's


def run(desktop, command, *, in_vm=False, with_headroom=True, bind=(), writable=(), package=(), screenshot=None, environment=None):
    """Make what the session needs, run it, give back the command's exit status."""
    if desktop not in DESKTOPS:
        raise Trouble(f"no desktop called {desktop!r}; there are {', '.join(DESKTOPS)}")
    for path in (*bind, *writable):
        if not path.is_dir():
            raise Trouble(f"{path} is not a directory and cannot be shown inside")
    host.require_root()
    host.require_namespaces()
    with rootfs.ready(desktop, f"{desktop.capitalize()} system") as root, contextlib.ExitStack() as held:
        layers = [root]
        if package:
            layers.insert(0, held.enter_context(rootfs.added(root, package)))
        if with_headroom:
            stage = build.stage(CHECKOUT)
            if stage:
                layers.insert(0, stage)
        layers.insert(0, held.enter_context(_laid_in()))
        session = Session(desktop=desktop, layers=tuple(layers), command=tuple(command), readonly=(CHECKOUT,),
                          writable=(*bind, *writable), screenshot=screenshot, environment=environment or {})
        return (vm if in_vm else container).run(session)
