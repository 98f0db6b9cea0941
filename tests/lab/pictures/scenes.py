# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the pictures of Plasma are composed of: the look, a real app in front, and the windows and
the panel in another language or size."""

import contextlib
import os
import signal
import subprocess
import uuid
from pathlib import Path

import album
from seat import apps, cgroups, headroom, io_delegation, kwin, machine
from seat.waiting import SLOWNESS, until

APPLET = ["plasmawindowed", "org.headroomd.headroom"]
APPLET_SIZE = (500, 530)
WRITER = "org.kde.kwrite"
WRITER_PLACE, WRITER_SIZE = (510, 0), (760, 530)  # beside the applet
TEXT = """Dear Ada,

thank you for the pictures of the lake. I have put all 4,000 of them into one folder, and
now my computer looks for faces in them. It has been doing so since breakfast.

Meanwhile I am writing to you. Can you bring the large tent in June? Ours has a hole, and
the children want to sleep outside again.

We will arrive on the 12th, in the afternoon. There is a bus from the station at 14:30 and
at 16:00. If it rains, we will take the later one and buy the bread first.

Yours,
Charles
"""
GERMAN = ("LANG=de_DE.UTF-8",)
DOUBLE = ("QT_SCALE_FACTOR=2",)
MIRRORED = (f"LANG={album.ARABIC}", "LANGUAGE=ar")
SHELL = "plasma-plasmashell.service"
PATIENCE = 120


def look(name):
    """Set the look, breeze or breezedark, as System Settings does."""
    for program, what in (
        ("plasma-apply-colorscheme", {"breeze": "BreezeLight", "breezedark": "BreezeDark"}[name]),
        (
            "plasma-apply-desktoptheme",
            {"breeze": "breeze-light", "breezedark": "breeze-dark"}[name],
        ),
    ):
        subprocess.run([program, what], check=True, timeout=60 * SLOWNESS, capture_output=True)


@contextlib.contextmanager
def shown(command, size, *environment, at=(0, 0), app_id=None):
    """Show a window of a program at this place, with this size. Yields its pid. It is found by its
    name, since Konsole moves itself to a scope of its own."""
    if environment == MIRRORED:
        command = [*command, "-reverse"]
    unit = apps.own_unit(
        app_id or f"org.kde.{command[0]}",
        uuid.uuid4().hex,
        *command,
        properties=[f"Environment={each}" for each in environment],
    )
    try:
        pid = until(
            lambda: next((p for p in cgroups.pids_running(command[0]) if kwin.windows(p)), None),
            f"{command[0]} has a window",
            within=PATIENCE,
        )
        kwin.place_pid(pid, *at, *size)
        kwin.activate_pid(pid)
        yield pid
    finally:
        apps.kill(unit)
        for left in cgroups.pids_running(command[0]):
            with contextlib.suppress(ProcessLookupError):
                os.kill(left, signal.SIGTERM)


@contextlib.contextmanager
def writing(*environment):
    """KWrite with a text, beside the applet. Yields its pid."""
    text = Path.home() / "Letter.txt"
    text.write_text(TEXT, encoding="utf-8")
    with shown(
        ["kwrite", str(text)], WRITER_SIZE, *environment, at=WRITER_PLACE, app_id=WRITER
    ) as pid:
        yield pid
    text.unlink()


def in_front_of(applet, writer):
    """KWrite has the focus, and the applet's window stays above it."""
    kwin.run_script(
        f"workspace.windowList().forEach(w => {{ if (w.pid == {applet}) w.keepAbove = true; }});"
    )
    kwin.activate_pid(writer)
    headroom.in_front(WRITER, within=PATIENCE)


def daemon_speaks(*environment):
    """Restart the daemon in the language of the picture."""
    language = [each for each in environment if each.startswith("LANG")]
    return album.daemon_has(*language) if language else contextlib.nullcontext()


@contextlib.contextmanager
def panel_has(*environment):
    """Restart the panel, and the daemon, in the language or the size of the picture."""
    if not environment:
        yield
        return
    try:
        with album.daemon_has(*environment):
            _restart_panel()
            headroom.wait_for_daemon()
            yield
    finally:
        _restart_panel()
        headroom.wait_for_daemon()


def _restart_panel():
    headroom.user("restart", SHELL)
    until(
        lambda: kwin.ask("return workspace.windowList().some(each => each.dock);"),
        "the panel is there",
        within=PATIENCE,
    )


def at_rest(pid):
    """A picture of its window, once two in a row are the same."""
    before = None

    def same():
        nonlocal before
        last, before = before, kwin.picture_of(pid)
        return before == last and before

    return until(same, "it has come to rest", within=PATIENCE)


def delegate_io():
    """In the virtual machine, have every feature: the state after a login with headroom-root. A
    container has only what its host has."""
    if "io" not in Path("/sys/fs/cgroup/cgroup.controllers").read_text(encoding="ascii").split():
        return
    io_delegation.delegate_io()
    machine.root("modprobe", "bfq", check=False)
    for scheduler in Path("/sys/block").glob("[vs]d*/queue/scheduler"):
        machine.root("sh", "-c", f"echo bfq >{scheduler}")
    headroom.user("restart", "headroomd.service")
