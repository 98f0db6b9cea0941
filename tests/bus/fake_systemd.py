# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The parts of the user's systemd that daemon and command use."""

from gi.repository import Gio, GLib

from cgroup_tree import write_at_once
from private_bus import Fake

PATH = "/org/freedesktop/systemd1"
MANAGER = "org.freedesktop.systemd1.Manager"
JOB = PATH + "/job/7"

XML = f"""
<node>
  <interface name="{MANAGER}">
    <method name="StartTransientUnit">
      <arg type="s" direction="in"/><arg type="s" direction="in"/>
      <arg type="a(sv)" direction="in"/><arg type="a(sa(sv))" direction="in"/>
      <arg type="o" direction="out"/>
    </method>
    <method name="SetUnitProperties">
      <arg type="s" direction="in"/><arg type="b" direction="in"/><arg type="a(sv)" direction="in"/>
    </method>
    <method name="KillUnit">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="i" direction="in"/>
    </method>
    <method name="ListUnitsByNames">
      <arg type="as" direction="in"/><arg type="a(ssssssouso)" direction="out"/>
    </method>
    <signal name="JobRemoved"><arg type="u"/><arg type="o"/><arg type="s"/><arg type="s"/></signal>
  </interface>
</node>
"""


# systemd answers GetAll("") with the properties of all interfaces, which GDBus can't do by itself.
PROPERTIES = """
<node>
  <interface name="org.freedesktop.DBus.Properties">
    <method name="GetAll"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
  </interface>
</node>
"""
NOT_SET = 2**64 - 1


def unit_path(name):
    """Like sd_bus_path_encode()."""
    return f"{PATH}/unit/" + "".join(
        c if c.isalpha() or (c.isdigit() and i) else f"_{ord(c):02x}" for i, c in enumerate(name)
    )


class FakeSystemd(Fake):
    """`result` is the result of its jobs. With `old` it doesn't support PIDFDs, like systemd before
    255.

    Units in `active` are active.

    With a `tree` it carries out requests there: it writes weights and MemoryLow=, and units that it
    starts get a cgroup."""

    name = "org.freedesktop.systemd1"

    def __init__(self, address):
        super().__init__(address)
        self.result = "done"
        self.old = False
        self.moved = []
        self.active = set()
        self.tree = None
        self._described = {}

    def describe(self, unit, **properties):
        """Sets the properties of a unit. Call it before the fake is entered."""
        self._described[unit] = properties

    def export(self, connection):
        for unit, properties in self._described.items():
            answer = GLib.Variant("(a{sv})", (properties,))
            connection.register_object(
                unit_path(unit),
                Gio.DBusNodeInfo.new_for_xml(PROPERTIES).interfaces[0],
                lambda *call, answer=answer: call[-1].return_value(answer),
                None,
                None,
            )
        connection.register_object(
            PATH, Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], self.handle_call, None, None
        )

    def answer(self, method, arguments, invocation):
        if method == "KillUnit":
            return GLib.Variant("()", ())
        if method == "ListUnitsByNames":
            return GLib.Variant("(a(ssssssouso))", ([self._listed(n) for n in arguments[0]],))
        properties = dict(arguments[2])
        if method == "SetUnitProperties":
            if self.tree:
                with self.tree.lock:
                    self._set(arguments[0], properties)
            return GLib.Variant("()", ())
        if self.old and "PIDFDs" in properties:
            invocation.return_dbus_error(
                "org.freedesktop.DBus.Error.PropertyReadOnly",
                "Cannot set property PIDFDs, or unknown property.",
            )
            return None
        handles = invocation.get_message().get_unix_fd_list()
        moved = [
            *properties.get("PIDs", []),
            *(_process_behind(handles.get(index)) for index in properties.get("PIDFDs", [])),
        ]
        self.moved += moved
        if self.tree and self.result == "done":
            with self.tree.lock:
                self._start(f"{properties['Slice']}/{arguments[0]}", moved)
        invocation.return_value(GLib.Variant("(o)", (JOB,)))
        removed = GLib.Variant("(uoss)", (7, JOB, arguments[0], self.result))
        invocation.get_connection().emit_signal(None, PATH, MANAGER, "JobRemoved", removed)
        return None

    def _set(self, name, properties):
        """Call it with the lock held. What the test has removed by now is passed over."""
        if "MemoryLow" in properties:
            for low in list(self.tree.root.rglob(f"{name}/memory.low")):
                write_at_once(low, f"{properties['MemoryLow']}\n")
            return
        weight = properties.get("CPUWeight", NOT_SET)
        for unit in self.tree.units:
            if unit.name == name and unit.directory.exists():
                write_at_once(
                    unit.directory / "cpu.weight", f"{100 if weight == NOT_SET else weight}\n"
                )

    def _start(self, below, pids):
        """Call it with the lock held. What has ended by now is passed over."""
        if not self.tree.root.exists():
            return
        unit = self.tree.unit(below)
        for pid in pids:
            if (self.tree.proc / str(pid)).exists():
                self.tree.move(pid, unit)

    def _listed(self, unit):
        state = "active" if unit in self.active else "inactive"
        return (unit, "", "loaded", state, "", "", unit_path(unit), 0, "", "/")


def _process_behind(pidfd):
    with open(f"/proc/self/fdinfo/{pidfd}", encoding="ascii") as info:
        return next(int(line.split()[1]) for line in info if line.startswith("Pid:"))
