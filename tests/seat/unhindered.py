# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How long something takes where no process waits for a processor. Here two processors also draw
the desktop."""

import contextlib
import os
import subprocess
from pathlib import Path

from gi.repository import Gio, GLib

from seat import headroom
from seat.waiting import SLOWNESS


def threads_of(pid, name=None):
    """All threads of a process, or those of that name."""
    found = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # it has ended since it was listed
            if name is None or (thread / "comm").read_text(encoding="utf-8").strip() == name:
                found.append(int(thread.name))
    return found


def _bus():
    """The process of the session bus."""
    name = "org.freedesktop.DBus"
    answer = Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
        name,
        "/org/freedesktop/DBus",
        name,
        "GetConnectionUnixProcessID",
        GLib.Variant("(s)", (name,)),
        None,
        Gio.DBusCallFlags.NONE,
        -1,
        None,
    )
    return answer.unpack()[0]


def _chrt(*words):
    """The last word is the thread's number. A thread that has ended meanwhile is no error."""
    done = subprocess.run(["sudo", "chrt", *words], check=False, timeout=20 * SLOWNESS)
    if done.returncode != 0 and Path(f"/proc/{words[-1]}").exists():
        done.check_returncode()


@contextlib.contextmanager
def unhindered(*others):
    """Headroom, the bus, this process, and these threads run as soon as they have something to
    do."""
    threads = [
        *threads_of(headroom.daemon_pid()),
        *threads_of(_bus()),
        os.getpid(),
        *threads_of(os.getpid(), "gdbus"),
        *others,
    ]
    try:
        for thread in threads:
            _chrt("--fifo", "--pid", "1", str(thread))
        yield
    finally:
        for thread in threads:
            _chrt("--other", "--pid", "0", str(thread))
