# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A caller on the bus in another process: in a sandbox made by bubblewrap and xdg-dbus-proxy, like
flatpak's, or in none."""

import contextlib
import json
import os
import subprocess
import sys

from gi.repository import GLib

from headroomd import connect
from private_bus import PATIENCE

NAME = "org.headroomd.Headroom1"
# Reads one request a line, and answers each with a line: the result, or the error. Signals are kept
# until a request asks for them.
_CALLER = """
import ctypes, json, os, sys
from gi.repository import Gio, GLib
if sys.argv[2].startswith("undumpable"):
    ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
flags = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT |
         Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
bus = Gio.DBusConnection.new_for_address_sync(sys.argv[1], flags, None, None)
heard = []
def call_of(path, interface, method, values):
    message = Gio.DBusMessage.new_method_call("org.headroomd.Headroom1", path, interface, method)
    message.set_flags(Gio.DBusMessageFlags.NO_AUTO_START)
    if values:
        message.set_body(GLib.Variant.parse(None, values, None, None))
    return message
def hit_and_run(times, call):
    for number in range(times):
        one = Gio.DBusConnection.new_for_address_sync(sys.argv[1], flags, None, None)
        one.send_message(call_of(*call), Gio.DBusSendMessageFlags.NONE)
        one.flush_sync(None)
        GLib.usleep(100 * (number % 20)) # a different moment of the daemon's lookup each time
        one.close_sync(None)
    return times
def pour(times, fds, call):
    one = Gio.DBusConnection.new_for_address_sync(sys.argv[1], flags, None, None)
    for _ in range(times):
        message = call_of(*call)
        if fds:
            handles = Gio.UnixFDList.new()
            for _ in range(fds):
                handles.append(0)
            message.set_unix_fd_list(handles)
        one.send_message(message, Gio.DBusSendMessageFlags.NONE)
    one.flush_sync(None)
    one.call_sync("org.headroomd.Headroom1", "/", "org.freedesktop.DBus.Peer", "Ping", None, None,
                  0, -1, None)
    one.close_sync(None)
    return times
bus.signal_subscribe("org.headroomd.Headroom1", None, None, None, None, 0,
                     lambda _bus, _sender, path, interface, signal, values: heard.append(
                         [path, interface, signal, values.unpack()]))
def answer(request):
    if "hit_and_run" in request:
        return hit_and_run(*request["hit_and_run"])
    if "pour" in request:
        return pour(*request["pour"])
    if "own" in request:
        return bus.call_sync("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName",
                             GLib.Variant("(su)", (request["own"], 0)), None, 0, -1,
                             None).unpack()
    if "emit" in request:
        path, interface, signal, values = request["emit"]
        sent = bus.emit_signal(None, path, interface, signal,
                               GLib.Variant.parse(None, values, None, None))
        bus.flush_sync(None) # this process may be ended before a thread of GLib has written it
        return sent
    if "heard" in request:
        bus.call_sync("org.headroomd.Headroom1", "/", "org.freedesktop.DBus.Peer", "Ping", None,
                      None, 0, -1, None)
        while GLib.MainContext.default().iteration(False):
            pass
        return heard
    path, interface, method, values = request["call"]
    return bus.call_sync("org.headroomd.Headroom1", path, interface, method,
                         GLib.Variant.parse(None, values, None, None) if values else None, None,
                         Gio.DBusCallFlags.NO_AUTO_START, -1, None).unpack()
print(json.dumps(bus.get_unique_name()), flush=True)
for line in sys.stdin:
    try:
        print(json.dumps({"answer": answer(json.loads(line))}), flush=True)
    except GLib.Error as error:
        name = Gio.DBusError.get_remote_error(error) or "?"
        sentence = error.message.removeprefix(f"GDBus.Error:{name}: ")
        print(json.dumps({"error": name, "sentence": sentence}), flush=True)
"""
_OF_FLATPAK = "[Application]\nname={}\n[Instance]\ninstance-id=1\n"


class Refused(Exception):
    """`name` of the D-Bus error, and its sentence."""

    def __init__(self, name, sentence):
        super().__init__(f"{name}: {sentence}")
        self.name = name.removeprefix(NAME + ".Error.")
        self.sentence = sentence


class Caller:
    """`pid` is the process that owns the connection, according to the bus."""

    def __init__(self, process):
        self._process = process
        self.name = json.loads(self._process.stdout.readline())

    def _ask(self, **request):
        print(json.dumps(request), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise Refused(answer["error"], answer["sentence"])
        return answer["answer"]

    def call(self, method, values="", path="/org/headroomd/Headroom1", interface=NAME + ".Manager"):
        """values: a tuple as GLib.Variant.print_() writes it."""
        return self._ask(call=[path, interface, method, values])

    def get(self, name, interface="Manager", path="/org/headroomd/Headroom1"):
        return self.call(
            "Get", f"('{NAME}.{interface}', '{name}')", path, "org.freedesktop.DBus.Properties"
        )

    def get_all(self, interface="Manager", path="/org/headroomd/Headroom1"):
        return self.call(
            "GetAll", f"('{NAME}.{interface}',)", path, "org.freedesktop.DBus.Properties"
        )[0]

    def hits_and_runs(
        self, times, method, values="", path="/org/headroomd/Headroom1", interface=NAME + ".Manager"
    ):
        """Calls this often, each time on a connection of its own that is closed before the
        answer."""
        return self._ask(hit_and_run=[times, [path, interface, method, values]])

    def pours(
        self,
        times,
        method,
        values="",
        fds=0,
        path="/org/headroomd/Headroom1",
        interface=NAME + ".Manager",
    ):
        """Calls this often on one new connection without waiting for answers, with this many file
        descriptors each. On return, the daemon has read all calls."""
        return self._ask(pour=[times, fds, [path, interface, method, values]])

    def own(self, name):
        return self._ask(own=name)[0] == 1

    def emit(self, path, interface, signal, values):
        self._ask(emit=[path, interface, signal, values])

    def heard(self):
        """[path, interface, signal, values] of each signal that the daemon has sent so far."""
        return self._ask(heard=True)


@contextlib.contextmanager
def _running(command, **options):
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options
    )
    try:
        yield process
    finally:
        process.stdin.close()
        process.wait(PATIENCE)
        process.stdout.close()


@contextlib.contextmanager
def _memory_file(text):
    """A descriptor of the text, which a child inherits and reads from the beginning."""
    fd = os.memfd_create("flatpak-info")
    os.write(fd, text.encode())
    os.lseek(fd, 0, os.SEEK_SET)
    os.set_inheritable(fd, True)
    try:
        yield fd
    finally:
        os.close(fd)


def _bwrap(app, info):
    """A root of its own, into which all directories are bound."""
    command = [
        "bwrap",
        "--die-with-parent",
        "--unshare-pid",
        "--proc",
        "/proc",
        "--dev-bind",
        "/dev",
        "/dev",
    ]
    for entry in os.scandir("/"):
        if entry.is_symlink():
            command += ["--symlink", os.readlink(entry.path), entry.path]
        elif entry.is_dir() and entry.name not in ("dev", "proc"):
            command += ["--bind", entry.path, entry.path]
    return [*command, *(["--ro-bind-data", str(info), "/.flatpak-info"] if app else [])]


@contextlib.contextmanager
def _proxy(address, socket, wrapper, fds):
    """xdg-dbus-proxy with the permission that Hold() needs."""
    ready, ready_end = os.pipe()
    command = [
        *wrapper,
        "xdg-dbus-proxy",
        f"--fd={ready_end}",
        address,
        str(socket),
        "--filter",
        f"--talk={NAME}",
        "--own=org.example.*",
    ]
    with subprocess.Popen(command, pass_fds=[ready_end, *fds]) as process:
        os.close(ready_end)
        assert os.read(ready, 1) == b"x"  # the proxy listens
        try:
            yield process
        finally:
            os.close(ready)  # it ends when this end is closed
            process.wait(PATIENCE)


def _note_instance(scratch, app):
    """As flatpak does outside of the sandbox. All of it is in the cgroup of the test."""
    instance = scratch / ".flatpak/1"
    instance.mkdir(parents=True)
    (instance / "info").write_text(_OF_FLATPAK.format(app), encoding="utf-8")
    (instance / "pid").write_text(str(os.getpid()), encoding="ascii")


@contextlib.contextmanager
def caller(bus, kind, app="", scratch=None):
    """kind: "free"; "undumpable"; "user namespace"; "bwrap"; "undumpable in bwrap"; "proxy"
    (outside of the sandbox); "flatpak" (the proxy is in a sandbox, too); "made-up flatpak" (which
    flatpak doesn't know). app: the flatpak's id."""
    if kind == "flatpak" and app:
        _note_instance(scratch, app)
    program = [sys.executable, "-c", _CALLER]
    address = bus
    with contextlib.ExitStack() as held:
        fds = (
            [held.enter_context(_memory_file(_OF_FLATPAK.format(app))) for _ in range(2)]
            if app
            else []
        )
        if kind in ("proxy", "flatpak", "made-up flatpak"):
            socket = scratch / "proxied-bus"
            wrapper = [] if kind == "proxy" else _bwrap(app, fds and fds[1])
            held.enter_context(_proxy(address, socket, wrapper, fds[1:]))
            address = f"unix:path={socket}"
        command = {
            "free": program,
            "undumpable": program,
            "user namespace": ["unshare", "--user", "--map-current-user", *program],
        }.get(kind)
        command = command or [*_bwrap(app, fds and fds[0]), *program]
        process = held.enter_context(_running([*command, address, kind], pass_fds=fds[:1]))
        made = Caller(process)
        made.pid = _process_of(bus, made.name)
        yield made


def _process_of(address, name):
    connection = connect(address)
    try:
        return connection.call_sync(
            "org.freedesktop.DBus",
            "/",
            "org.freedesktop.DBus",
            "GetConnectionUnixProcessID",
            GLib.Variant("(s)", (name,)),
            None,
            0,
            -1,
            None,
        ).unpack()[0]
    finally:
        connection.close_sync(None)


def variant(types, *values):
    """A tuple in the form that call() takes."""
    return GLib.Variant(types, values).print_(True)
