# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Services on a bus that report the duties of apps. Each can list an app, and later list none."""

import contextlib
import os
import select
import threading

from gi.repository import Gio, GLib

from private_bus import Fake, drop_name, take_name

PROPERTIES = "org.freedesktop.DBus.Properties"


class Source(Fake):
    """A service with one list. `listed` is its current value: a Variant."""

    path = "/"
    interface = ""
    member = ""
    type = ""
    signals = ()

    def __init__(self, address):
        super().__init__(address)
        self.listed = GLib.Variant(self.type, [] if self.type.startswith("a") else False)

    @property
    def xml(self):
        signals = "".join(f'<signal name="{name}"/>' for name in self.signals)
        method = f'<method name="{self.member}"><arg type="{self.type}" direction="out"/></method>'
        return f'<node><interface name="{self.interface}">{method}{signals}</interface></node>'

    def export(self, connection):
        connection.register_object(
            self.path,
            Gio.DBusNodeInfo.new_for_xml(self.xml).interfaces[0],
            self.handle_call,
            self.get_property,
            None,
        )

    def get_property(self, _connection, _sender, _path, _interface, _name):
        return self.listed

    def answer(self, method, arguments, invocation):
        return GLib.Variant.new_tuple(self.listed)

    def lists(self, *items):
        self.listed = GLib.Variant(self.type, list(items))
        self.says_so()

    def says_so(self):
        self.emit(self.interface, self.signals[0])

    def emit(self, interface, signal, parameters=None):
        self.connection.emit_signal(None, self.path, interface, signal, parameters)


class PropertySource(Source):
    """A service whose list is a property."""

    @property
    def xml(self):
        return (
            f'<node><interface name="{self.interface}"><property name="{self.member}" '
            f'type="{self.type}" access="read"/></interface></node>'
        )

    def says_so(self):
        self.emit(
            PROPERTIES,
            "PropertiesChanged",
            GLib.Variant("(sa{sv}as)", (self.interface, {self.member: self.listed}, [])),
        )


class Tray(PropertySource):
    name = interface = "org.kde.StatusNotifierWatcher"
    path = "/StatusNotifierWatcher"
    member, type = "RegisteredStatusNotifierItems", "as"

    def says_so(self):
        self.emit(self.interface, "StatusNotifierItemRegistered", GLib.Variant("(s)", ("any",)))


@contextlib.contextmanager
def tray_item(connection, *more):
    """Serves an item like an app does, on its own connection. `more`: paths of further items."""
    xml = (
        '<node><interface name="org.kde.StatusNotifierItem"><property name="Id" type="s" '
        'access="read"/></interface></node>'
    )
    context, ready = GLib.MainContext(), threading.Event()
    loop = GLib.MainLoop.new(context, False)

    def serve():
        context.push_thread_default()
        for path in ("/StatusNotifierItem", *more):
            connection.register_object(
                path,
                Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0],
                None,
                lambda *_: GLib.Variant("s", "an item"),
                None,
            )
        ready.set()
        loop.run()
        context.pop_thread_default()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    ready.wait()
    try:
        yield
    finally:
        context.invoke_full(GLib.PRIORITY_DEFAULT, lambda: loop.quit() or False)
        thread.join()


class GameMode(Source):
    name = interface = "com.feralinteractive.GameMode"
    path = "/com/feralinteractive/GameMode"
    member, type, signals = "ListGames", "a(io)", ("GameRegistered", "GameUnregistered")


class BackgroundMonitor(PropertySource):
    name = interface = "org.freedesktop.background.Monitor"
    path = "/org/freedesktop/background/monitor"
    member, type = "BackgroundApps", "aa{sv}"


class UPower(PropertySource):
    name = interface = "org.freedesktop.UPower"
    path = "/org/freedesktop/UPower"
    member, type = "OnBattery", "b"

    def runs_on(self, battery):
        self.listed = GLib.Variant("b", battery)
        self.says_so()


class Accessibility(PropertySource):
    """AT-SPI's service up to at-spi2-core 2.60, with only the setting for screen readers."""

    name = "org.a11y.Bus"
    interface = "org.a11y.Status"
    path = "/org/a11y/bus"
    member, type = "ScreenReaderEnabled", "b"

    def reads(self, is_read):
        self.listed = GLib.Variant("b", is_read)
        self.says_so()


class NewerAccessibility(Accessibility):
    """The same since 2.61, which reports whether any program listens to what apps show."""

    member = "IsEnabled"


class PolicyAgent(Source):
    name = interface = "org.kde.Solid.PowerManagement.PolicyAgent"
    path = "/org/kde/Solid/PowerManagement/PolicyAgent"
    member, type, signals = "ListInhibitions", "a(ss)", ("InhibitionsChanged",)


class Logind(Source):
    name = "org.freedesktop.login1"
    interface = "org.freedesktop.login1.Manager"
    path = "/org/freedesktop/login1"
    member, type = "ListInhibitors", "a(ssssuu)"

    def says_so(self):
        self.emit(
            PROPERTIES,
            "PropertiesChanged",
            GLib.Variant(
                "(sa{sv}as)", (self.interface, {"BlockInhibited": GLib.Variant("s", "sleep")}, [])
            ),
        )


class SessionManager(Source):
    name = interface = "org.gnome.SessionManager"
    path = "/org/gnome/SessionManager"
    member, type, signals = "GetInhibitors", "ao", ("InhibitorAdded", "InhibitorRemoved")
    inhibitor = "/org/gnome/SessionManager/Inhibitor7"

    def __init__(self, address, app=""):
        super().__init__(address)
        self.app = app

    def export(self, connection):
        super().export(connection)
        xml = (
            '<node><interface name="org.gnome.SessionManager.Inhibitor"><method '
            'name="GetAppId"><arg type="s" direction="out"/></method></interface></node>'
        )
        connection.register_object(
            self.inhibitor,
            Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0],
            self.handle_call,
            None,
            None,
        )

    def answer(self, method, arguments, invocation):
        return (
            GLib.Variant("(s)", (self.app,))
            if method == "GetAppId"
            else super().answer(method, arguments, invocation)
        )


class MediaPlayer(PropertySource):
    name = "org.mpris.MediaPlayer2.player"
    is_an_app = True
    interface = "org.mpris.MediaPlayer2.Player"
    path = "/org/mpris/MediaPlayer2"
    member, type = "PlaybackStatus", "s"

    def __init__(self, address):
        Fake.__init__(self, address)
        self.listed = GLib.Variant("s", "Stopped")

    def lists(self, *items):
        self.listed = GLib.Variant("s", items[0] if items else "Stopped")
        self.says_so()


class Downloader(Fake):
    """An app that shows progress on its icon. It can't be queried, so it is known from its next
    signal on."""

    name = "org.example.Downloader"
    is_an_app = True
    shown = "application://x.desktop"

    def export(self, connection):
        pass

    def answer(self, method, arguments, invocation):
        return None

    def lists(self, *items):
        self.shown = items[0] if items else self.shown
        update = {
            "progress": GLib.Variant("d", 0.5),
            "progress-visible": GLib.Variant("b", bool(items)),
        }
        self.connection.emit_signal(
            None,
            "/com/canonical/unity/launcherentry/7",
            "com.canonical.Unity.LauncherEntry",
            "Update",
            GLib.Variant("(sa{sv})", (self.shown, update)),
        )


class LoginManager(Fake):
    """logind, with only its locks and the two signals before the end."""

    name = "org.freedesktop.login1"
    _INTERFACE, _PATH = "org.freedesktop.login1.Manager", "/org/freedesktop/login1"
    _XML = f"""<node><interface name="{_INTERFACE}"><method name="Inhibit">
        <arg type="s" direction="in"/><arg type="s" direction="in"/>
        <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="h" direction="out"/>
        </method></interface></node>"""

    def __init__(self, address):
        super().__init__(address)
        self._lock = None

    def export(self, connection):
        connection.register_object(
            self._PATH,
            Gio.DBusNodeInfo.new_for_xml(self._XML).interfaces[0],
            self.handle_call,
            None,
            None,
        )

    def answer(self, method, arguments, invocation):
        self._lock, theirs = os.pipe()
        fds = Gio.UnixFDList.new_from_array([theirs])  # the list owns the descriptor now
        invocation.return_value_with_unix_fd_list(GLib.Variant("(h)", (0,)), fds)

    def is_taken(self):
        return self._lock is not None

    def is_given_back(self):
        """Whether the other end of the lock is closed, as logind would detect."""
        return bool(select.select([self._lock], [], [], 0)[0])

    def says(self, signal, begins):
        self.connection.emit_signal(
            None, self._PATH, self._INTERFACE, signal, GLib.Variant("(b)", (begins,))
        )


class Comer(Fake):
    """A service that only owns a name."""

    def __init__(self, address, name):
        super().__init__(address)
        self.wanted = name
        self.name = "org.example.Comer"

    def export(self, connection):
        pass

    def take_name(self):
        take_name(self.connection, self.wanted)

    def leave_name(self):
        drop_name(self.connection, self.wanted)


class XfceSession(Fake):
    """Xfce's session manager, with only the signal of its state."""

    name = "org.xfce.SessionManager"

    def export(self, connection):
        pass

    def goes_from(self, old, new):
        self.connection.emit_signal(
            None,
            "/org/xfce/SessionManager",
            "org.xfce.Session.Manager",
            "StateChanged",
            GLib.Variant("(uu)", (old, new)),
        )


class EndingSession(Fake):
    """GNOME's session manager at a logout."""

    name = "org.gnome.SessionManager"
    _PATH, _CLIENT, _PRIVATE = (
        "/org/gnome/SessionManager",
        "/org/gnome/SessionManager/Client1",
        "org.gnome.SessionManager.ClientPrivate",
    )
    _XML = f"""<node><interface name="{name}"><method name="RegisterClient">
        <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="o" direction="out"/>
        </method><method name="GetInhibitors"><arg type="ao" direction="out"/></method></interface>
        <interface name="{_PRIVATE}"><method name="EndSessionResponse">
        <arg type="b" direction="in"/><arg type="s" direction="in"/>
        </method></interface></node>"""

    def export(self, connection):
        public, private = Gio.DBusNodeInfo.new_for_xml(self._XML).interfaces
        connection.register_object(self._PATH, public, self.handle_call, None, None)
        connection.register_object(self._CLIENT, private, self.handle_call, None, None)

    def answer(self, method, arguments, invocation):
        if method == "RegisterClient":
            return GLib.Variant("(o)", (self._CLIENT,))
        return GLib.Variant("(ao)", ([],)) if method == "GetInhibitors" else GLib.Variant("()", ())

    def ask(self):
        self.connection.emit_signal(
            None, self._CLIENT, self._PRIVATE, "QueryEndSession", GLib.Variant("(u)", (0,))
        )

    def call_off(self):
        self.connection.emit_signal(None, self._CLIENT, self._PRIVATE, "CancelEndSession", None)
