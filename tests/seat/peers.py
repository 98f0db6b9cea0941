# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What may answer a shortage: nothing, similar programs as Debian's packages install them, and
Headroom in several forms. Each is set up for one measurement, and undone after it."""

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from seat import apps, broker, headroom, machine, oomd, root_part, unit_files
from seat.monitor import Monitor

NOBODY, HEADROOM, SCRIPT = "none", "headroom", "script"

# Packages install and enable all of these. They would run from the start of the machine.
_SERVICES = ("earlyoom.service", "nohang.service", "nohang-desktop.service", *oomd.UNITS)
_USER_SERVICES = ("psi-notify.service",)
# Parts of the desktop that a kill may hit.
_DESKTOP = ("plasma-kwin_wayland.service", "plasma-plasmashell.service")

# What earlyoom and nohang log before a kill, and systemd-oomd and the kernel after it.
_KILL = re.compile(r"(sending SIG(TERM|KILL) to|^Killed \S+ due to|Killed process)", re.IGNORECASE)
_KILLERS = ("earlyoom.service", "nohang-desktop.service", "systemd-oomd.service")

# A dozen lines in place of Headroom, which know the culprit by its name. They show whether a
# measurement can detect a difference at all.
_SCRIPT = """
import glob, re, time
before, at = None, None
while True:
    some = int(re.search(r'some .*total=(\\d+)', open('/proc/pressure/memory').read())[1]) / 1e6
    now = time.monotonic()
    if before is not None and some - before > 0.1 * (now - at):
        for path in glob.glob('/sys/fs/cgroup/user.slice/user-*.slice/user@*.service/app.slice/'
                              'app-org.example.Hog*/cgroup.freeze'):
            open(path, 'w').write('1')
    before, at = some, now
    time.sleep(0.1)
"""

# The limits of Fedora's package, and those of its exceptions that run here.
_EARLYOOM_FEDORA = {
    "/run/earlyoom-fedora": (
        'EARLYOOM_ARGS="-r 0 -m 4 -M 409600 '
        '--avoid ^(kwin_wayland|plasmashell|Xwayland|systemd|dbus-daemon|ksmserver)$"\n'
    ),
    "/run/systemd/system/earlyoom.service.d/fedora.conf": (
        "[Service]\nEnvironmentFile=\nEnvironmentFile=/run/earlyoom-fedora\n"
    ),
}
_LRU_GEN = Path("/sys/kernel/mm/lru_gen")


@contextlib.contextmanager
def _script():
    unit = "pressure-script.service"
    subprocess.run(
        [
            "systemd-run",
            "--user",
            f"--unit={unit}",
            "--slice=session.slice",
            "--collect",
            sys.executable,
            "-c",
            _SCRIPT,
        ],
        check=True,
        capture_output=True,
    )
    try:
        yield
    finally:
        apps.kill(unit)


@contextlib.contextmanager
def _service(name, texts):
    with unit_files.written(texts):
        machine.root("systemctl", "start", name)
        try:
            yield
        finally:
            machine.root("systemctl", "stop", name)


@contextlib.contextmanager
def _psi_notify():
    headroom.user("start", *_USER_SERVICES)
    try:
        yield
    finally:
        headroom.user("stop", *_USER_SERVICES)


def lru_gen():
    """The multi-generational LRU's settings."""
    return {
        name: (_LRU_GEN / name).read_text(encoding="ascii").strip()
        for name in ("enabled", "min_ttl_ms")
    }


@contextlib.contextmanager
def _min_ttl():
    """The kernel doesn't reclaim what was used within the last second. This needs the
    multi-generational LRU."""
    before = lru_gen()

    def write(settings):
        for name, value in settings.items():
            machine.root("sh", "-c", f"echo {value} >{_LRU_GEN / name}")

    write({"enabled": "y", "min_ttl_ms": "1000"})
    try:
        yield
    finally:
        write(before)


@contextlib.contextmanager
def _boost_only():
    headroom.ctl("set", "Pressure/Response", "off")
    try:
        yield
    finally:
        headroom.ctl("set", "Pressure/Response", "--default")


@contextlib.contextmanager
def _with_root_part():
    """headroom-root, without the drop-in for disks, which can't be undone in a session."""
    try:
        root_part.install()
        broker.install()
        headroom.user("restart", "headroomd.service")
        headroom.wait_for_daemon()
        broker.until_in_use()
        yield
    finally:
        headroom.user("stop", "headroomd.service")
        broker.remove()
        root_part.remove()


@dataclass(frozen=True)
class Configuration:
    set_up: Callable = contextlib.nullcontext
    with_headroom: bool = False
    units: tuple[str, ...] = ()  # that must run all the time
    user_units: tuple[str, ...] = ()


def _oomd(texts, with_headroom=False):
    return Configuration(
        lambda: oomd.running(texts), with_headroom, units=("systemd-oomd.service",)
    )


def _system(unit, texts):
    return Configuration(lambda: _service(unit, texts), units=(unit,))


CONFIGURATIONS = {
    NOBODY: Configuration(),
    "min_ttl": Configuration(_min_ttl),
    "earlyoom": _system("earlyoom.service", {}),
    "earlyoom-fedora": _system("earlyoom.service", _EARLYOOM_FEDORA),
    "oomd-upstream": _oomd(oomd.UPSTREAM),
    "oomd-debian": _oomd(oomd.DEBIAN),
    "oomd-fedora": _oomd(oomd.FEDORA),
    "nohang": _system("nohang-desktop.service", {}),
    "psi-notify": Configuration(_psi_notify, user_units=_USER_SERVICES),
    "headroom-boost": Configuration(_boost_only, with_headroom=True),
    HEADROOM: Configuration(with_headroom=True),
    "headroom-root": Configuration(_with_root_part, with_headroom=True),
    "headroom-oomd": _oomd(oomd.FEDORA, with_headroom=True),
    SCRIPT: Configuration(_script),
}


def stop_all():
    """Stops every peer that is installed."""
    machine.root("systemctl", "stop", *_SERVICES, check=False)
    headroom.user("stop", *_USER_SERVICES, check=False)


def _main_pids(units):
    said = headroom.user("show", "--value", "-p", "MainPID", *units).stdout
    return said.split()


class Answer:
    """What answers the loads, for one measurement. Headroom must run before: it reports the
    foreground app."""

    def __init__(self, name):
        self._configuration = CONFIGURATIONS[name]
        self.cursor = headroom.journal_cursor()
        self._held = contextlib.ExitStack()
        self._notified = Monitor("interface='org.freedesktop.Notifications',member='Notify'")
        self._held.callback(self._notified.close)
        try:
            if not self._configuration.with_headroom:
                headroom.user("stop", "headroomd.service")
            self._held.enter_context(self._configuration.set_up())
        except BaseException:
            self._held.close()
            raise
        self._desktop = _main_pids(_DESKTOP)

    def notifications(self):
        return tuple(json.dumps(message) for message in self._notified.messages())

    def runs(self):
        """Whether all that should run still does."""
        found = [
            machine.root("systemctl", "is-active", unit, check=False).strip()
            for unit in self._configuration.units
        ]
        found += [
            headroom.user("is-active", unit, check=False).stdout.strip()
            for unit in self._configuration.user_units
        ]
        if self._configuration.with_headroom:
            found.append(
                headroom.user("is-active", "headroomd.service", check=False).stdout.strip()
            )
        return all(state == "active" for state in found)

    def lost(self):
        """Parts of the desktop that no longer run, or run anew."""
        pairs = zip(_DESKTOP, self._desktop, _main_pids(_DESKTOP))
        return tuple(name for name, before, now in pairs if before != now)

    def kills(self):
        """(time by CLOCK_MONOTONIC, sentence) of each kill by the kernel or by a peer."""
        units = [f"_SYSTEMD_UNIT={unit}" for unit in _KILLERS]
        said = machine.root(
            "journalctl",
            "--no-pager",
            "-o",
            "json",
            f"--after-cursor={self.cursor}",
            "_TRANSPORT=kernel",
            *(word for unit in units for word in ("+", unit)),
            check=False,
        )
        entries = [json.loads(line) for line in said.splitlines()]
        return [
            (headroom.said_at(entry), entry["MESSAGE"])
            for entry in entries
            if isinstance(entry["MESSAGE"], str) and _KILL.search(entry["MESSAGE"])
        ]

    def close(self):
        self._held.close()
