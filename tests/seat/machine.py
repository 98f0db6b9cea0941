# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The virtual machine itself: its swap, its caches, and what its kernel has killed. All of this
needs root, which the lab's user gets by sudo."""

import contextlib
import re
import subprocess
import time
from pathlib import Path

from seat.waiting import SLOWNESS

SWAP_FILE = Path("/var/tmp/swap")
# The share of time that tasks may stall for memory or the disk on a machine that counts as calm.
CALM_SHARE = 0.02


def root(*command, check=True):
    return subprocess.run(
        ["sudo", *command], check=check, capture_output=True, text=True, timeout=300
    ).stdout


def swap_on_zram(mib):
    root("modprobe", "zram", "num_devices=1")
    # Not zramctl: it resets the device first, which fails while udev has the new device open.
    root("sh", "-c", f"echo {mib}M >/sys/block/zram0/disksize")
    root("mkswap", "/dev/zram0")
    root("swapon", "--priority", "100", "/dev/zram0")


@contextlib.contextmanager
def zram(mib):
    swap_on_zram(mib)
    try:
        yield
    finally:
        no_swap()


def swap_on_disk(mib):
    # Not fallocate: the kernel rejects a swap file with holes, and blocks that were never written
    # count as holes.
    root("dd", "if=/dev/zero", f"of={SWAP_FILE}", "bs=1M", f"count={mib}", "status=none")
    root("chmod", "600", str(SWAP_FILE))
    root("mkswap", str(SWAP_FILE))
    root("swapon", str(SWAP_FILE))


def zswap(enabled):
    """Whether the kernel compresses pages in memory before it writes them to swap."""
    word = "Y" if enabled else "N"
    root("sh", "-c", f"echo {word} >/sys/module/zswap/parameters/enabled")


def swaps():
    return [
        line.split()[0] for line in Path("/proc/swaps").read_text(encoding="ascii").splitlines()[1:]
    ]


def no_swap():
    """Turns off all swap, which brings its content back to memory."""
    for area in swaps():
        root("swapoff", area)
    if Path("/sys/block/zram0").exists():
        # Removes the module instead of resetting the device: a reset fails while udev still has it
        # open, and then no size can be set the next time.
        root("modprobe", "--remove", "--wait=10000", "zram")


def empty_swap():
    """Brings back what a load has pushed to swap, before the next load."""
    for area in swaps():
        root("swapoff", area)
        root("swapon", area)


def drop_caches():
    root("sh", "-c", "sync; echo 1 >/proc/sys/vm/drop_caches")


def memory():
    """/proc/meminfo, in MiB."""
    lines = (
        line.split() for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    )
    return {words[0].rstrip(":"): int(words[1]) // 1024 for words in lines if words[-1] == "kB"}


def _stalled():
    totals = (
        re.search(r"some .*total=(\d+)", Path(f"/proc/pressure/{what}").read_text(encoding="ascii"))
        for what in ("memory", "io")
    )
    return sum(int(total[1]) for total in totals) / 1e6


def wait_for_calm(seconds=3, within=20):
    """Waits until no task has stalled for memory or the disk for some seconds. False: the machine
    doesn't become calm, so later results may be noise."""
    end = time.monotonic() + within * SLOWNESS
    while time.monotonic() < end:
        before = _stalled()
        time.sleep(seconds)  # the length of the measurement
        if _stalled() - before < CALM_SHARE * seconds:
            return True
    return False


def killed(since):
    """Names of the processes that the OOM killer has killed since a cursor of
    headroom.journal_cursor()."""
    said = root(
        "journalctl", "--no-pager", "-k", "-o", "cat", f"--after-cursor={since}", check=False
    )
    return re.findall(r"[Kk]illed process \d+ \(([^)]*)\)", said)


@contextlib.contextmanager
def only_free(mib):
    """Takes memory until only this much is available, like a smaller machine."""
    with _held(memory()["MemAvailable"] - mib):
        yield


@contextlib.contextmanager
def only_unused(mib):
    """The same without the page cache, most of which a desktop needs again."""
    drop_caches()
    with _held(memory()["MemFree"] - mib):
        yield


@contextlib.contextmanager
def as_if_of(mib):
    """Takes memory as if the machine had been built with this much. MemTotal excludes the kernel's
    own part."""
    total = memory()["MemTotal"]
    with _held(-(-total // 256) * 256 - mib):
        yield


@contextlib.contextmanager
def _held(mib):
    """Takes memory that can't be reclaimed, until the end."""
    much = max(mib, 1)
    code = (
        f"import ctypes, mmap, sys; held = mmap.mmap(-1, {much} << 20); held[::4096] = "
        f"bytes({much} << 8); "
        "assert ctypes.CDLL(None).mlockall(3) == 0; print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        ["sudo", "choom", "-n", "-1000", "--", "python3", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        if holder.stdout.readline().strip() != "held":
            raise RuntimeError(f"{much} MiB can't be locked")
        yield
        holder.stdin.close()
