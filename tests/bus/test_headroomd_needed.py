# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A frozen app is thawed when its program is started again, by any process, and when another
process waits for it. While nothing is frozen, nothing is watched."""

import os
import shutil
import socket
import subprocess

import pytest

from private_bus import until

KATE, FIREFOX = "org.kde.kate", "firefox"


@pytest.fixture
def program(tmp_path):
    """An executable of the app's own."""
    return shutil.copy("/bin/sleep", tmp_path / "kate")


@pytest.fixture
def frozen(desk, program):
    """The unit of the app to freeze, and the daemon. The table of processes is fixed: processes
    that start later aren't in it."""
    unit, window = desk.app(KATE)
    pid = window["pid"]
    unit.write("cgroup.procs", f"{pid}\n")
    entry = desk.tree.proc / str(pid)
    (entry / "exe").unlink()
    (entry / "exe").symlink_to(program)
    (entry / "fd").mkdir()
    _, in_front = desk.app(FIREFOX)
    headroomd = desk.start(focus=in_front)

    def freeze():
        unit.settles()
        headroomd.freeze(KATE)
        until(lambda: headroomd.of_app(KATE, "State") == "frozen", "kate is frozen")

    return unit, headroomd, freeze, entry


def watches(headroomd):
    """The files that the daemon watches by inotify. It reports them nowhere itself."""
    for link in os.listdir(f"/proc/{headroomd.process.pid}/fdinfo"):
        try:
            yield from (
                line
                for line in open(f"/proc/{headroomd.process.pid}/fdinfo/{link}", encoding="ascii")
                if line.startswith("inotify")
            )
        except OSError:
            pass  # closed meanwhile


def watches_inode(headroomd, path):
    inode = f"ino:{os.stat(path).st_ino:x} "
    return any(inode in line for line in watches(headroomd))


def test_its_program_is_started(frozen, program):
    unit, headroomd, freeze, _ = frozen
    freeze()
    until(lambda: watches_inode(headroomd, program), "its program is watched")
    # The table of processes lacks it, as if it had ended before it was looked for.
    subprocess.run([program, "0"], check=True)
    headroomd.await_log(f"resumed {KATE}: another program waits for it")
    assert not unit.is_frozen()
    until(lambda: not watches_inode(headroomd, program), "nothing is watched any more")
    until(headroomd.rests, "the daemon rests")


def test_another_program_is_started(frozen, program, tmp_path):
    unit, headroomd, freeze, _ = frozen
    other = shutil.copy(program, tmp_path / "other")  # which reads it, as if to start it
    freeze()
    until(lambda: watches_inode(headroomd, program), "its program is watched")
    subprocess.run([other, "0"], check=True)
    until(lambda: unit.is_frozen() and headroomd.rests(), "it stays frozen")
    headroomd.thaw(KATE)


def test_somebody_calls_at_its_socket(frozen, tmp_path):
    unit, headroomd, freeze, entry = frozen
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as client:
        listener.bind(str(tmp_path / "SingletonSocket"))
        listener.listen()
        (entry / "fd" / "7").symlink_to(f"socket:[{os.fstat(listener.fileno()).st_ino}]")
        freeze()
        client.connect(listener.getsockname())
        headroomd.await_log(f"resumed {KATE}: another program waits for it")
    assert not unit.is_frozen()


def test_somebody_waits_for_its_lock(frozen, desk):
    unit, headroomd, freeze, entry = frozen
    locks = desk.tree.proc / "locks"
    held = f"1: POSIX  ADVISORY  WRITE {entry.name} 08:01:42 0 EOF\n"
    locks.write_text(held, encoding="ascii")
    freeze()
    locks.write_text(held + "1: -> POSIX  ADVISORY  WRITE 1 08:01:42 0 EOF\n", encoding="ascii")
    headroomd.await_log(f"resumed {KATE}: another program waits for it")
    assert not unit.is_frozen()
