# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A program announces the launch of an app, like a launcher, but has launched nothing. A frozen app
stays frozen, and no process is adopted."""

import subprocess
import sys
import uuid

import pytest

from seat import apps, cgroups, headroom
from seat.waiting import until

KWRITE = "org.kde.kwrite"
STRAY = "org.example.Stray"
FORGE = """
import sys
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
for name, pid in zip(sys.argv[1::2], sys.argv[2::2]):
    file = f"/usr/share/applications/{name}.desktop".encode() + b"\\0"
    said = GLib.Variant("(aysxasa{sv})", (file, "", int(pid), [], {}))
    for _ in range(10):
        bus.emit_signal(None, "/org/gtk/gio/DesktopAppInfo", "org.gtk.gio.DesktopAppInfo",
                        "Launched", said)
bus.flush_sync()
"""
AS = {
    "a program like any other": [],
    "a sandboxed program": [
        "bwrap",
        "--dev-bind",
        "/",
        "/",
        "--unshare-user",
        "--unshare-pid",
        "--proc",
        "/proc",
    ],
}


@pytest.fixture
def stray():
    """A process that a launcher has left in its own unit. If the launcher announces it, it is
    adopted."""
    unit = apps.by_launcher("sleep 1000", uuid.uuid4().hex)
    pid = until(
        lambda: next(
            (each for each in cgroups.pids_running("sleep") if cgroups.unit_of(each) == unit), None
        ),
        "it runs",
    )
    yield pid, unit
    apps.stop(unit)


@pytest.mark.parametrize("who", AS)
def test_a_forged_launch_changes_nothing(kwrite, konsole, stray, who):
    # it logs only once which announcements it rejects
    headroom.user("restart", "headroomd.service")
    headroom.wait_for_daemon()
    pid, unit = stray
    headroom.ctl("freeze", KWRITE)
    until(lambda: cgroups.is_frozen(kwrite), "KWrite is frozen")
    cursor = headroom.journal_cursor()
    forger = apps.own_unit(
        "org.example.Forger",
        uuid.uuid4().hex,
        *AS[who],
        sys.executable,
        "-c",
        FORGE,
        KWRITE,
        str(pid),
        STRAY,
        str(pid),
    )
    until(
        lambda: headroom.user("show", "--value", "-p", "ActiveState", forger).stdout.strip()
        in ("inactive", "failed"),
        "the announcement is sent",
    )
    # Messages on one connection are received in order. After this ping, the daemon has received the
    # announcement.
    subprocess.run(
        [
            "gdbus",
            "call",
            "--session",
            "--dest",
            "org.headroomd.Headroom1",
            "--object-path",
            "/",
            "--method",
            "org.freedesktop.DBus.Peer.Ping",
        ],
        check=True,
        timeout=30,
        stdout=subprocess.DEVNULL,
    )
    until(
        lambda: any("which can't be true" in line for line in headroom.journal(cursor)),
        "the announcement was received and rejected",
    )
    assert cgroups.is_frozen(kwrite)
    assert cgroups.unit_of(pid) == unit
    assert not [act for act in headroom.acts(cursor) if act["HEADROOM_ACTION"] in ("thaw", "adopt")]
