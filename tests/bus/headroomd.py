# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The real daemon, on a private bus and a cgroup tree of plain files."""

import contextlib
import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

from gi.repository import Gio, GLib

from private_bus import PATIENCE

HEADROOMD = os.environ.get("HEADROOMD", "headroomd")
ASKED_FOR = (signal.SIGTERM, signal.SIGINT, signal.SIGKILL)  # ends that a test may cause
INTERFACE = "org.headroomd.Headroom1."
ROOT = "/org/headroomd/Headroom1"


def error_of(error):
    """(name without the prefix, sentence) of a call's error."""
    name = Gio.DBusError.get_remote_error(error.value)
    return name.removeprefix(INTERFACE + "Error."), error.value.message.removeprefix(
        f"GDBus.Error:{name}: "
    )


def connect(address):
    flags = (
        Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
        | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    )
    return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)


class Headroomd:
    def __init__(
        self, tree, address, runtime, *arguments, connected=True, before="", speaking=None
    ):
        """before: a shell command, run in the process that becomes the daemon. speaking: a
        Language."""
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._listener.bind("\0" + f"headroomd-test-{os.getpid()}-{id(self)}")
        self._listener.settimeout(PATIENCE)
        self.environment = {
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "HOME": str(runtime),
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_DATA_DIRS": str(runtime / "data"),
            "XDG_CONFIG_DIRS": f"{runtime / 'xdg'}:{runtime / 'etc'}",
            "DBUS_SESSION_BUS_ADDRESS": address,
            "DBUS_SYSTEM_BUS_ADDRESS": address,
            "NOTIFY_SOCKET": "@" + self._listener.getsockname()[1:].decode(),
            "G_DEBUG": "fatal-criticals",
        }
        for sanitizers in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
            if sanitizers in os.environ:
                self.environment[sanitizers] = os.environ[sanitizers]
        self.command = [
            HEADROOMD,
            "--cgroup-root",
            tree.root,
            "--proc-root",
            tree.proc,
            "--sys-root",
            tree.sys,
            "--broker-socket",
            str(runtime / "broker"),
        ]
        self.rc = runtime / ".config" / "headroomrc"
        self.ledger = runtime / "headroom" / "frozen"
        self._log = ""
        self._logged = threading.Condition()
        shell = ["sh", "-c", f'{before} && exec "$@"', "sh"] if before else []
        if speaking:
            self.environment.update(speaking.environment)
            shell += speaking.command
        self.process = subprocess.Popen(
            [*shell, *self.command, *arguments],
            env=self.environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()
        self.connection = connect(address) if connected else None

    def close(self):
        """Whatever state a test leaves the daemon in, it must end properly: neither by a fault of
        its own nor with a sanitizer's error (99)."""
        still_ran = self.process.poll() is None
        if still_ran:
            self.process.terminate()
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        self.process.stderr.close()
        self._listener.close()
        assert (
            status == 0 if still_ran else status in (0, 1, 2, 4, *(-end for end in ASKED_FOR))
        ), f"ended with {status}:\n{self._log}"

    # Waiting

    def await_ready(self):
        self.await_notice("READY=1")

    def await_notice(self, what):
        """Waits for a notification to systemd."""
        while what not in self._listener.recv(4096).decode().splitlines():
            pass

    def await_log(self, text):
        with self._logged:
            assert self._logged.wait_for(
                lambda: text in self._log, PATIENCE
            ), f"no {text!r} in:\n{self._log}"

    @property
    def log(self):
        with self._logged:
            return self._log

    def await_end(self):
        status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return status

    def terminate(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        return self.await_end()

    def is_alive(self):
        """Whether it still answers."""
        return self.process.poll() is None and self.get("Version") != ""

    def memory_kb(self):
        return self._status("VmRSS")

    def rests(self):
        """Whether none of its threads runs for some time, in which nothing is to be done. A thread
        that never sleeps isn't woken, but it runs."""
        before = self._ran()
        time.sleep(0.2)
        return self._ran() == before

    def descriptors(self):
        """The number of its open files. It keeps the directory of each unit open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def cpu_ns(self):
        """Nanoseconds of CPU time, of threads that have ended, too. What clock_getcpuclockid(3)
        returns; Python lacks it."""
        return time.clock_gettime_ns((~self.process.pid << 3) | 2)

    def _ran(self):
        """For each thread: nanoseconds on a CPU, nanoseconds of waiting for one, and the number of
        time slices (proc_pid_schedstat)."""
        return self._of_threads("schedstat")

    def waited_s(self):
        """Seconds in which the thread with its loop wanted to run and had no CPU."""
        return int(self._ran()[str(self.process.pid)].split()[1]) / 1e9

    def threads(self):
        """{id: name} of those that run now."""
        return self._of_threads("comm")

    def _of_threads(self, file):
        """{id: what this file of /proc has}"""
        found = {}
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
                found[task.name] = (task / file).read_text(encoding="ascii").strip()
        return found

    def thaw_leftovers(self, **environment):
        """The command of ExecStopPost=. environment: what systemd adds to it."""
        return subprocess.run(
            [*self.command, "--thaw"],
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        ).stdout

    # Talking

    def call(self, method, types="()", *arguments):
        answer = self.connection.call_sync(
            "org.headroomd.Headroom1",
            ROOT,
            INTERFACE + "Manager",
            method,
            GLib.Variant(types, arguments),
            None,
            Gio.DBusCallFlags.NO_AUTO_START,
            -1,
            None,
        )
        return answer.unpack()

    def get(self, name, interface="Manager", path=ROOT):
        answer = self.connection.call_sync(
            "org.headroomd.Headroom1",
            path,
            "org.freedesktop.DBus.Properties",
            "Get",
            GLib.Variant("(ss)", (INTERFACE + interface, name)),
            None,
            Gio.DBusCallFlags.NO_AUTO_START,
            -1,
            None,
        )
        return answer.unpack()[0]

    def of_app(self, app, name):
        escaped = "".join(
            c if c.isascii() and c.isalnum() else "".join(f"_{b:02x}" for b in c.encode())
            for c in app
        )
        return self.get(name, "App", f"{ROOT}/apps/{escaped}")

    def freeze(self, app, hold_us=0):
        self.call("Freeze", "(st)", app, hold_us)

    def can_freeze(self, app):
        """Freezes it, unless that is refused."""
        try:
            self.freeze(app)
        except GLib.Error:
            return False
        return True

    def thaw(self, app):
        self.call("Thaw", "(s)", app)

    def explain(self, app):
        return self.call("Explain", "(s)", app)[0]

    def hold(self, app, reason="burns a disc"):
        return self.call("Hold", "(ss)", app, reason)[0]

    def release(self, number):
        self.call("Release", "(u)", number)

    def history(self, since_us=0):
        return self.call("History", "(t)", since_us)[0]

    def _status(self, name):
        lines = open(f"/proc/{self.process.pid}/status", encoding="ascii").read().splitlines()
        return int(next(line for line in lines if line.startswith(name + ":")).split()[1])

    def _read_log(self):
        for line in self.process.stderr:
            with self._logged:
                self._log += line
                self._logged.notify_all()
