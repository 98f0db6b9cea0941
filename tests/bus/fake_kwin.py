# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A compositor: it owns KWin's name, loads scripts, and reports windows."""

import json
import threading

from gi.repository import Gio, GLib

from private_bus import Fake, drop_name, take_name

HEADROOM = "org.headroomd.Headroom1.Compositor"
ROOT = "/org/headroomd/Headroom1"
XML = """
<node>
  <interface name="org.kde.kwin.Scripting">
    <method name="isScriptLoaded">
      <arg type="s" direction="in"/><arg type="b" direction="out"/>
    </method>
    <method name="unloadScript">
      <arg type="s" direction="in"/><arg type="b" direction="out"/>
    </method>
    <method name="loadScript">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="i" direction="out"/>
    </method>
    <method name="start"/>
  </interface>
</node>
"""


def normal_window(pid, app, window_id="w"):
    """A visible window, as the compositor's script reports it."""
    return {
        "id": window_id,
        "pid": pid,
        "app": app,
        "kind": "normal",
        "hidden": False,
        "fullscreen": False,
    }


def report(connection, what):
    """Sends a report and returns the wish in its answer. `what` is a report, or any text."""
    text = what if isinstance(what, str) else json.dumps(what)
    answer = connection.call_sync(
        HEADROOM,
        ROOT,
        HEADROOM,
        "Report",
        GLib.Variant("(s)", (text,)),
        GLib.VariantType("(s)"),
        Gio.DBusCallFlags.NO_AUTO_START,
        180_000,
        None,
    )  # a flood may come before it
    return answer.unpack()[0]


class FakeGnomeShell(Fake):
    """Without our extension it only sets an attribute; with it, it sends reports like KWin's
    script."""

    name = "org.gnome.Shell"

    def export(self, connection):
        self.wish_waits = threading.Event()
        connection.signal_subscribe(
            HEADROOM,
            HEADROOM,
            "WishWaits",
            ROOT,
            None,
            Gio.DBusSignalFlags.NONE,
            lambda *_: self.wish_waits.set(),
        )

    def is_known_to(self, headroomd):
        return headroomd.get("WindowSource") == "mutter"

    def report(self, what):
        return report(self.connection, what)


class FakeKwin(Fake):
    """`script_is_loaded`: whether the script was loaded before the daemon started. `script_ended`:
    it is loaded no more."""

    name = "org.kde.KWin"

    def __init__(self, address):
        super().__init__(address)
        self.script_is_loaded = False
        self.script_ended = False
        self._asked = set()  # unique names of the daemons that know whether it was loaded

    def export(self, connection):
        connection.register_object(
            "/Scripting",
            Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0],
            self.handle_call,
            None,
            None,
        )

    def answer(self, method, arguments, invocation):
        if method == "isScriptLoaded":
            asked_before = invocation.get_sender() in self._asked
            self._asked.add(invocation.get_sender())
            is_loaded = not self.script_ended if asked_before else self.script_is_loaded
            return GLib.Variant("(b)", (is_loaded,))
        if method == "unloadScript":
            return GLib.Variant("(b)", (False,))
        return GLib.Variant("(i)", (0,)) if method == "loadScript" else GLib.Variant("()", ())

    def report(self, what):
        return report(self.connection, what)

    def moves_to(self, connection):
        """The process behind this connection is the compositor from now on."""

        def move():
            self.export(connection)
            take_name(connection, self.name)

        drop_name(self.connection, self.name)
        self.connection = connection
        self.in_thread(move)

    def is_known_to(self, _headroomd):
        return any(method == "isScriptLoaded" for method, _ in self.calls)

    def snapshot(self, *windows, focus=None):
        assert (
            self.report(
                {
                    "source": "kwin",
                    "sent": 1,
                    "type": "snapshot",
                    "windows": windows,
                    "focus": focus and focus["id"],
                }
            )
            == ""
        )

    def window(self, window, **changes):
        assert (
            self.report({"source": "kwin", "sent": 1, "type": "window", "window": window | changes})
            == ""
        )

    def focus(self, window):
        assert (
            self.report(
                {"source": "kwin", "sent": 1, "type": "focus", "focus": window and window["id"]}
            )
            == ""
        )
