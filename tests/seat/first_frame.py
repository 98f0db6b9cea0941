# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How long a window takes to draw after the user has turned to it, by the compositor's clock."""

import contextlib
import time
from dataclasses import dataclass

from seat import gnome, kwin
from seat.waiting import Waited, until

_ON_KWIN = """
    const w = workspace.windowList().find(w => String(w.internalId) == '%s');
    const tell = what => callDBus('%s', '/org/headroomd/Seat', 'org.headroomd.Seat', 'Told',
                                  JSON.stringify(what));
    const began = Date.now();
    let left = 200;
    w.damaged.connect(() => {
        if (--left > 0)
            tell(Date.now());
    });
    workspace.activeWindow = w;
    tell(began);
"""
_ON_GNOME = """
    const w = global.display.list_all_windows().find(w => String(w.get_id()) === '%s');
    const now = () => imports.gi.GLib.get_real_time() / 1000;
    const actor = w.get_compositor_private();
    global.headroomFrames = [now()];
    const id = actor.connect('damaged', () => {
        if (global.headroomFrames.push(now()) > 200)
            actor.disconnect(id);
    });
    Main.activateWindow(w, global.display.get_current_time_roundtrip());
    return global.headroomFrames[0];
"""


@dataclass(frozen=True)
class Turned:
    """A turn to a window: when it happened, when the app was thawed, and when it drew after that
    (seconds since 1970). Requests that a compositor received before the thaw were still in flight
    when the client was frozen. None: it didn't happen."""

    at: float
    thawed: float | None
    drew: float | None = None


def turn_on_kwin(window, thaw, within):
    with kwin.hearing(lambda name: _ON_KWIN % (window, name)) as told:
        thawed = thaw(within)
        at, *frames = [each / 1000 for each in told(1, within)]
        end = time.monotonic() + within
        while thawed and not (after := _after(thawed, frames)) and time.monotonic() < end:
            frames = [each / 1000 for each in told(len(frames) + 2, end - time.monotonic())[1:]]
    return Turned(at, thawed, after if thawed else None)


def turn_on_gnome(window, thaw, within):
    at = gnome.evaluate(_ON_GNOME % window) / 1000
    thawed, drew = thaw(within), None
    if thawed:
        with contextlib.suppress(Waited):
            drew = until(lambda: _after(thawed, _frames_on_gnome()), "it draws", within)
    return Turned(at, thawed, drew)


def _frames_on_gnome():
    return [each / 1000 for each in gnome.evaluate("return global.headroomFrames.slice(1);")]


def _after(thawed, frames):
    """Times from compositors' scripts are truncated to whole milliseconds."""
    return next((frame for frame in frames if frame + 0.001 > thawed), None)
