# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Controls GNOME Shell by its own scripting (unsafe mode), and by virtual keys and a pointer that
it treats as real."""

import json
import time

from gi.repository import Gio, GLib

from seat import cgroups
from seat.focus_change import FocusChange, first
from seat.waiting import SLOWNESS, Waited, until

EXTENSION = "headroom@headroomd.org"
_KEYS = {
    "Alt": "KEY_Alt_L",
    "Tab": "KEY_Tab",
    "Super": "KEY_Super_L",
    "Escape": "KEY_Escape",
    "F4": "KEY_F4",
    "Control": "KEY_Control_L",
    "a": "KEY_a",
    "c": "KEY_c",
    "l": "KEY_l",
    "x": "KEY_x",
    "asterisk": "KEY_asterisk",
    "space": "KEY_space",
    "Down": "KEY_Down",
    "Right": "KEY_Right",
    "Return": "KEY_Return",
    "0": "KEY_0",
    "7": "KEY_7",
}
_HAND = """
    const Clutter = imports.gi.Clutter;
    const seat = Clutter.get_default_backend().get_default_seat();
    global.headroomKeys ??= seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
    global.headroomPointer ??= seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
    const now = () => imports.gi.GLib.get_monotonic_time();
"""
_OF = (
    "global.display.list_all_windows().filter(w => w.get_pid() === {pid} && w.get_window_type() "
    "=== 0)"
)


def evaluate(code):
    """Runs JavaScript in the shell, and returns the result."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    answer = bus.call_sync(
        "org.gnome.Shell",
        "/org/gnome/Shell",
        "org.gnome.Shell",
        "Eval",
        GLib.Variant("(s)", (f"(() => {{ {code} }})()",)),
        GLib.VariantType("(bs)"),
        Gio.DBusCallFlags.NONE,
        60000 * SLOWNESS,
    )
    done, said = answer.unpack()
    assert done, f"{code} returned {said}"
    return json.loads(said) if said else None


def is_up():
    """Whether the shell answers calls. It owns its bus name some time before that."""
    try:
        return evaluate("return true;")
    except GLib.Error:
        return False


def keys(*names):
    """Presses the keys one after the other, then releases them in reverse order, as fast as a hand
    can. If two windows were used in the same millisecond, alt-tab takes either for the previous
    one."""
    for code, state in [(name, "PRESSED") for name in names] + [
        (name, "RELEASED") for name in reversed(names)
    ]:
        evaluate(
            _HAND
            + (
                f"global.headroomKeys.notify_keyval(now(), Clutter.{_KEYS[code]}, "
                f"Clutter.KeyState.{state});"
            )
        )
        time.sleep(0.01)


def click(x, y):
    """Sends each step after a pause, like a hand. From GNOME 49 on, a click is a gesture, and
    events at the same moment are none."""
    evaluate(_HAND + f"global.headroomPointer.notify_absolute_motion(now(), {x}, {y});")
    for state in ("PRESSED", "RELEASED"):
        time.sleep(0.01)
        evaluate(
            _HAND
            + (
                f"global.headroomPointer.notify_button(now(), Clutter.BUTTON_PRIMARY, "
                f"Clutter.ButtonState.{state});"
            )
        )


def pointer_over(x, y, a_second, seconds):
    """Moves the pointer without rest over 200 by 100 pixels from there. Returns the number of
    moves."""
    evaluate(_HAND + f"""
    const {{GLib}} = imports.gi;
    global.headroomMoves = 0;
    global.headroomMover = GLib.timeout_add(GLib.PRIORITY_DEFAULT, {1000 // a_second}, () => {{
        const at = global.headroomMoves++;
        global.headroomPointer.notify_absolute_motion(now(), {x} + at % 200, {y} + at % 100);
        return GLib.SOURCE_CONTINUE;
    }});""")
    time.sleep(seconds)
    return evaluate(
        "imports.gi.GLib.source_remove(global.headroomMover); return global.headroomMoves;"
    )


def note_no_answers(pid):
    """From now on, counts how often the shell offers to end the app because it doesn't answer (a
    dialog on its window)."""
    evaluate(
        "global.headroomNoAnswers = 0;"
        + _OF.format(pid=pid)
        + (
            ".forEach(w => w.get_compositor_private().connect('child-added', () => { "
            "global.headroomNoAnswers += w.is_alive ? 0 : 1; }));"
        )
    )


def noted_no_answers():
    return evaluate("return global.headroomNoAnswers;")


def from_menu(desktop_id):
    """Like a click on its icon."""
    evaluate(
        f"imports.gi.Shell.AppSystem.get_default().lookup_app('{desktop_id}.desktop')"
        ".open_new_window(-1);"
    )


def activate(pid):
    """Like a click on its window in the overview or in the list of windows."""
    evaluate(
        f"Main.activateWindow({_OF.format(pid=pid)}[0], "
        f"global.display.get_current_time_roundtrip());"
    )


def place(pid, x, y, width, height):
    evaluate(
        _OF.format(pid=pid)
        + (
            f".forEach(w => {{ w.unmaximize(3); w.move_resize_frame(true, {x}, {y}, {width}, "
            f"{height}); }});"
        )
    )


def minimise(pid, minimised=True):
    evaluate(
        _OF.format(pid=pid) + f".forEach(w => w.{'minimize' if minimised else 'unminimize'}());"
    )


def close(pid):
    """Like the close button on it in the overview."""
    evaluate(
        _OF.format(pid=pid)
        + ".forEach(w => w.delete(global.display.get_current_time_roundtrip()));"
    )


def to_workspace(pid, number):
    evaluate(_OF.format(pid=pid) + f".forEach(w => w.change_workspace_by_index({number}, true));")


def focused_pid():
    """The process of the focused window, as the shell reports it; 0: no window has the focus."""
    return evaluate("const w = global.display.focus_window; return w ? w.get_pid() : 0;")


def pid_with_window(program):
    """The process of the program that has a window, or None."""
    running = cgroups.pids_running(program)
    return next((pid for pid in windows() if pid in running), None)


def await_focus(has_focus, click, what, within=15):
    """Mutter may leave the focus where it was: with a window that the user has used meanwhile, by
    the time that the X server gives. A user then clicks on the new window, as `click` does."""
    try:
        until(has_focus, f"{what} has the focus", within)
    except Waited as late:
        print(f"{late}; the focus is with {focused_pid()}")
        click()
        until(has_focus, f"{what} has the focus after a click")


def await_program(program, within=60):
    """Waits until a program that was just started has a window, and that window the focus. Returns
    its process."""
    pid = until(lambda: pid_with_window(program), f"{program} has a window", within)
    await_focus(lambda: focused_pid() == pid, lambda: activate(pid), program)
    return pid


class FocusChanges:
    """When a window of a process got the focus, by the shell's own clock and from the shell itself.
    A monitor of the bus would affect the measurement."""

    def __init__(self):
        self._seen = []
        self._bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self._ear = self._bus.signal_subscribe(
            None,
            "org.headroomd.Seat",
            "Focus",
            "/org/headroomd/Seat",
            None,
            Gio.DBusSignalFlags.NONE,
            self._heard,
        )
        # It changes before the property that the extension follows.
        evaluate("""const {Gio, GLib} = imports.gi;
        global.headroomFocus = global.display.list_all_windows().map(
            w => [w, w.connect('notify::appears-focused', () => {
                if (w.appears_focused) {
                    const what = new GLib.Variant(
                        '(id)', [w.get_pid(), GLib.get_monotonic_time() / 1e6]);
                    Gio.DBus.session.emit_signal(
                        null, '/org/headroomd/Seat', 'org.headroomd.Seat', 'Focus', what);
                }
            })]);""")

    def _heard(self, _bus, _sender, _path, _interface, _signal, arguments):
        pid, at = arguments.unpack()
        self._seen.append((pid, FocusChange(at, time.monotonic())))

    def first(self, pid, since):
        return first(self._seen, pid, since, f"a window of {pid} has the focus")

    def close(self):
        self._bus.signal_unsubscribe(self._ear)
        evaluate(
            "global.headroomFocus.forEach(([w, id]) => w.disconnect(id)); delete "
            "global.headroomFocus;"
        )


def windows():
    """The pid of each normal window."""
    return evaluate(
        "return global.display.list_all_windows().filter(w => w.get_window_type() === 0).map(w "
        "=> w.get_pid());"
    )


def overview(shown):
    # The shell starts with the overview, some time after it has reported that it is ready.
    until(
        lambda: not evaluate("return Main.layoutManager._startingUp;"),
        "the shell has started",
        within=60,
    )
    evaluate("Main.overview." + ("show()" if shown else "hide()") + ";")
    until(
        lambda: evaluate("return Main.overview.visible;") == shown
        and not evaluate("return Main.overview.animationInProgress;"),
        "the overview is " + ("there" if shown else "gone"),
    )


def lock(locked):
    """The mode that the lock screen sets in the shell. The lock screen itself needs a display
    manager, which isn't running."""
    evaluate("Main.sessionMode." + ("pushMode" if locked else "popMode") + "('unlock-dialog');")


def extension(enabled):
    """Asks the shell itself. Its helper org.gnome.Shell.Extensions would forward the same call, but
    ends two seconds after the last preferences were closed. A call of that moment is lost."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.call_sync(
        "org.gnome.Shell",
        "/org/gnome/Shell",
        "org.gnome.Shell.Extensions",
        "EnableExtension" if enabled else "DisableExtension",
        GLib.Variant("(s)", (EXTENSION,)),
        None,
        Gio.DBusCallFlags.NONE,
        60000 * SLOWNESS,
    )
