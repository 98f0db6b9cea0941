# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An X server with a window manager, moved by xdotool: real input, and the requests that a panel makes."""

import ctypes
import itertools
import subprocess
import time

from gi.repository import GLib

from seat import cgroups
from seat.focus_change import FocusChange, awaited
from seat.waiting import SLOWNESS

_PROPERTY_NOTIFY, _PROPERTY_CHANGES = 28, 1 << 22
_WINDOW, _REPLACE = 33, 0  # a property's type, and what is done with what it was


def xdo(*words, check=True):
    return subprocess.run(
        ["xdotool", *words], check=check, capture_output=True, text=True, timeout=20 * SLOWNESS
    ).stdout


def _property(name, *of):
    """What xprop says of it; "" where there is no such window."""
    return subprocess.run(
        ["xprop", *of, name], capture_output=True, text=True, timeout=20 * SLOWNESS
    ).stdout


def answers(display):
    """Whether there is a server at that display, and listens."""
    return (
        subprocess.run(
            ["xprop", "-display", display, "-root", "_NET_SUPPORTED"],
            check=False,
            capture_output=True,
            timeout=20 * SLOWNESS,
        ).returncode
        == 0
    )


def mark_manager():
    """So that manager_is_new() knows it by the window that stands for it, and goes with it (EWMH)."""
    xprop = [
        "xprop",
        "-id",
        _property("_NET_SUPPORTING_WM_CHECK", "-root").split()[-1],
        "-f",
        "HEADROOM_SEEN",
        "8s",
        "-set",
        "HEADROOM_SEEN",
        "yes",
    ]
    subprocess.run(xprop, check=True, timeout=20 * SLOWNESS)


def manager_is_new():
    """Another one than the marked one listens. What a killed one wrote at the root stays there: a list of windows is no sign of life."""
    window = _property("_NET_SUPPORTING_WM_CHECK", "-root").split()[-1]
    return window in _property(
        "_NET_SUPPORTING_WM_CHECK", "-id", window
    ) and "yes" not in _property("HEADROOM_SEEN", "-id", window)


def window_of(program):
    """The one that the manager knows: GTK has others of the same process, that are never shown. None: there is none."""
    listed = _property("_NET_CLIENT_LIST", "-root")
    mine = [
        window
        for pid in cgroups.pids_running(program)
        for window in xdo("search", "--pid", str(pid), check=False).split()
    ]
    return next(
        (window for window in mine if f"{int(window):#x}" in listed.replace(",", " ").split()), None
    )


def listed():
    """What the manager knows, as xdotool calls it."""
    said = _property("_NET_CLIENT_LIST", "-root")
    return [str(int(each, 16)) for each in said.partition("#")[2].replace(",", " ").split()]


def pid_of(window):
    """As the window says; 0: it says nothing."""
    said = _property("_NET_WM_PID", "-id", window)
    return int(said.split()[-1]) if "=" in said else 0


def class_of(window):
    said = _property("WM_CLASS", "-id", window)
    return said.split('"')[-2] if '"' in said else ""


def active_window():
    """As the manager says; None: none is."""
    said = _property("_NET_ACTIVE_WINDOW", "-root")
    return int(said.split()[-1], 16) if "window id" in said else None


def without_key_repeat():
    """Where processes have to wait for a processor, a key may be down for longer than its hand meant it to."""
    subprocess.run(["xset", "r", "off"], check=True, timeout=20 * SLOWNESS)


def alt_tab():
    xdo("key", "alt+Tab")


class _PropertyEvent(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("sent", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("atom", ctypes.c_ulong),
        ("time", ctypes.c_ulong),
        ("state", ctypes.c_int),
    ]


class _Event(ctypes.Union):
    _fields_ = [("property", _PropertyEvent), ("room", ctypes.c_long * 24)]


class _ActiveWindow:
    """A client of the server's that knows where the manager says which window is active."""

    def __init__(self):
        self.x = ctypes.CDLL("libX11.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.restype = self.x.XInternAtom.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        self.root = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display))
        self.atom = self.x.XInternAtom(self.display, b"_NET_ACTIVE_WINDOW", 0)

    def close(self):
        self.x.XCloseDisplay(self.display)


def flood(windows, seconds, a_second):
    """Says that one after the other of them is active, in the manager's name and so many times a second. The manager isn't asked, and doesn't look."""
    client = _ActiveWindow()
    values = itertools.cycle([(ctypes.c_ulong * 1)(int(window)) for window in windows])
    began = time.monotonic()
    for number in range(round(seconds * a_second)):
        client.x.XChangeProperty(
            client.display,
            client.root,
            ctypes.c_ulong(client.atom),
            ctypes.c_ulong(_WINDOW),
            32,
            _REPLACE,
            next(values),
            1,
        )
        if number % 100 == 0:
            client.x.XFlush(client.display)
            time.sleep(max(0, began + number / a_second - time.monotonic()))  # the pace
    client.x.XSync(client.display, 0)
    client.close()


class ActiveWindowChanges(_ActiveWindow):
    """When the manager says that another window is active: the server's own event, to a client of ours as to Headroom."""

    def __init__(self):
        super().__init__()
        self.x.XSelectInput(self.display, self.root, ctypes.c_long(_PROPERTY_CHANGES))
        self.x.XFlush(self.display)
        self.seen = []
        self.source = GLib.unix_fd_add_full(
            GLib.PRIORITY_HIGH,
            self.x.XConnectionNumber(self.display),
            GLib.IOCondition.IN,
            self._read,
        )

    def _read(self, *_):
        at = time.monotonic()
        event = _Event()
        while self.x.XPending(self.display):
            self.x.XNextEvent(self.display, ctypes.byref(event))
            if event.property.type == _PROPERTY_NOTIFY and event.property.atom == self.atom:
                self.seen.append(at)
        return True

    def last(self, since):
        """The one that brought what is there now: on its way to a window the focus may be nowhere."""
        return awaited(
            lambda: next((FocusChange(at, at) for at in reversed(self.seen) if at >= since), None),
            "another window is active",
        )

    def close(self):
        GLib.source_remove(self.source)
        super().close()
