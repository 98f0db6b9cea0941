# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Controls the compositor by its own scripting, and by real input on the screen."""

import contextlib
import json
import os
import subprocess
import tempfile
import time

from gi.repository import Gio

from seat.focus_change import FocusChange, first
from seat.main_loop import next_until
from seat.waiting import SLOWNESS, Waited

_KWIN = ("gdbus", "call", "--session", "--dest", "org.kde.KWin")


def _call(path, method, *arguments):
    return subprocess.run(
        [*_KWIN, "--object-path", path, "--method", method, *arguments],
        check=True,
        capture_output=True,
        text=True,
        timeout=20 * SLOWNESS,
    ).stdout


def _load_script(code):
    """Runs JavaScript in KWin. Returns the name by which the script can be unloaded.

    It doesn't use the script's own object. KWin numbers the object by the count of scripts, so it
    reuses a number after one was unloaded, and then runs the older script (KWin 6.3). start() runs
    all scripts that don't run yet."""
    with tempfile.NamedTemporaryFile(
        "w", suffix=".js", prefix="seat-", encoding="utf-8", delete=False
    ) as script:
        script.write(code)  # which KWin reads later, in a thread
    name = os.path.basename(script.name)
    _call("/Scripting", "org.kde.kwin.Scripting.loadScript", script.name, name)
    _call("/Scripting", "org.kde.kwin.Scripting.start")
    return name


def _unload_script(name):
    _call("/Scripting", "org.kde.kwin.Scripting.unloadScript", name)
    os.unlink(os.path.join(tempfile.gettempdir(), name))


def run_script(code):
    """Runs JavaScript in KWin once, to its end."""
    ask(f"{code}; return null;")


_EAR = """<node><interface name="org.headroomd.Seat">
  <method name="Told"><arg type="s" direction="in"/></method>
</interface></node>"""


def ask(code):
    """Runs JavaScript in KWin, and returns its result. A script returns nothing by itself, but may
    call any name on the bus."""
    told = []

    def on_call(_bus, _sender, _path, _interface, _method, arguments, invocation):
        told.append(json.loads(arguments.unpack()[0]))
        invocation.return_value(None)

    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    interface = Gio.DBusNodeInfo.new_for_xml(_EAR).interfaces[0]
    ear = bus.register_object("/org/headroomd/Seat", interface, on_call, None, None)
    script = _load_script(
        f"callDBus('{bus.get_unique_name()}', '/org/headroomd/Seat', 'org.headroomd.Seat', "
        f"'Told', JSON.stringify((function () {{ {code} }})()));"
    )
    try:
        end = time.monotonic() + 20 * SLOWNESS
        while not told and next_until(end):
            pass
    finally:
        _unload_script(script)
        bus.unregister_object(ear)
    if not told:
        raise Waited(f"KWin sends the result of {code}")
    return told[0]


@contextlib.contextmanager
def hearing(code):
    """Runs JavaScript in KWin that keeps running and calls us: code(our bus name) returns it.
    Yields a function that waits for a number of calls, and returns the arguments of all calls so
    far."""
    told = []
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def on_call(_bus, _sender, _path, _interface, _method, arguments, invocation):
        told.append(json.loads(arguments.unpack()[0]))
        invocation.return_value(None)

    def wait(calls, within):
        end = time.monotonic() + within * SLOWNESS
        while len(told) < calls and next_until(end):
            pass
        return told

    interface = Gio.DBusNodeInfo.new_for_xml(_EAR).interfaces[0]
    ear = bus.register_object("/org/headroomd/Seat", interface, on_call, None, None)
    script = _load_script(code(bus.get_unique_name()))
    try:
        yield wait
    finally:
        _unload_script(script)
        bus.unregister_object(ear)


def process():
    """KWin's process; None: there is none. Found by name: KWin has a capability, so other processes
    can't read its executable."""
    found = subprocess.run(
        ["pgrep", "-x", "kwin_wayland"],
        check=False,
        capture_output=True,
        text=True,
        timeout=20 * SLOWNESS,
    ).stdout.split()
    return int(found[0]) if found else None


class FocusChanges:
    """When a window became active, by KWin's own clock. It has whole milliseconds, so computed
    delays are half a millisecond too long on average. KWin reports only to this process: a monitor
    of the bus would affect the measurement."""

    def __init__(self):
        self._seen = []
        self._bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self._ear = self._bus.register_object(
            "/org/headroomd/Seat/Focus",
            Gio.DBusNodeInfo.new_for_xml(_EAR).interfaces[0],
            self._on_call,
            None,
            None,
        )
        self._script = _load_script(
            f"""workspace.windowList().forEach(w => w.activeChanged.connect(() => {{
            if (w.active)
                callDBus('{self._bus.get_unique_name()}', '/org/headroomd/Seat/Focus',
                    'org.headroomd.Seat', 'Told', JSON.stringify([w.pid, Date.now()]));
        }}));"""
        )

    def _on_call(self, _bus, _sender, _path, _interface, _method, arguments, invocation):
        pid, at_ms = json.loads(arguments.unpack()[0])
        now = time.monotonic()
        self._seen.append((pid, FocusChange(at_ms / 1000 - (time.time() - now), now)))
        invocation.return_value(None)

    def first(self, pid, since):
        return first(self._seen, pid, since - 0.001, f"a window of {pid} is the active one")

    def close(self):
        _unload_script(self._script)
        self._bus.unregister_object(self._ear)


def windows(pid):
    """The visible windows of a process, the topmost first: the client area on the screen, as x, y,
    width, height."""
    return ask(f"""return workspace.stackingOrder
        .filter(w => w.pid == {pid} && !w.minimized && !w.hidden).reverse().map(w => {{
        const g = w.clientGeometry; return [g.x, g.y, g.width, g.height]; }});""")


def _of(app):
    return f"w.desktopFileName == '{app}' || w.resourceClass == '{app}'"


def activate(app):
    run_script(
        f"workspace.windowList().forEach(function (w) {{ if ({_of(app)}) workspace.activeWindow "
        f"= w; }});"
    )


def activate_pid(pid):
    run_script(
        f"workspace.windowList().forEach(function (w) {{ if (w.pid == {pid} && w.normalWindow) "
        f"workspace.activeWindow = w; }});"
    )


def place_pid(pid, x, y, width, height):
    run_script(
        f"workspace.windowList().forEach(function (w) {{ if (w.pid == {pid} && w.normalWindow) "
        f"{{ w.setMaximize(false, false); w.frameGeometry = {{x: {x}, y: {y}, width: {width}, "
        f"height: {height}}}; }} }});"
    )


def minimise(app, minimised=True):
    run_script(
        f"workspace.windowList().forEach(function (w) {{ if ({_of(app)}) w.minimized = "
        f"{'true' if minimised else 'false'}; }});"
    )


def minimise_pid(pid):
    run_script(
        f"workspace.windowList().forEach(function (w) {{ if (w.pid == {pid} && w.normalWindow) "
        f"w.minimized = true; }});"
    )


def close_pid(pid):
    """Like a click on the close button of its title bar."""
    run_script(
        f"workspace.windowList().forEach(function (w) {{ if (w.pid == {pid} && w.normalWindow) "
        f"w.closeWindow(); }});"
    )


def place(app, x, y, width, height):
    """Puts an app's windows where a click will hit them."""
    run_script(
        f"workspace.windowList().forEach(function (w) {{ if (({_of(app)}) && w.normalWindow) "
        f"{{ w.setMaximize(false, false); w.frameGeometry = {{x: {x}, y: {y}, width: {width}, "
        f"height: {height}}}; }} }});"
    )


def hand(*words):
    """xdotool on the screen that KWin draws on: real input."""
    subprocess.run(
        ["xdotool", *words],
        check=True,
        timeout=20 * SLOWNESS,
        env={**os.environ, "DISPLAY": os.environ["HEADROOM_LAB_X11"]},
    )


def click(x, y):
    hand("mousemove", str(x), str(y), "click", "1")


def begin_click(x, y):
    """A click without waiting for xdotool, which takes a while to end."""
    return subprocess.Popen(
        ["xdotool", "mousemove", str(x), str(y), "click", "1"],
        env={**os.environ, "DISPLAY": os.environ["HEADROOM_LAB_X11"]},
    )


def picture(path):
    subprocess.run(
        ["import", "-display", os.environ["HEADROOM_LAB_X11"], "-window", "root", str(path)],
        check=True,
        timeout=60 * SLOWNESS,
    )


def picture_of(pid):
    """A picture of its topmost window, or of what covers that: a PNG file."""
    return picture_at(*windows(pid)[0])


def picture_at(x, y, width, height):
    """A picture of a part of the screen: a PNG file."""
    crop = ["-crop", f"{round(width)}x{round(height)}+{round(x)}+{round(y)}", "+repage"]
    return subprocess.run(
        ["import", "-display", os.environ["HEADROOM_LAB_X11"], "-window", "root", *crop, "png:-"],
        check=True,
        capture_output=True,
        timeout=60 * SLOWNESS,
    ).stdout
