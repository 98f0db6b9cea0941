# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the zoo does on each desktop: start a program, list windows, hide them, turn to one."""

import os
import subprocess
import tempfile
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from seat import apps, gnome, kwin, sway, x11, zoo_programs
from seat.first_frame import Turned, turn_on_gnome, turn_on_kwin
from seat.waiting import SLOWNESS, until


@dataclass(frozen=True)
class Window:
    id: str
    pid: int
    calls_itself: str


class Plasma:
    name = "plasma"
    tells_frames = True
    turn_to = staticmethod(turn_on_kwin)

    def start(self, entry, _command):
        """From the menu: the call that Kickoff makes creates the same unit."""
        subprocess.run(
            ["kioclient", "exec", str(zoo_programs.desktop_file(entry))],
            check=True,
            timeout=60 * SLOWNESS,
            capture_output=True,
        )

    def windows(self):
        listed = kwin.ask("""return workspace.windowList()
            .filter(w => !w.deleted && (w.normalWindow || w.dialog))
            .map(w => [String(w.internalId), w.pid, w.desktopFileName || w.resourceClass]);""")
        return {each[0]: Window(*each) for each in listed}

    def activate(self, window):
        kwin.run_script(self._of([window]) + ".forEach(w => { workspace.activeWindow = w; });")

    def hide(self, windows):
        kwin.run_script(self._of(windows) + ".forEach(w => { w.minimized = true; });")

    def _of(self, windows):
        return f"workspace.windowList().filter(w => {list(windows)}.includes(String(w.internalId)))"


class Gnome:
    tells_frames = False  # the Shell still has the last picture of a window that is shown again
    turn_to = staticmethod(turn_on_gnome)

    def __init__(self, name):
        self.name = name  # with our extension or without

    def start(self, entry, _command):
        gnome.from_menu(entry)

    def windows(self):
        listed = gnome.evaluate("""return global.display.list_all_windows()
            .filter(w => [0, 3, 4].includes(w.get_window_type()))
            .map(w => [
                String(w.get_id()), w.get_pid(), w.get_gtk_application_id() || w.get_wm_class()]);
        """)
        return {each[0]: Window(*each) for each in listed}

    def activate(self, window):
        gnome.evaluate(
            self._of([window]) + ".forEach(w => Main.activateWindow(w, "
            "global.display.get_current_time_roundtrip()));"
        )

    def hide(self, windows):
        gnome.evaluate(self._of(windows) + ".forEach(w => w.minimize());")

    def _of(self, windows):
        return (
            "global.display.list_all_windows().filter("
            f"w => {list(windows)}.includes(String(w.get_id())))"
        )


class Launcher:
    """A launcher that runs before and after, and leaves what it starts in its own unit."""

    _SHELL = """exec 3<>'{0}'
while read -r line <&3; do
    eval "exec $line" 3<&- </dev/null >/dev/null 2>&1 &
done
"""

    def __init__(self, name):
        self._orders = Path(tempfile.mkdtemp()) / "orders"
        os.mkfifo(self._orders)
        apps.own_unit(name, uuid.uuid4().hex, "sh", "-c", self._SHELL.format(self._orders))

    def start(self, command):
        self._orders.write_text(command + "\n", encoding="utf-8")


class Sway:
    name = "sway"
    tells_frames = False

    def __init__(self):
        self._launcher = Launcher("fuzzel")

    def start(self, _entry, command):
        sway.msg("workspace", "1")
        self._launcher.start(command)

    def windows(self):
        return {
            str(node["id"]): Window(str(node["id"]), node["pid"], _called(node))
            for node in sway.windows()
        }

    def activate(self, window):
        sway.msg(f"[con_id={window}]", "focus")

    def turn_to(self, window, thaw, within):
        """sway doesn't report when a client draws."""
        return _timed(self.activate, window, thaw, within)

    def hide(self, windows):
        for window in windows:
            sway.msg(f"[con_id={window}]", "move", "container", "to", "workspace", "9")


def _timed(activate, window, thaw, within):
    at = time.time()
    activate(window)
    return Turned(at, thaw(within))


def _called(node):
    return node.get("app_id") or node.get("window_properties", {}).get("class") or ""


class X11:
    name = "x11"
    tells_frames = False

    def __init__(self):
        self._launcher = Launcher("rofi")

    def start(self, _entry, command):
        self._launcher.start(command)

    def windows(self):
        return {each: Window(each, x11.pid_of(each), x11.class_of(each)) for each in x11.listed()}

    def activate(self, window):
        x11.xdo("windowactivate", window)

    def turn_to(self, window, thaw, within):
        """The server paints a window that is mapped again before its client does."""
        return _timed(self.activate, window, thaw, within)

    def hide(self, windows):
        for window in windows:
            x11.xdo("windowminimize", window, check=False)


class FromTerminal:
    """Any desktop, but programs are started with setsid from a shell in one terminal: they survive
    the shell, in the terminal's unit. open_terminal(command) opens a terminal that runs a
    command."""

    _SHELL = """exec 3<>'{0}'
while read -r line <&3; do
    setsid sh -c "exec $line" </dev/null >/dev/null 2>&1 &
done
"""

    def __init__(self, desk, open_terminal):
        self._desk = desk
        self.name = f"{desk.name}-setsid"
        directory = Path(tempfile.mkdtemp())
        self._orders, shell = directory / "orders", directory / "shell"
        os.mkfifo(self._orders)
        shell.write_text(self._SHELL.format(self._orders), encoding="utf-8")
        before = set(desk.windows())
        open_terminal(["sh", str(shell)])
        until(lambda: set(desk.windows()) - before, "the terminal is up", within=60)

    def start(self, _entry, command):
        with self._orders.open("w", encoding="utf-8") as orders:
            orders.write(command + "\n")

    def __getattr__(self, name):
        return getattr(self._desk, name)
