# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""As much of the user's systemd as `headroomctl run` talks to."""

from gi.repository import Gio, GLib

from private_bus import Fake

PATH = "/org/freedesktop/systemd1"
MANAGER = "org.freedesktop.systemd1.Manager"
JOB = PATH + "/job/7"

XML = f"""
<node>
  <interface name="{MANAGER}">
    <method name="StartTransientUnit">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a(sv)" direction="in"/><arg type="a(sa(sv))" direction="in"/>
      <arg type="o" direction="out"/>
    </method>
    <signal name="JobRemoved"><arg type="u"/><arg type="o"/><arg type="s"/><arg type="s"/></signal>
  </interface>
</node>
"""


class FakeSystemd(Fake):
    """`result` is how its jobs end; one that is `old` does not know PIDFDs, as systemd before 255."""
    name = "org.freedesktop.systemd1"

    def __init__(self, address):
        super().__init__(address)
        self.result = "done"
        self.old = False
        self.moved = []

    def export(self, connection):
        connection.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], self.handle_call, None, None)

    def answer(self, method, arguments, invocation):
        properties = dict(arguments[2])
        if self.old and "PIDFDs" in properties:
            invocation.return_dbus_error("org.freedesktop.DBus.Error.PropertyReadOnly", "Cannot set property PIDFDs, or unknown property.")
            return None
        self.moved += properties.get("PIDs", [])
        handles = invocation.get_message().get_unix_fd_list()
        self.moved += [_process_behind(handles.get(index)) for index in properties.get("PIDFDs", [])]
        invocation.return_value(GLib.Variant("(o)", (JOB,)))
        removed = GLib.Variant("(uoss)", (7, JOB, arguments[0], self.result))
        invocation.get_connection().emit_signal(None, PATH, MANAGER, "JobRemoved", removed)
        return None


def _process_behind(pidfd):
    with open(f"/proc/self/fdinfo/{pidfd}", encoding="ascii") as info:
        return next(int(line.split()[1]) for line in info if line.startswith("Pid:"))
