# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A session bus for one test, and fakes that live on it."""

import contextlib
import os
import signal
import subprocess
import threading
import time

from gi.repository import Gio, GLib

from somebody_else import SomebodyElse

PATIENCE = 20  # seconds; a limit for what should happen immediately, not a delay


def until(look, what, patience=PATIENCE):
    """Calls `look` until it returns something true. For changes that no event reports."""
    end = time.monotonic() + patience
    while not (seen := look()):
        assert time.monotonic() < end, f"still not true: {what}"
        time.sleep(0.01)
    return seen


def until_counted(count, is_enough, what):
    """Calls `count` until its result is enough. Thousands of things take longer on a busy machine,
    so patience begins anew whenever the result changes."""
    end, before = 0, None
    while not is_enough(now := count()):
        if now != before:
            end, before = time.monotonic() + PATIENCE, now
        assert time.monotonic() < end, f"still not true, at {now}: {what}"
        time.sleep(0.01)


@contextlib.contextmanager
def private_bus():
    """Yields the address of a bus with no other clients."""
    command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def _ask_the_bus(connection, method, arguments):
    return connection.call_sync(
        "org.freedesktop.DBus",
        "/org/freedesktop/DBus",
        "org.freedesktop.DBus",
        method,
        arguments,
        None,
        Gio.DBusCallFlags.NONE,
        -1,
        None,
    )


def take_name(connection, name):
    """Makes the connection the owner of a well-known name."""
    _ask_the_bus(connection, "RequestName", GLib.Variant("(su)", (name, 0)))


def drop_name(connection, name):
    _ask_the_bus(connection, "ReleaseName", GLib.Variant("(s)", (name,)))


def end_the_bus(address, *fakes):
    """The fakes, which are on it, go on."""
    connection = Gio.DBusConnection.new_for_address_sync(
        address,
        Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
        | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION,
        None,
        None,
    )
    its_name = GLib.Variant("(s)", ("org.freedesktop.DBus",))
    [pid] = _ask_the_bus(connection, "GetConnectionUnixProcessID", its_name).unpack()
    for each in (connection, *(fake.connection for fake in fakes)):
        each.set_exit_on_close(False)
    os.kill(pid, signal.SIGTERM)


class Fake:
    """A service with a well-known name on the bus, served by a thread. It records every call in
    `calls`.

    `failures` maps a method to the error name and the sentence that it answers with, instead of
    doing anything."""

    name = ""
    # For a fake app: `pid` is its process. Otherwise the process is the test's own, which is the
    # whole desktop.
    is_an_app = False
    pid = None

    def __init__(self, address):
        self.calls = []
        self.failures = {}
        self._called = threading.Condition()
        self.connection = None
        self._ready = threading.Event()
        self._context = GLib.MainContext()
        self._loop = GLib.MainLoop.new(self._context, False)
        self._thread = threading.Thread(target=self._serve, args=(address,), daemon=True)

    def __enter__(self):
        self._thread.start()
        assert self._ready.wait(PATIENCE), f"{self.name} did not come up"
        return self

    def __exit__(self, *_):
        self.in_thread(
            self._loop.quit
        )  # in the thread itself: a quit() before the loop runs would be lost
        self._thread.join(PATIENCE)

    def export(self, connection):
        raise NotImplementedError

    def answer(self, method, arguments, invocation):
        """The Variant to reply with, or None if the reply comes later."""
        raise NotImplementedError

    def arguments_of(self, method):
        """The arguments of the only call of the method."""
        found = [arguments for called, arguments in self.calls if called == method]
        assert len(found) == 1, self.calls
        return found[0]

    def await_call(self, method):
        self.await_calls(method, 1)

    def await_calls(self, method, count):
        """The arguments of the first `count` calls of the method; waits for them."""

        def found():
            return [arguments for called, arguments in self.calls if called == method]

        with self._called:
            assert self._called.wait_for(lambda: len(found()) >= count, PATIENCE), self.calls
            return found()[:count]

    def in_thread(self, function):
        """Runs a function in the fake's own thread."""
        self._context.invoke_full(GLib.PRIORITY_DEFAULT, lambda: bool(function()) and False)

    def handle_call(self, _connection, _sender, _path, _interface, method, arguments, invocation):
        with self._called:
            self.calls.append((method, arguments.unpack()))
            self._called.notify_all()
        if method in self.failures:
            invocation.return_dbus_error(*self.failures[method])
            return
        reply = self.answer(method, arguments.unpack(), invocation)
        if reply is not None:
            invocation.return_value(reply)

    def _serve(self, address):
        self._context.push_thread_default()
        with contextlib.ExitStack() as held:
            if self.is_an_app:
                app = held.enter_context(SomebodyElse(address))
                self.pid, self.connection = app.pid, app.connection
            else:
                flags = (
                    Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
                    | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
                )
                self.connection = Gio.DBusConnection.new_for_address_sync(
                    address, flags, None, None
                )
                held.callback(self.connection.close_sync, None)
            self._serve_on(self.connection)

    def _serve_on(self, connection):
        self.export(connection)
        take_name(connection, self.name)
        self._ready.set()
        self._loop.run()
        self._context.pop_thread_default()
