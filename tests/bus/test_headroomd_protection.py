# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: what it protects of memory while that is short, where this has an effect, and that
nothing of it is left behind."""

import os
import signal

import pytest

from cgroup_tree import LOGIN, MANAGER
from private_bus import until
from short_of_memory import MIB, Figures, memory_stat

KATE, DOLPHIN, HOG = "org.kde.kate", "org.kde.dolphin", "org.example.Hog"
MOUNTS = "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid,nodev,noexec,relatime,nsdelegate{} 0 0\n"
ROOTS = ("user.slice", LOGIN, MANAGER)
KEPT = 8 * 2**30 // 100 * 30 // 4096 * 4096  # of the 8 GiB in short_of_memory.py


def needs(directory, held):
    (directory / "memory.current").write_text(f"{held}\n", encoding="ascii")
    (directory / "memory.stat").write_text(memory_stat(held), encoding="ascii")


def low(directory):
    return int((directory / "memory.low").read_text(encoding="ascii"))


class Machine:
    """Kate is in front and a hog in the background, on a machine where memory can be protected."""

    def __init__(self, desk):
        self.desk = desk
        self.tree = desk.tree
        self.kate, self.window = desk.app(KATE)
        self.dolphin, self.other_window = desk.app(DOLPHIN)
        self.hog, _ = desk.app(HOG)
        self.manager = self.tree.root / MANAGER
        self.session, self.apps = self.manager / "session.slice", self.manager / "app.slice"
        self.slices = (self.session, self.apps)
        for directory in (*self.slices, *(unit.directory for unit in self.tree.units)):
            for name in ("memory.low", "memory.min"):
                (directory / name).write_text("0\n", encoding="ascii")
        for below in ROOTS:
            (self.tree.root / below / "memory.low").write_text(f"{KEPT}\n", encoding="ascii")
        self.mounts(",memory_recursiveprot")
        needs(self.session, 300 * MIB)
        needs(self.kate.directory, 200 * MIB)
        needs(self.dolphin.directory, 100 * MIB)

    def mounts(self, options):
        (self.tree.proc / "self").mkdir(exist_ok=True)
        (self.tree.proc / "self/mounts").write_text(MOUNTS.format(options), encoding="ascii")

    def protected(self):
        """MiB, of all that is protected."""
        return {
            path.parent.name: low(path.parent) // MIB
            for path in self.manager.rglob("memory.low")
            if path.parent != self.manager and low(path.parent)
        }

    def becomes_short(self, figures):
        figures.grow()
        self.tree.makes_the_daemon_sample()
        figures.stall()


@pytest.fixture(name="machine")
def machine_with_a_hog(desk):
    return Machine(desk)


PROTECTED = {
    "session.slice": 300,
    "app.slice": 200,
    f"app-{KATE}-1.scope": 200,
}


def test_what_is_in_front_is_protected_while_memory_is_short(machine):
    with Figures(machine.tree, machine.hog) as figures:
        headroomd = machine.desk.start(focus=machine.window)
        until(lambda: headroomd.get("Focused") == KATE, "kate is in front")
        assert headroomd.get("Capabilities")["protect"][0]
        assert machine.protected() == {} and headroomd.of_app(KATE, "ProtectedBytes") == 0
        machine.becomes_short(figures)
        until(lambda: machine.protected() == PROTECTED, "desktop and app in front are protected")
        assert machine.kate.mark("protection") == f"low={200 * MIB}"
        assert headroomd.of_app(KATE, "ProtectedBytes") == 200 * MIB
        assert any("200 MiB is protected" in line for line in headroomd.explain(KATE))
        assert headroomd.of_app(HOG, "ProtectedBytes") == 0

        machine.desk.kwin.snapshot(*machine.desk.windows, focus=machine.other_window)
        until(
            lambda: machine.protected()
            == {"session.slice": 300, "app.slice": 100, f"app-{DOLPHIN}-1.scope": 100},
            "it follows the focus",
        )
        assert headroomd.terminate() == 0
        assert machine.protected() == {}
        assert not [
            name
            for directory in (*machine.slices, machine.kate.directory, machine.dolphin.directory)
            for name in os.listxattr(directory)
            if "protection" in name
        ]


def test_what_a_kill_leaves_behind_is_swept(machine):
    with Figures(machine.tree, machine.hog) as figures:
        headroomd = machine.desk.start(focus=machine.window)
        machine.becomes_short(figures)
        until(lambda: machine.protected() == PROTECTED, "desktop and app in front are protected")
        headroomd.terminate(signal.SIGKILL)
        assert machine.protected() == PROTECTED
        assert "the memory of 3 no longer protected" in headroomd.thaw_leftovers()
        assert machine.protected() == {}
        assert headroomd.thaw_leftovers() == ""


def test_a_value_that_another_program_has_set_stays(machine):
    (machine.apps / "memory.low").write_text(f"{MIB}\n", encoding="ascii")
    (machine.kate.directory / "memory.min").write_text(f"{MIB}\n", encoding="ascii")
    with Figures(machine.tree, machine.hog) as figures:
        headroomd = machine.desk.start(focus=machine.window)
        machine.becomes_short(figures)
        until(lambda: low(machine.session), "the desktop is protected")
        until(
            lambda: any(
                "another program has protected" in line for line in headroomd.explain(KATE)
            ),
            "it is said why the app is not",
        )
        assert machine.protected() == {"session.slice": 300, "app.slice": 1}
        assert headroomd.terminate() == 0
        assert machine.protected() == {"app.slice": 1}


@pytest.mark.parametrize("below", ROOTS)
def test_where_the_part_for_root_is_missing_nothing_is_written(machine, below):
    (machine.tree.root / below / "memory.low").write_text("0\n", encoding="ascii")
    with Figures(machine.tree, machine.hog) as figures:
        headroomd = machine.desk.start(focus=machine.window)
        available, reason, remedy = headroomd.get("Capabilities")["protect"]
        assert not available
        assert reason.endswith(f"since {below.rpartition('/')[2]} has no MemoryLow="), reason
        assert "headroom-root" in remedy and ": sudo cp -r " in remedy
        machine.becomes_short(figures)
        until(lambda: headroomd.get("Level") == "high", "memory is short")
        assert headroomd.terminate() == 0, "after all calls were answered"
        assert not [call for call in machine.desk.systemd.calls if "MemoryLow" in str(call)]


def test_why_memory_cannot_be_protected(machine, start_headroomd):
    machine.mounts("")
    headroomd = start_headroomd()
    available, reason, remedy = headroomd.get("Capabilities")["protect"]
    assert not available and "memory_recursiveprot" in reason and "remount" in remedy
    headroomd.terminate()
    machine.mounts(",memory_recursiveprot")
    (machine.manager / "memory.low").unlink()
    available, reason, _ = start_headroomd().get("Capabilities")["protect"]
    assert not available and "controller" in reason


def test_how_much_can_be_protected(machine, start_headroomd):
    (machine.tree.root / "user.slice/memory.low").write_text("max\n", encoding="ascii")
    (machine.tree.root / LOGIN / "memory.low").write_text(f"{200 * MIB}\n", encoding="ascii")
    available, reason, remedy = start_headroomd().get("Capabilities")["protect"]
    assert available and reason.endswith("200 MiB at most") and remedy == ""
