# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The desktop's server of notifications, with a user who can choose a button."""

from gi.repository import Gio, GLib

from private_bus import Fake, until

PATH = "/org/freedesktop/Notifications"
XML = """
<node>
  <interface name="org.freedesktop.Notifications">
    <method name="Notify">
      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
      <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
      <arg type="u" direction="out"/>
    </method>
    <method name="CloseNotification"><arg type="u" direction="in"/></method>
  </interface>
</node>
"""


class FakeNotifications(Fake):
    """Each notification has the number of its Notify call as its id, or the one it replaces."""

    name = "org.freedesktop.Notifications"

    def __init__(self, address):
        super().__init__(address)
        self.shown = {}  # by their ids: title, text, and buttons

    def export(self, connection):
        connection.register_object(
            PATH,
            Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0],
            self.handle_call,
            None,
            None,
        )

    def answer(self, method, arguments, invocation):
        if method == "CloseNotification":
            self.shown.pop(arguments[0], None)
            return GLib.Variant("()", ())
        _, replaces, _, title, text, buttons, _, _ = arguments
        number = replaces or len(self.calls)
        self.shown[number] = (title, text, buttons[::2])
        return GLib.Variant("(u)", (number,))

    def with_button(self, key):
        """The id of the notification that has this button, once there is one."""

        def found():
            for number, (_, _, buttons) in list(self.shown.items()):
                if key in buttons:
                    return number
            return None

        return until(found, f"there is a notification with {key}")

    def choose(self, key, beside=None):
        """What a server does if the user chooses a button. beside: a button of the notification if
        it no longer has the chosen one, because it was replaced meanwhile."""
        number = self.with_button(beside or key)
        self.emit("ActionInvoked", GLib.Variant("(us)", (number, key)))
        self.shown.pop(number, None)
        self.emit("NotificationClosed", GLib.Variant("(uu)", (number, 2)))

    def emit(self, signal, arguments):
        """In the fake's own thread: a signal must not outrun the reply that has the id."""
        self.in_thread(
            lambda: self.connection.emit_signal(None, PATH, self.name, signal, arguments)
        )
