# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What may answer a shortage: nothing, similar programs as Debian's packages install them, and
Headroom in several forms. Each is set up for one measurement, and undone after it."""

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from seat import (
    a_dozen_lines,
    broker,
    cgroups,
    headroom,
    kill_log,
    kwin,
    machine,
    oomd,
    root_part,
    unit_files,
)
from seat.monitor import Monitor

NOBODY, HEADROOM, SCRIPT = "none", "headroom", "script"
DOES_SOMETHING = ("nap", "warn", "freeze")  # of Headroom's actions, those against a shortage

# Packages install and enable all of these. They would run from the start of the machine.
_SERVICES = ("earlyoom.service", "nohang.service", "nohang-desktop.service", *oomd.UNITS)
_USER_SERVICES = ("psi-notify.service",)
# Parts of the desktop that a kill may hit.
_DESKTOP = ("plasma-kwin_wayland.service", "plasma-plasmashell.service")

_RUNS = ("active", "activating", "deactivating", "reloading")  # of systemd's states of units
_SETTINGS = Path.home() / ".config/headroomrc"

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
# Python keeps what it prints to the journal until there are 8 KiB of it, so an act would be stamped
# minutes late.
_NOHANG = {
    "/run/systemd/system/nohang-desktop.service.d/unbuffered.conf": (
        "[Service]\nEnvironment=PYTHONUNBUFFERED=1\n"
    ),
}
_LRU_GEN = Path("/sys/kernel/mm/lru_gen")


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
    with contextlib.ExitStack() as undo:  # each step of it is tried, also if another one fails
        undo.callback(root_part.remove)
        root_part.install()
        undo.callback(broker.remove)
        broker.install()
        undo.callback(headroom.user, "stop", "headroomd.service")
        broker.take_into_use()
        yield


@dataclass(frozen=True)
class Configuration:
    set_up: Callable = contextlib.nullcontext
    with_headroom: bool = False
    units: tuple[str, ...] = ()  # that must run all the time
    user_units: tuple[str, ...] = ()
    acts: bool = True  # once memory is short; others do their part before


def _oomd(texts, with_headroom=False):
    return Configuration(
        lambda: oomd.running(texts), with_headroom, units=("systemd-oomd.service",)
    )


def _system(unit, texts):
    return Configuration(lambda: _service(unit, texts), units=(unit,))


CONFIGURATIONS = {
    NOBODY: Configuration(acts=False),
    "min_ttl": Configuration(_min_ttl, acts=False),
    "earlyoom": _system("earlyoom.service", {}),
    "earlyoom-fedora": _system("earlyoom.service", _EARLYOOM_FEDORA),
    "oomd-upstream": _oomd(oomd.UPSTREAM),
    "oomd-debian": _oomd(oomd.DEBIAN),
    "oomd-fedora": _oomd(oomd.FEDORA),
    "nohang": _system("nohang-desktop.service", _NOHANG),
    "psi-notify": Configuration(_psi_notify, user_units=_USER_SERVICES),
    "headroom-boost": Configuration(_boost_only, with_headroom=True, acts=False),
    HEADROOM: Configuration(with_headroom=True),
    "headroom-root": Configuration(_with_root_part, with_headroom=True),
    "headroom-oomd": _oomd(oomd.FEDORA, with_headroom=True),
    SCRIPT: Configuration(a_dozen_lines.running, acts=False),
}


def stop_all():
    """Stops every peer that is installed."""
    machine.root("systemctl", "stop", *_SERVICES, check=False)
    headroom.user("stop", *_USER_SERVICES, check=False)


def _main_pids(units):
    if not units:
        return []
    said = headroom.user("show", "--value", "-p", "MainPID", *units).stdout
    return said.split()


def _left_active():
    """Services that run, as the system's manager reports them."""
    names = (*_SERVICES, broker.SERVICE, broker.SERVICE.replace(".service", ".socket"))
    states = machine.root("systemctl", "is-active", *names, check=False).split()
    return [name for name, state in zip(names, states) if state in _RUNS]


def state():
    """What a configuration may change. It must be the same before each one: what an earlier one
    left behind would be measured, too."""
    files = {**_EARLYOOM_FEDORA, **_NOHANG, **oomd.FEDORA, **oomd.UPSTREAM}
    settings = _SETTINGS.read_text(encoding="utf-8") if _SETTINGS.exists() else ""
    notifier = headroom.user("is-active", *_USER_SERVICES, check=False).stdout.strip()
    return {
        "services": _left_active(),
        "notifier": notifier in _RUNS,
        "lru": lru_gen(),
        "weight": Path("/sys/fs/cgroup/user.slice/cpu.weight").read_text(encoding="ascii").strip(),
        "protected": [root_part.low(path) for path in cgroups.ABOVE],
        "drop-ins": [path for path in files if Path(path).exists()],
        "settings": sorted(line for line in settings.splitlines() if "=" in line),
    }


def _desktop():
    """The processes of the desktop's parts, by name. KWin's unit runs a wrapper, which starts a new
    KWin if that is killed, and lives on itself."""
    return dict(zip(_DESKTOP, _main_pids(_DESKTOP))) | {"kwin_wayland": kwin.process()}


class Answer:
    """What answers the loads, for one measurement. Headroom must run before: it reports the
    foreground app."""

    def __init__(self, name):
        self._configuration = CONFIGURATIONS[name]
        self.with_headroom = self._configuration.with_headroom
        self.cursor = headroom.journal_cursor()
        self._held = contextlib.ExitStack()
        self._notified = Monitor("interface='org.freedesktop.Notifications',member='Notify'")
        self._held.callback(self._notified.close)
        try:
            if not self.with_headroom:
                headroom.user("stop", "headroomd.service")
            self._held.enter_context(self._configuration.set_up())
        except BaseException:
            self._held.close()
            raise
        self._began = self._processes()
        self._kernel_kills = kill_log.by_the_kernel()
        self._desktop = _desktop()

    def notifications(self):
        return tuple(json.dumps(message) for message in self._notified.messages())

    def runs(self):
        """Whether all that should run still does. What has crashed and was started anew has not run
        all the time."""
        return self._processes() == self._began and "0" not in self._began

    def _processes(self):
        ours = ("headroomd.service",) if self.with_headroom else ()
        found = _main_pids((*self._configuration.user_units, *ours))
        for unit in self._configuration.units:
            found += machine.root("systemctl", "show", "--value", "-p", "MainPID", unit).split()
        return found

    def lost(self):
        """Parts of the desktop that no longer run, or run anew."""
        now = _desktop()
        return tuple(name for name, before in self._desktop.items() if before != now[name])

    def kills(self):
        """Each kill for memory so far."""
        return kill_log.since(self.cursor)

    def kernel_kills(self):
        """How many the kernel has counted so far."""
        return kill_log.by_the_kernel() - self._kernel_kills

    def acted(self, kills, acts):
        """Whether what answers has killed, paused, slowed down or warned. None: it has done its
        part before the load began, or does nothing. acts: Headroom's, while the loads ran."""
        if not self._configuration.acts:
            return None
        names = [f'"{unit.removesuffix(".service")}"' for unit in self._configuration.user_units]
        return (
            any(kill.by in self._configuration.units for kill in kills)
            or any(act["HEADROOM_ACTION"] in DOES_SOMETHING for act in acts)
            or any(name in said for name in names for said in self.notifications())
        )

    def close(self):
        self._held.close()
