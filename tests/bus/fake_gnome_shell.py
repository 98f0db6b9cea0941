# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The part of GNOME Shell that concerns our extension: calls and answers as in js/ui/shellDBus.js
and js/ui/extensionSystem.js of GNOME 48."""

from gi.repository import Gio, GLib

from fake_kwin import FakeGnomeShell

EXTENSION = "headroom@headroomd.org"
PATH = "/org/gnome/Shell"
INTERFACE = "org.gnome.Shell.Extensions"
ACTIVE, ERROR, OUT_OF_DATE, INITIALIZED, ACTIVATING = 1, 3, 4, 6, 8
XML = """
<node>
  <interface name="org.gnome.Shell.Extensions">
    <method name="GetExtensionInfo">
      <arg type="s" direction="in"/><arg type="a{sv}" direction="out"/>
    </method>
    <method name="EnableExtension">
      <arg type="s" direction="in"/><arg type="b" direction="out"/>
    </method>
    <signal name="ExtensionStateChanged"><arg type="s"/><arg type="a{sv}"/></signal>
    <property name="ShellVersion" type="s" access="read"/>
    <property name="UserExtensionsEnabled" type="b" access="readwrite"/>
  </interface>
</node>
"""


class FakeShellWithExtensions(FakeGnomeShell):
    """It has the extension, and emits nothing by itself. `tell()` emits the signal of a changed
    extension state.

    `knows`: whether it found the extension at login. `is_locked`: whether its list can't be
    changed. `silent`: methods that are never answered."""

    def __init__(self, address):
        super().__init__(address)
        self.knows = True
        self.is_locked = False
        self.is_enabled = False
        self.state = INITIALIZED
        self.error = ""
        self.user_extensions = True
        self.silent = set()

    def export(self, connection):
        super().export(connection)
        interface = Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0]
        connection.register_object(PATH, interface, self.handle_call, self._property, None)

    def answer(self, method, arguments, invocation):
        known = self.knows and arguments == (EXTENSION,)
        if method == "EnableExtension":
            self.is_enabled = self.is_enabled or (known and not self.is_locked)
        if method in self.silent:
            return None
        if method == "EnableExtension":
            return GLib.Variant("(b)", (known,))
        return GLib.Variant("(a{sv})", (self._info() if known else {},))

    def tell(self, state, error="", of=EXTENSION):
        def change():
            if of == EXTENSION:
                self.state, self.error = state, error
            info = self._info() | {"uuid": GLib.Variant("s", of), "state": GLib.Variant("d", state)}
            self.connection.emit_signal(
                None, PATH, INTERFACE, "ExtensionStateChanged", GLib.Variant("(sa{sv})", (of, info))
            )

        self.in_thread(change)

    def _info(self):
        versions = [GLib.Variant("s", version) for version in ("48", "49", "50")]
        return {
            "uuid": GLib.Variant("s", EXTENSION),
            "state": GLib.Variant("d", self.state),
            "enabled": GLib.Variant("b", self.is_enabled),
            "canChange": GLib.Variant("b", not self.is_locked),
            "error": GLib.Variant("s", self.error),
            "shell-version": GLib.Variant("av", versions),
        }

    def _property(self, _connection, _sender, _path, _interface, name):
        return (
            GLib.Variant("b", self.user_extensions)
            if name == "UserExtensionsEnabled"
            else GLib.Variant("s", "51.1")
        )
