# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the zoo does on each desktop: start a program, see windows, hide them, turn to one."""

import subprocess
import time
import uuid
from dataclasses import dataclass

from seat import apps, gnome, kwin, sway, x11, zoo_programs
from seat.first_frame import Turned, turn_on_gnome, turn_on_kwin
from seat.waiting import SLOWNESS


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
        """From the menu: what Kickoff calls makes the same unit."""
        subprocess.run(["kioclient", "exec", str(zoo_programs.desktop_file(entry))], check=True,
                       timeout=60 * SLOWNESS, capture_output=True)

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
    name = "gnome"
    tells_frames = True
    turn_to = staticmethod(turn_on_gnome)

    def start(self, entry, _command):
        gnome.from_menu(entry)

    def windows(self):
        listed = gnome.evaluate("""return global.display.list_all_windows()
            .filter(w => [0, 3, 4].includes(w.get_window_type()))
            .map(w => [String(w.get_id()), w.get_pid(), w.get_gtk_application_id() || w.get_wm_class()]);""")
        return {each[0]: Window(*each) for each in listed}

    def activate(self, window):
        gnome.evaluate(self._of([window]) + ".forEach(w => Main.activateWindow(w, "
                       "global.display.get_current_time_roundtrip()));")

    def hide(self, windows):
        gnome.evaluate(self._of(windows) + ".forEach(w => w.minimize());")

    def _of(self, windows):
        return f"global.display.list_all_windows().filter(w => {list(windows)}.includes(String(w.get_id())))"


class Sway:
    name = "sway"
    tells_frames = False

    def start(self, _entry, command):
        """From a launcher, in whose unit it stays."""
        sway.msg("workspace", "1")
        apps.by_launcher(command, uuid.uuid4().hex)

    def windows(self):
        return {str(node["id"]): Window(str(node["id"]), node["pid"], _called(node))
                for node in sway.windows()}

    def activate(self, window):
        sway.msg(f"[con_id={window}]", "focus")

    def turn_to(self, window, thaw, within):
        """sway tells nobody when a client draws."""
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

    def start(self, _entry, command):
        apps.by_launcher(command, uuid.uuid4().hex, launcher="rofi")

    def windows(self):
        found = {}
        for window in x11.listed():
            found[window] = Window(window, x11.pid_of(window), x11.class_of(window))
        return found

    def activate(self, window):
        x11.xdo("windowactivate", window)

    def turn_to(self, window, thaw, within):
        """A window that is mapped again is painted by the server, before its client does it."""
        return _timed(self.activate, window, thaw, within)

    def hide(self, windows):
        for window in windows:
            x11.xdo("windowminimize", window, check=False)


class FromTerminal:
    """Any desktop's, but a program is started in a terminal, by setsid, and goes on without it."""

    def __init__(self, desk, terminal):
        self._desk = desk
        self._terminal = terminal
        self.name = f"{desk.name}-setsid"

    def start(self, _entry, command):
        shell = f"setsid {command} </dev/null >/dev/null 2>&1 & sleep 3600"
        self._terminal(shell)
        time.sleep(1)  # the terminal's own window isn't the program's: it is there before

    def __getattr__(self, name):
        return getattr(self._desk, name)
