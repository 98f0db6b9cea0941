# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Controls an X server with a window manager by xdotool: real input, and the requests that a panel
sends."""

import ctypes
import itertools
import subprocess
import time

from gi.repository import GLib

from seat import cgroups
from seat.focus_change import FocusChange, awaited
from seat.waiting import SLOWNESS

_PROPERTY_NOTIFY, _PROPERTY_CHANGES = 28, 1 << 22
_CLIENT_MESSAGE, _SUBSTRUCTURE = 33, 3 << 19  # notify and redirect
_PAGER = 2  # the source of a request: a person, by a panel
_WINDOW, _REPLACE = 33, 0  # a property's type, and the mode that replaces its old value


def xdo(*words, check=True):
    return subprocess.run(
        ["xdotool", *words], check=check, capture_output=True, text=True, timeout=20 * SLOWNESS
    ).stdout


def _property(name, *of):
    """xprop's output for it; "": there is no such window."""
    return subprocess.run(
        ["xprop", *of, name], capture_output=True, text=True, timeout=20 * SLOWNESS
    ).stdout


def answers(display):
    """Whether an X server answers at that display."""
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
    """Marks the manager's check window, which vanishes with the manager (EWMH). manager_is_new()
    looks for the mark."""
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
    """Whether another manager than the marked one runs. Properties that a killed manager set on the
    root window remain, so a list of windows does not show that it runs."""
    window = _property("_NET_SUPPORTING_WM_CHECK", "-root").split()[-1]
    return window in _property(
        "_NET_SUPPORTING_WM_CHECK", "-id", window
    ) and "yes" not in _property("HEADROOM_SEEN", "-id", window)


def window_of(program):
    """The window in the manager's list. GTK has other windows of the same process, which are never
    shown. None: there is none."""
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
    """The manager's list of windows, in xdotool's notation."""
    said = _property("_NET_CLIENT_LIST", "-root")
    return [str(int(each, 16)) for each in said.partition("#")[2].replace(",", " ").split()]


def pid_of(window):
    """From the window's own property; 0: it has none."""
    said = _property("_NET_WM_PID", "-id", window)
    return int(said.split()[-1]) if "=" in said else 0


def class_of(window):
    said = _property("WM_CLASS", "-id", window)
    return said.split('"')[-2] if '"' in said else ""


def active_window():
    """From the manager's property; None: no window is active."""
    said = _property("_NET_ACTIVE_WINDOW", "-root")
    return int(said.split()[-1], 16) if "window id" in said else None


def without_key_repeat():
    """Where processes have to wait for a processor, a key may be down for longer than intended."""
    subprocess.run(["xset", "r", "off"], check=True, timeout=20 * SLOWNESS)


def alt_tab():
    """As long as a person holds the keys. If Alt is released before openbox has grabbed the
    keyboard, openbox goes on waiting for the release."""
    xdo("key", "--delay", "200", "alt+Tab")


class _AboutAtom(ctypes.Structure):
    """How both kinds of events begin."""

    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("sent", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("atom", ctypes.c_ulong),
    ]


class _PropertyEvent(_AboutAtom):
    _fields_ = [("time", ctypes.c_ulong), ("state", ctypes.c_int)]


class _ClientMessage(_AboutAtom):
    _fields_ = [("format", ctypes.c_int), ("data", ctypes.c_long * 5)]


class _Event(ctypes.Union):
    _fields_ = [
        ("property", _PropertyEvent),
        ("message", _ClientMessage),
        ("room", ctypes.c_long * 24),
    ]


class _ActiveWindow:
    """A client of the server with access to the property in which the manager reports the active
    window."""

    def __init__(self):
        self.x = ctypes.CDLL("libX11.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.restype = self.x.XInternAtom.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        self.root = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display))
        self.atom = self.x.XInternAtom(self.display, b"_NET_ACTIVE_WINDOW", 0)

    def close(self):
        self.x.XCloseDisplay(self.display)


def close_from_task_bar(window):
    """Sends the message of a panel whose user closes the window there (EWMH)."""
    client = _ActiveWindow()
    atom = client.x.XInternAtom(client.display, b"_NET_CLOSE_WINDOW", 0)
    message = _ClientMessage(
        type=_CLIENT_MESSAGE, window=int(window), atom=atom, format=32, data=(0, _PAGER)
    )
    client.x.XSendEvent(
        client.display,
        client.root,
        0,
        ctypes.c_long(_SUBSTRUCTURE),
        ctypes.byref(_Event(message=message)),
    )
    client.x.XSync(client.display, 0)
    client.close()


def flood(windows, seconds, a_second):
    """Sets the property of the active window to one window after the other, at this rate, in the
    manager's name. The manager isn't asked, and ignores it."""
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
    """When the manager reports another active window. It is the server's own event, which this
    client gets like Headroom."""

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
        """The last change, which set the current value: between two windows, the focus may be
        nowhere."""
        return awaited(
            lambda: next((FocusChange(at, at) for at in reversed(self.seen) if at >= since), None),
            "another window is active",
        )

    def close(self):
        GLib.source_remove(self.source)
        super().close()
