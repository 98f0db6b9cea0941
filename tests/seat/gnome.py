# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""GNOME Shell, moved by its own scripting (unsafe mode) and by keys and a pointer that it takes for real ones."""

import json

from gi.repository import Gio, GLib

from seat.waiting import SLOWNESS, until

_KEYS = {"Alt": "KEY_Alt_L", "Tab": "KEY_Tab", "Super": "KEY_Super_L", "Escape": "KEY_Escape", "F4": "KEY_F4"}
_HAND = """
    const Clutter = imports.gi.Clutter;
    const seat = Clutter.get_default_backend().get_default_seat();
    global.headroomKeys ??= seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
    global.headroomPointer ??= seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
    const now = () => imports.gi.GLib.get_monotonic_time();
"""


def evaluate(code):
    """Runs JavaScript in the shell; what it returns."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    answer = bus.call_sync("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval", GLib.Variant("(s)", (f"(() => {{ {code} }})()",)),
                           GLib.VariantType("(bs)"), Gio.DBusCallFlags.NONE, 60000 * SLOWNESS)
    done, said = answer.unpack()
    assert done, f"{said} from {code}"
    return json.loads(said) if said else None


def is_up():
    """Whether the shell can be asked anything: it owns its name some time before."""
    try:
        return evaluate("return true;")
    except GLib.Error:
        return False


def press(*names):
    evaluate(_HAND + _steps(names, "PRESSED"))


def release(*names):
    evaluate(_HAND + _steps(names, "RELEASED"))


def keys(*names):
    """Presses them one after the other, then releases them in reverse."""
    evaluate(_HAND + _steps(names, "PRESSED") + _steps(reversed(names), "RELEASED"))  # at once: a key that is held for long means something else


def _steps(names, state):
    return "".join(f"global.headroomKeys.notify_keyval(now(), Clutter.{_KEYS[name]}, Clutter.KeyState.{state});" for name in names)


def alt_tab_is_shown():
    return evaluate("return Main.uiGroup.get_children().some(c => c.constructor.name === 'AppSwitcherPopup' && c.visible);")


def click(x, y):
    evaluate(_HAND + f"global.headroomPointer.notify_absolute_motion(now(), {x}, {y});"
             "global.headroomPointer.notify_button(now(), Clutter.BUTTON_PRIMARY, Clutter.ButtonState.PRESSED);"
             "global.headroomPointer.notify_button(now(), Clutter.BUTTON_PRIMARY, Clutter.ButtonState.RELEASED);")


def from_menu(desktop_id):
    """As a click on its icon does."""
    evaluate(f"imports.gi.Shell.AppSystem.get_default().lookup_app('{desktop_id}.desktop').open_new_window(-1);")


_OF = "global.display.list_all_windows().filter(w => w.get_pid() === {pid} && w.get_window_type() === 0)"


def activate(pid):
    """As a click on its window in the overview does, or in the list of windows."""
    evaluate(f"Main.activateWindow({_OF.format(pid=pid)}[0], global.display.get_current_time_roundtrip());")


def click_window(pid):
    """Where its title bar has nothing to press: a menu that opens there takes the next click for itself."""
    _click_on(f"""
        const window = {_OF.format(pid=pid)}[0], frame = window.get_frame_rect();
        return within(window.get_compositor_private(), frame.x + frame.width * 0.65, frame.y + 12);""")


def click_icon(pid):
    """What a click on an app's icon does. Without a click's time the shell would say that the app is ready, and leave the focus where it is."""
    evaluate(f"imports.gi.Shell.WindowTracker.get_default().get_window_app({_OF.format(pid=pid)}[0]).activate_full(-1, global.display.get_current_time_roundtrip());")


def pick_in_overview(pid):
    """Opens it by its key; then what a click on the window's picture does. Where the pictures are changes until the last of them is laid out."""
    keys("Super")
    until(lambda: _overview_is(True), "the overview is there", within=30)
    activate(pid)
    until(lambda: _overview_is(False), "the overview is gone", within=30)


def _click_on(where):
    """JavaScript that gives a place. A user clicks on what can be seen: `within` gives none as long as something that is about to go is in front of it."""
    look = """const within = (actor, x, y) => {
        const there = global.stage.get_actor_at_pos(imports.gi.Clutter.PickMode.REACTIVE, x, y);
        return there && actor.contains(there) ? [x, y] : null;
    };""" + where
    click(*until(lambda: evaluate(look), "what is to be clicked on is in front", within=30))


def place(pid, x, y):
    """As large as it is: with the answer of an app that won't have another size, its window goes back to where it was."""
    moved = f"const w = {_OF.format(pid=pid)}[0]; w.unmaximize(3); w.move_frame(true, {x}, {y}); const f = w.get_frame_rect(); return [f.x, f.y];"
    until(lambda: evaluate(moved) == [x, y], "the window is in its place")


def without_banners():
    """The shell tells at its start that there is no lock screen, over windows that are to be clicked on."""
    evaluate("Main.messageTray.getSources().forEach(source => source.destroy());")
    until(lambda: not evaluate("return Main.messageTray._notification !== null;"), "the banner is gone")


def minimise(pid, minimised=True):
    evaluate(_OF.format(pid=pid) + f".forEach(w => w.{'minimize' if minimised else 'unminimize'}());")


def to_workspace(pid, number):
    evaluate(_OF.format(pid=pid) + f".forEach(w => w.change_workspace_by_index({number}, true));")


def focused_pid():
    """Of the window that has the focus, as the shell says; 0: none has."""
    return evaluate("const w = global.display.focus_window; return w ? w.get_pid() : 0;")


def windows():
    """pid of each normal window."""
    return evaluate("return global.display.list_all_windows().filter(w => w.get_window_type() === 0).map(w => w.get_pid());")


def overview(shown):
    # The shell begins with it, some time after it has said that it is ready.
    until(lambda: not evaluate("return Main.layoutManager._startingUp;"), "the shell has started", within=60)
    evaluate("Main.overview." + ("show()" if shown else "hide()") + ";")
    until(lambda: _overview_is(shown), "the overview is " + ("there" if shown else "gone"))


def _overview_is(shown):
    return evaluate("return [Main.overview.visible, Main.overview.animationInProgress];") == [shown, False]


def lock(locked):
    """The mode that the lock screen puts the shell in; the screen itself takes a display manager, which isn't there."""
    evaluate("Main.sessionMode." + ("pushMode" if locked else "popMode") + "('unlock-dialog');")


def extension(enabled):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.call_sync("org.gnome.Shell.Extensions", "/org/gnome/Shell/Extensions", "org.gnome.Shell.Extensions", "EnableExtension" if enabled else "DisableExtension",
                  GLib.Variant("(s)", ("headroom@headroomd.org",)), None, Gio.DBusCallFlags.NONE, 60000 * SLOWNESS)
