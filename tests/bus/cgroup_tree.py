# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A cgroup tree of plain files, and a table of the processes in it, like the kernel's."""

import errno
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

NOBODY = 65534
LOGIN = f"user.slice/user-{os.getuid()}.slice"
MANAGER = f"{LOGIN}/user@{os.getuid()}.service"
FILES = {
    "cgroup.freeze": "0\n",
    "cgroup.events": "populated 1\nfrozen 0\n",
    "cgroup.procs": "",
    "cpu.weight": "100\n",
    "cgroup.controllers": "cpu io memory pids\n",
    "memory.current": "4096\n",
}


def takes_marks(place):
    """Tests it in a directory of its own. In one with the sticky bit, like these places, only its
    owner may set user.* attributes on it."""
    with tempfile.TemporaryDirectory(prefix="headroom-", dir=place) as directory:
        try:
            os.setxattr(directory, "user.headroom.test", b"1")
        except OSError:
            return False
    return True


def place_for_trees():
    """tmpfs supports user.* attributes since Linux 6.6; the disk supports them anyway."""
    return next(
        place for place in ("/dev/shm", tempfile.gettempdir(), "/var/tmp") if takes_marks(place)
    )


def write_at_once(file, text):
    """As the kernel does: no reader finds the file empty. For files that nothing watches."""
    beside = file.with_name(f".{file.name}")
    beside.write_text(text, encoding="ascii")
    beside.rename(file)


class Cgroup:
    """A unit's directory. `below` is its path below the top of the tree, whose lock this is."""

    def __init__(self, top, below, lock):
        self._lock = lock
        self.below = below
        self.directory = top / below
        self.name = self.directory.name
        self.directory.mkdir(parents=True)
        for file, text in FILES.items():
            (self.directory / file).write_text(text, encoding="ascii")

    @property
    def path(self):
        return "/" + self.below

    def read(self, file):
        return (self.directory / file).read_text(encoding="ascii")

    def write(self, file, text):
        (self.directory / file).write_text(text, encoding="ascii")

    def is_frozen(self):
        return (self.directory / "cgroup.freeze").exists() and self.read(
            "cgroup.freeze"
        ).startswith("1")

    def settles(self, frozen=True):
        """Sets the kernel's state once the last process is frozen. The daemon thaws what has not
        settled within two seconds. On a busy machine they may pass between any two steps of a
        test, so call this before the freeze: the daemon looks at the state as it freezes."""
        self.write("cgroup.events", f"populated 1\nfrozen {int(frozen)}\n")

    def mark(self, name):
        return self.attribute(f"user.headroom.{name}")

    def attribute(self, attribute):
        """None: it has none, or is gone. The daemon may remove either at any moment."""
        try:
            return os.getxattr(self.directory, attribute).decode()
        except OSError as error:
            if error.errno not in (errno.ENODATA, errno.ENOENT):
                raise
            return None

    def disappears(self):
        with self._lock:
            shutil.rmtree(self.directory)


class CgroupTree:
    """Whoever writes to it from another thread than the test's holds the lock meanwhile. What the
    test removes is then there or not, but is never removed in the middle of it."""

    def __init__(self):
        self.lock = threading.RLock()
        self.top = Path(tempfile.mkdtemp(prefix="headroom-", dir=place_for_trees()))
        self.root = self.top / "cgroup"
        self.proc = self.top / "proc"
        self.sys = self.top / "sys"
        self.programs = self.top / "programs"
        self.proc.mkdir()
        self.programs.mkdir()
        self.units = []
        self._slices = {}
        self._sleeping = {}
        self.unit("app.slice")
        self.unit("session.slice/dbus.service")

    def remove(self):
        for pid in list(self._sleeping):
            self.end(pid)
        with self.lock:
            shutil.rmtree(self.top)

    def unit(self, below, under=MANAGER):
        """A unit of the user's manager, and the slices above it."""
        with self.lock:
            made = Cgroup(self.root, f"{under}/{below}", self.lock)
            for file in FILES:  # of slices that were created with it
                for parent in list(made.directory.parents)[: below.count("/") + 1]:
                    if not (parent / file).exists():
                        (parent / file).write_text(FILES[file], encoding="ascii")
            self.units.append(made)
        return made

    def makes_the_daemon_sample(self):
        """By a new unit: plain files don't wake it."""
        self.unit("app.slice/app-org.example.new-1.scope")

    def nothing_is_frozen(self):
        return not any(
            unit.directory.exists() and (unit.is_frozen() or unit.mark("frozen"))
            for unit in self.units
        )

    def sleep(self, unit, program="sleep", parent=1, user=None):
        """A real process (as pidfds must be real), with an entry in the table that the test
        chooses."""
        options = {} if user is None or os.getuid() else {"user": user}
        process = subprocess.Popen(["sleep", "infinity"], **options)
        self._sleeping[process.pid] = process
        entry = self.proc / str(process.pid)
        if user is not None and os.getuid():
            entry.symlink_to("/")  # which belongs to root
            return process.pid
        self.show(process.pid, unit, program, parent)
        if user is not None:
            os.chown(entry, user, user)
        return process.pid

    def show(self, pid, unit, program, parent=1):
        """Adds an existing process to the table. Its program is a file of this tree alone: if
        another test that runs meanwhile started the same one, that would thaw a frozen app."""
        if not (self.programs / program).exists():
            (self.programs / program).touch()
        entry = self.proc / str(pid)
        entry.mkdir()
        stat = f"{pid} (a) b) S {parent} 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 {1000 + pid} 0 0\n"
        (entry / "stat").write_text(stat, encoding="ascii")
        (entry / "exe").symlink_to(self.programs / program)
        self.move(pid, unit)

    def move(self, pid, unit):
        (self.proc / str(pid) / "cgroup").write_text(
            f"1:name=systemd:/old\n0::{unit.path}\n", encoding="ascii"
        )

    def end(self, pid):
        with self._sleeping.pop(pid) as process:
            process.kill()
        entry = self.proc / str(pid)
        with self.lock:
            if entry.is_symlink():
                entry.unlink()
            else:
                shutil.rmtree(entry)
