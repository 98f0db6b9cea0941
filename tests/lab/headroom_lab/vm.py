# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A desktop session in a virtual machine. It has Debian's kernel, every cgroup controller, and a
login that can end."""

import contextlib
import os
import selectors
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from headroom_lab import disk, initrd, qemu, terminal
from headroom_lab.progress import Trouble, say

_LINES = ("in", "out", "err", "told")
# Seconds: many times what an emulated machine took on a busy host.
_LOGIN_LIMIT = 300
_DESKTOP_LIMIT = 900
_BOOTS = 2
_MEMORY_MB = 2048


@dataclass(frozen=True)
class Machine:
    """All parameters of QEMU for one boot."""

    cpus: int
    memory_mb: int
    disk_mb: int | None  # MiB/s; None: as fast as the host
    kernel: Path
    initrd: Path
    kernel_words: tuple[str, ...]
    root: Path
    files: Path
    console: Path
    lines: dict[str, Path]
    shared: tuple[tuple[Path, bool], ...]


@dataclass
class Outcome:
    """How a boot ended."""

    status: int | None = None  # of the command; None: it did not end
    reached: list[str] = field(default_factory=list)
    trouble: str = ""


def run(session, *, cpus=2, kernel_words=()):
    """Run a session.Session and return the exit status of its command."""
    system, changing = _parted(session.layers)
    with (
        tempfile.TemporaryDirectory(prefix="headroom-lab-vm-") as made,
        disk.of_system(system) as kept,
    ):
        directory = Path(made)
        shared = _shared(session)
        files = directory / "files.tar"
        disk.files_of_run(changing, _command(session), shared, files)
        machine = Machine(
            cpus=cpus,
            memory_mb=session.memory_mb or _MEMORY_MB,
            disk_mb=session.disk_mb,
            kernel=initrd.kernel(system[-1])[1],
            initrd=kept / "initrd",
            kernel_words=tuple(kernel_words),
            root=kept / "root",
            files=files,
            console=directory / "console",
            lines={name: directory / f"line-{name}" for name in _LINES},
            shared=shared,
        )
        for left in reversed(range(_BOOTS)):
            outcome = _boot(machine)
            if outcome.status is not None:
                return outcome.status
            panicked = _panicked(machine)
            if outcome.reached or not left or not panicked:
                trouble = (
                    "the kernel of the virtual machine panicked" if panicked else outcome.trouble
                )
                raise Trouble(f"{trouble}; {_kept(machine)}")
            say(
                "the emulated kernel panicked before systemd started, which now and then happens; "
                "booting once more"
            )


def disk_of(layers):
    return disk.of_system(_parted(layers)[0])


def _parted(layers):
    """(layers that stay the same for many runs, which go on the disk; layers that are unpacked over
    it at each start)"""
    lasting = next(
        number
        for number, layer in enumerate(layers)
        if number == len(layers) - 1 or layer.name.startswith("packages-")
    )
    return layers[lasting:], layers[:lasting]


def _shared(session):
    """(directory, writable) pairs, outer directories before inner ones. A directory that is in both
    lists is writable."""
    wanted = {path: False for path in session.readonly} | {path: True for path in session.writable}
    return tuple(sorted(wanted.items()))


def _command(session):
    picture = ["--picture", str(session.picture)] if session.picture else []
    words = [
        "/usr/lib/headroom-lab/desktop-up",
        "--patience",
        str(_DESKTOP_LIMIT - 10),
        *picture,
        session.desktop,
        "--",
    ]
    if session.command:
        inner = terminal.around(session.command) if terminal.is_here() else session.command
        words += ["/usr/lib/headroom-lab/vm/desktop-stands", *inner]
    settings = "".join(
        f"export {shlex.quote(f'{name}={value}')}\n" for name, value in session.environment.items()
    )
    return f"#!/bin/sh\n{settings}exec {shlex.join(words)}\n"


def _boot(machine):
    with contextlib.ExitStack() as held:
        listening = {
            name: held.enter_context(_listen(path)) for name, path in machine.lines.items()
        }
        emulator = held.enter_context(_emulator(machine))
        return _Watch(emulator, listening, held).until_the_end()


@contextlib.contextmanager
def _listen(path):
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as line:
        line.bind(str(path))
        line.listen(1)
        yield line


@contextlib.contextmanager
def _emulator(machine):
    # QEMU's own messages go to a file beside the kernel's. start_new_session keeps an interrupt of
    # the terminal from it: we get the interrupt, and end QEMU then.
    with (
        open(machine.console.with_name("emulator"), "wb") as messages,
        subprocess.Popen(
            qemu.command(machine),
            stdin=subprocess.DEVNULL,
            stdout=messages,
            stderr=messages,
            start_new_session=True,
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


class _Watch:
    """Follows one running machine. Passes the command's output on, notes the phases that the
    machine reports, and detects its end."""

    def __init__(self, emulator, listening, held):
        self._emulator = emulator
        self._began = time.monotonic()
        self._outcome = Outcome()
        self._told = b""
        self._keys = None
        self._over = False
        self._sources = held.enter_context(selectors.DefaultSelector())
        self._held = held
        self._deadline = self._began + _LOGIN_LIMIT
        death = os.pidfd_open(emulator.pid)
        held.callback(os.close, death)
        self._sources.register(death, selectors.EVENT_READ, self._emulator_ended)
        for name, line in listening.items():
            self._sources.register(line, selectors.EVENT_READ, getattr(self, f"_{name}_opened"))

    def until_the_end(self):
        while not self._over:
            left = None if self._deadline is None else self._deadline - time.monotonic()
            if left is not None and left <= 0:
                self._outcome.trouble = f"the virtual machine did not get to {self._next()} in time"
                break
            for key, _ in self._sources.select(left):
                key.data(key.fileobj)
        return self._outcome

    def _next(self):
        return "the desktop" if "login" in self._outcome.reached else "the user's login"

    def _in_opened(self, line):
        self._sources.unregister(line)
        self._keys = self._held.enter_context(line.accept()[0])
        if not terminal.is_here():
            self._keys.close()

    def _out_opened(self, line):
        self._carry(line, lambda data: _pass_on(sys.stdout, data))

    def _err_opened(self, line):
        self._carry(line, lambda data: _pass_on(sys.stderr, data))

    def _told_opened(self, line):
        self._carry(line, self._hear)

    def _carry(self, line, use):
        self._sources.unregister(line)
        connection = self._held.enter_context(line.accept()[0])

        def ready(_):
            data = connection.recv(65536)
            if data:
                use(data)
            else:
                self._sources.unregister(connection)

        self._sources.register(connection, selectors.EVENT_READ, ready)

    def _hear(self, data):
        *lines, self._told = (self._told + data).split(b"\n")
        for words in (line.decode(errors="replace").split() for line in lines):
            if words[:1] == ["phase"]:
                self._reach(words[1])
            elif words[:1] == ["exit"]:
                self._outcome.status = int(words[1])
                self._over = True
            elif words == ["ended"] and not self._over:
                self._outcome.trouble = "the command was stopped inside the virtual machine"
                self._over = True

    def _reach(self, phase):
        # A test may log in again.
        if phase in self._outcome.reached:
            return
        self._outcome.reached.append(phase)
        now = time.monotonic()
        _debug(
            f"virtual machine: {phase} after {now - self._began:.1f} s "
            f"and {_processor_seconds(self._emulator):.1f} s of processor time"
        )
        self._deadline = now + _DESKTOP_LIMIT if phase == "login" else None
        if phase == "desktop" and terminal.is_here():
            self._lend_terminal()

    def _lend_terminal(self):
        self._held.enter_context(terminal.lent())
        keys = sys.stdin.fileno()
        self._sources.register(
            keys, selectors.EVENT_READ, lambda _: self._keys.sendall(os.read(keys, 4096))
        )

    def _emulator_ended(self, _):
        self._outcome.trouble = "the virtual machine ended before its command did"
        self._over = True


def _processor_seconds(process):
    """The CPU time it has used. On a busy host wall-clock time means little."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _pass_on(stream, data):
    stream.buffer.write(data)
    stream.buffer.flush()


def _debug(text):
    if os.environ.get("HEADROOM_LAB_DEBUG"):
        say(text)


def _panicked(machine):
    return machine.console.exists() and b"Kernel panic" in machine.console.read_bytes()


def _kept(machine):
    """Save the output of the kernel and of QEMU. Return a sentence that names the place."""
    kept = Path(tempfile.mkdtemp(prefix="headroom-lab-failed-"))
    for name in ("console", "emulator"):
        path = machine.console.with_name(name)
        if path.exists():
            shutil.copy(path, kept)
    return f"what its kernel said is in {kept}/console"
