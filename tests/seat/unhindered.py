# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What something takes where nobody has to wait for a processor. Here two of them draw the desktop as well."""

import contextlib
import os
import subprocess
from pathlib import Path

from gi.repository import Gio, GLib

from seat import headroom
from seat.waiting import SLOWNESS


def threads_of(pid, name=None):
    """All of a process, or those of that name."""
    found = Path(f"/proc/{pid}/task").iterdir()
    return [
        int(thread.name)
        for thread in found
        if name is None or (thread / "comm").read_text(encoding="utf-8").strip() == name
    ]


def _bus():
    """Its process."""
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
    """The last word is the thread's number. One that has ended meanwhile hinders nobody."""
    done = subprocess.run(["sudo", "chrt", *words], check=False, timeout=20 * SLOWNESS)
    if done.returncode != 0 and Path(f"/proc/{words[-1]}").exists():
        done.check_returncode()


@contextlib.contextmanager
def unhindered(*others):
    """Headroom, the bus, we who listen, and these threads run as soon as they have something to do."""
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
