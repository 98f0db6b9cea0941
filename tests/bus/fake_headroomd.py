# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A fake headroomd. Its interface is read from the XML, so the two can't drift apart."""

import socket
from pathlib import Path

from gi.repository import Gio, GLib

from private_bus import Fake

XML = Path(__file__).resolve().parents[2] / "dbus" / "org.headroomd.Headroom1.xml"
INTERFACE = "org.headroomd.Headroom1."
ROOT = "/org/headroomd/Headroom1"
ERROR = INTERFACE + "Error."
UNKNOWN_STREAMS = 4294967295

OBJECT_MANAGER = """
<node>
  <interface name="org.freedesktop.DBus.ObjectManager">
    <method name="GetManagedObjects"><arg type="a{oa{sa{sv}}}" direction="out"/></method>
  </interface>
</node>
"""


def with_code(entry):
    """An entry of the history. Most tests leave the code for its reason out."""
    without = 7
    return entry if len(entry) > without else (*entry, "")


KATE = {
    "Id": "org.kde.kate",
    "Name": "Kate",
    "Units": ["app-org.kde.kate-12.scope"],
    "State": "running",
    "Rule": "normal",
    "Boosted": True,
    "Napped": False,
    "ProtectedBytes": 300 * 2**20,
    "Holds": [],
    "Frozen": False,
    "Windows": 2,
    "Streams": 0,
    "Reason": "It is the active app.",
    "Measurement": {},
}
FIREFOX = {
    "Id": "firefox",
    "Name": "Firefox Web Browser",
    "Units": ["app-firefox-1.scope", "app-firefox-2.scope"],
    "State": "frozen",
    "Rule": "normal",
    "Boosted": False,
    "Napped": False,
    "ProtectedBytes": 0,
    "Holds": [],
    "Frozen": True,
    "Windows": 1,
    "Streams": UNKNOWN_STREAMS,
    "Reason": "",
    "Measurement": {},
}
MEASURES = {
    "org.kde.kate": {
        "memory": GLib.Variant("t", 3 * 2**30),
        "memory-needed": GLib.Variant("t", 2**30),
        "memory-slack": GLib.Variant("t", 2**31),
        "memory-needed-measured": GLib.Variant("b", True),
        "swap": GLib.Variant("t", 3000),
        "swap-compressed": GLib.Variant("t", 1000),
        "pressure-memory": GLib.Variant("d", 0.0),
        "pressure-cpu": GLib.Variant("d", 12.5),
        "worst-pressure": GLib.Variant("s", "cpu"),
        "hurt-rank": GLib.Variant("u", 0),
    }
}
TOTALS = {
    "began": GLib.Variant("t", 1_700_000_000_500_000),
    "acts": GLib.Variant("a{st}", {"close": 0, "freeze": 3, "thaw": 2, "nap": 70}),
    "level-us": GLib.Variant("a{st}", {"calm": 3_600_000_000, "high": 1_500_000}),
    "stalled-us": GLib.Variant(
        "a(ssst)",
        [
            ("foreground", "memory", "background", 2_250_000),
            ("compositor", "io", "unnamed", 10),
        ],
    ),
    "boosted": GLib.Variant("u", 1),
    "napped": GLib.Variant("u", 0),
    "frozen": GLib.Variant("u", 1),
    "memory": GLib.Variant("t", 3 * 2**30),
    "memory-needed": GLib.Variant("t", 2**30),
}
HEALTHY = {
    name: (True, f"The {name} works.", "")
    for name in (
        "adopt",
        "audio",
        "clipboard",
        "cpu-weight",
        "freeze",
        "io-weight",
        "pressure",
        "protect",
        "record-frozen",
        "windows",
    )
}
WITHOUT_PRESSURE = HEALTHY | {
    "pressure": (False, "the kernel reports no pressure (PSI)", "boot with psi=1")
}

SETTINGS = {
    "Boost/CpuWeight": "600",
    "Pressure/Response": "freeze",
    "App-firefox/Rule": "never",
    "Later/Setting": "x",
}


class FakeHeadroomd(Fake):
    """`properties` are the Manager's; `apps` are the Apps, each a dict of its properties."""

    name = "org.headroomd.Headroom1"

    def __init__(self, address):
        super().__init__(address)
        self.properties = {
            "Version": "0.1.0",
            "Level": "calm",
            "LevelReason": "",
            "LevelReasonCode": "",
            "Culprit": ("", "", "", "", False),
            "CulpritSummary": "",
            "CanFreezeCulprit": False,
            "Focused": "org.kde.kate",
            "WindowSource": "kwin",
            "WindowsKnown": True,
            "Capabilities": HEALTHY,
            "DisabledUntil": 0,
            "Settings": SETTINGS,
        }
        self.apps = [KATE, FIREFOX]
        self.measures = MEASURES
        self.machine = {}
        self.totals = TOTALS
        self.thawed = 2
        self.sentences = ["Kate is the active app.", "It is never paused while it is."]
        self.history = []
        self.sink = None
        self.postponed = []
        self.postpone = set()
        self._node = Gio.DBusNodeInfo.new_for_xml(XML.read_text(encoding="utf-8"))

    def export(self, connection):
        manager = self._node.lookup_interface(INTERFACE + "Manager")
        connection.register_object(ROOT, manager, self.handle_call, self._manager_property, None)
        objects = Gio.DBusNodeInfo.new_for_xml(OBJECT_MANAGER).interfaces[0]
        connection.register_object(ROOT, objects, self.handle_call, None, None)

    def answer(self, method, arguments, invocation):
        if method in self.postpone:
            self.postponed.append(invocation)
            return None
        if method == "Record":
            ours, theirs = socket.socketpair()
            self.sink = ours.makefile("w", encoding="utf-8")
            ours.close()
            invocation.return_value_with_unix_fd_list(
                GLib.Variant("(h)", (0,)), Gio.UnixFDList.new_from_array([theirs.detach()])
            )
            return None
        if method == "DisableFor":
            now = GLib.get_real_time()
            self.properties["DisabledUntil"] = now + arguments[0] if arguments[0] else 0
        answers = {
            "GetManagedObjects": lambda: GLib.Variant("(a{oa{sa{sv}}})", (self._managed(),)),
            "Measure": lambda: GLib.Variant("(a{sa{sv}})", (self.measures,)),
            "Totals": lambda: GLib.Variant("(a{sv})", (self.totals,)),
            "MeasureMachine": lambda: GLib.Variant("(a{sa{sd}})", (self.machine,)),
            "Explain": lambda: GLib.Variant("(as)", (self.sentences,)),
            "History": lambda: GLib.Variant(
                "(a(tsssssbs))",
                ([with_code(entry) for entry in self.history if entry[0] >= arguments[0]],),
            ),
            "Hold": lambda: GLib.Variant("(u)", (1,)),
            "ThawAll": lambda: GLib.Variant("(u)", (self.thawed,)),
        }
        return answers.get(method, lambda: GLib.Variant("()", ()))()

    def change(self, **properties):
        """Sets the Manager's properties, and emits the signal."""
        self.properties.update(properties)
        self._tell_changed(ROOT, "Manager", properties)

    def change_app(self, index, **properties):
        self.apps[index] = {**self.apps[index], **properties}
        self._tell_changed(self._path(index), "App", properties)

    def add_app(self, app):
        self.apps = [*self.apps, app]
        path, interfaces = list(self._managed().items())[-1]
        self._emit(
            ROOT,
            "org.freedesktop.DBus.ObjectManager",
            "InterfacesAdded",
            GLib.Variant("(oa{sa{sv}})", (path, interfaces)),
        )

    def remove_last_app(self):
        path = self._path(len(self.apps) - 1)
        self.apps = self.apps[:-1]
        self._emit(
            ROOT,
            "org.freedesktop.DBus.ObjectManager",
            "InterfacesRemoved",
            GLib.Variant("(oas)", (path, [INTERFACE + "App"])),
        )

    def act(self, action, app, reason, news=True):
        self._emit(
            ROOT,
            INTERFACE + "Manager",
            "Acted",
            GLib.Variant("(ssssb)", (action, app, "", reason, news)),
        )

    def _tell_changed(self, path, interface, properties):
        typed = _typed(self._node.lookup_interface(INTERFACE + interface), properties)
        self._emit(
            path,
            "org.freedesktop.DBus.Properties",
            "PropertiesChanged",
            GLib.Variant("(sa{sv}as)", (INTERFACE + interface, typed, [])),
        )

    def _emit(self, path, interface, signal, arguments):
        self.in_thread(
            lambda: self.connection.emit_signal(None, path, interface, signal, arguments)
        )

    @staticmethod
    def _path(index):
        return f"{ROOT}/apps/_{index}"

    def finish_postponed(self):
        self.in_thread(
            lambda: [
                invocation.return_value(GLib.Variant("()", ())) for invocation in self.postponed
            ]
        )

    def _managed(self):
        interface = self._node.lookup_interface(INTERFACE + "App")
        return {
            self._path(index): {interface.name: _typed(interface, app)}
            for index, app in enumerate(self.apps)
        }

    def _manager_property(self, _connection, _sender, _path, interface, name):
        return _typed(self._node.lookup_interface(interface), {name: self.properties[name]})[name]


def _typed(interface, values):
    return {
        name: GLib.Variant(interface.lookup_property(name).signature, value)
        for name, value in values.items()
    }
