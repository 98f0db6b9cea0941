# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Made-up kernel figures of a machine that runs short of memory because of one unit. No test may do
that to the machine it runs on."""

import os
import threading

MIB = 1 << 20
TOTAL_KB = 8 << 20
RESOURCES = ("cpu", "io", "memory")
PACE = 0.05  # seconds between two figures; the daemon samples every 50 to 100 ms


def stalls(microseconds):
    """Lines of fixed width, so that each figure overwrites the last one in a single write. A reader
    sees either of the two."""
    return "".join(
        f"{kind} avg10=0.00 avg60=0.00 avg300=0.00 total={total:012}\n"
        for kind, total in (("some", microseconds), ("full", 0))
    )


def meminfo(available_kb):
    amounts = {
        "MemTotal": TOTAL_KB,
        "MemAvailable": available_kb,
        "Active(file)": 0,
        "SwapTotal": 0,
        "SwapFree": 0,
    }
    return "".join(f"{name}: {amount:12} kB\n" for name, amount in amounts.items())


def memory_stat(held):
    return (
        f"inactive_anon 0\nactive_anon {held:015}\nunevictable 0\nactive_file 0\n"
        f"inactive_file 0\nslab_reclaimable 0\nslab_unreclaimable 0\npgscan 0\n"
        f"workingset_refault_anon 0\nworkingset_refault_file 0\n"
    )


class Figures:
    """A clock writes the figures from enter to exit. Little memory is free from the beginning.
    After `grow()` the unit grows by 16 MiB a tick, and all tasks stall a little for it: the level
    "uneasy". After `stall()` they stall for half of the time: the level "high"."""

    def __init__(self, tree, unit):
        """Call it before the daemon starts, which keeps the files open."""
        (tree.proc / "pressure").mkdir()
        self._files = {
            name: _open(tree.proc / name, text)
            for name, text in [
                ("meminfo", meminfo(TOTAL_KB // 20)),
                *((f"pressure/{resource}", stalls(0)) for resource in RESOURCES),
            ]
        }
        self._files |= {
            name: _open(unit.directory / name, text)
            for name, text in (("memory.current", f"{0:015}\n"), ("memory.stat", memory_stat(0)))
        }
        self._share = 0.0
        self._over = threading.Event()
        self._held = 0
        self._stalled = 0
        self._written = threading.Lock()  # else a tick could write an old figure after free()
        self._clock = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._clock.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._clock.join()
        for fd in self._files.values():
            os.close(fd)

    def grow(self):
        self._share = 0.07

    def stall(self):
        self._share = 0.5

    def free(self):
        """The unit gives back what it holds. Nothing stalls any more, and memory is free."""
        with self._written:
            self._share = 0.0
            self._held = 0
            self._write("memory.current", f"{0:015}\n")
            self._write("memory.stat", memory_stat(0))
            self._write("meminfo", meminfo(TOTAL_KB // 2))

    def _run(self):
        while not self._over.wait(PACE):
            with self._written:
                self._tick()

    def _tick(self):
        if not self._share:
            return
        self._held += 16 * MIB
        self._stalled += int(
            PACE * 1e6 * self._share
        )  # of the nominal time: a late tick must not look like more pressure
        self._write("memory.current", f"{self._held:015}\n")
        self._write("memory.stat", memory_stat(self._held))
        self._write("pressure/memory", stalls(self._stalled))

    def _write(self, name, text):
        os.pwrite(self._files[name], text.encode("ascii"), 0)


def _open(path, text):
    path.write_text(text, encoding="ascii")
    return os.open(path, os.O_WRONLY | os.O_CLOEXEC)
