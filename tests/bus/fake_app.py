# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An app that owns a name on the bus, in a process of its own. It exports its actions like
GApplication, and reports each activation."""

import subprocess
import sys
import threading

from gi.repository import Gio, GLib

XML = """
<node>
  <interface name="org.gtk.Actions">
    <method name="Describe">
      <arg type="s" direction="in"/><arg type="(bgav)" direction="out"/>
    </method>
    <method name="Activate">
      <arg type="s" direction="in"/><arg type="av" direction="in"/>
      <arg type="a{sv}" direction="in"/>
    </method>
  </interface>
</node>
"""


class FakeApp:
    """`actions`: "quit", or "-quit" for a disabled one. `place`: is called with its pid before it
    takes its name."""

    def __init__(self, address, name, *actions, place=lambda pid: None):
        self._process = subprocess.Popen(
            [sys.executable, __file__, address, name, *actions],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.pid = self._process.pid
        place(self.pid)
        self._process.stdin.close()
        assert self._process.stdout.readline() == "there\n"
        self.used = []
        self._reader = threading.Thread(
            target=lambda: self.used.extend(line.strip() for line in self._process.stdout),
            daemon=True,
        )
        self._reader.start()

    def close(self):
        self._process.kill()
        self._process.wait()
        self._reader.join()
        self._process.stdout.close()


def serve(address, name, *actions):
    sys.stdin.read()  # waits until it is placed

    def handle(_connection, _sender, _path, _interface, method, arguments, invocation):
        action = arguments.unpack()[0]
        if method == "Activate":
            if action in actions:
                print(action, flush=True)
            invocation.return_value(None)
        elif action in actions or f"-{action}" in actions:
            invocation.return_value(GLib.Variant("((bgav))", ((action in actions, "", []),)))
        else:
            invocation.return_dbus_error(
                "org.freedesktop.DBus.Error.InvalidArgs",
                f"The named action ('{action}') does not exist.",
            )

    flags = (
        Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
        | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    )
    connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    path = "/" + name.replace(".", "/").replace("-", "_")
    connection.register_object(
        path, Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], handle, None, None
    )
    connection.call_sync(
        "org.freedesktop.DBus",
        "/org/freedesktop/DBus",
        "org.freedesktop.DBus",
        "RequestName",
        GLib.Variant("(su)", (name, 0)),
        None,
        Gio.DBusCallFlags.NONE,
        -1,
        None,
    )
    print("there", flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    serve(*sys.argv[1:])
