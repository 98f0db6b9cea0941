# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The virtual machine itself: its swap, its caches, whom its kernel has killed. All of it takes root, which the user of the lab can be."""

import contextlib
import re
import subprocess
import time
from pathlib import Path

from seat.waiting import SLOWNESS

SWAP_FILE = Path("/var/tmp/swap")
# Of the time in which tasks may stall for memory or the disk in a machine that is called calm.
CALM_SHARE = 0.02


def root(*command, check=True):
    return subprocess.run(
        ["sudo", *command], check=check, capture_output=True, text=True, timeout=300
    ).stdout


def swap_on_zram(mib):
    root("modprobe", "zram", "num_devices=1")
    root("zramctl", "--size", f"{mib}M", "/dev/zram0")
    root("mkswap", "/dev/zram0")
    root("swapon", "--priority", "100", "/dev/zram0")


def swap_on_disk(mib):
    # Not fallocate: the kernel takes no file with holes, and blocks that were never written are some.
    root("dd", "if=/dev/zero", f"of={SWAP_FILE}", "bs=1M", f"count={mib}", "status=none")
    root("chmod", "600", str(SWAP_FILE))
    root("mkswap", str(SWAP_FILE))
    root("swapon", str(SWAP_FILE))


def swaps():
    return [
        line.split()[0] for line in Path("/proc/swaps").read_text(encoding="ascii").splitlines()[1:]
    ]


def no_swap():
    """None any more, and everything that was in it is back in memory."""
    for area in swaps():
        root("swapoff", area)
    if Path("/sys/block/zram0").exists():
        # Not a reset of the device: it fails while udev still looks at it, and then no size can be set the next time.
        root("modprobe", "--remove", "--wait=10000", "zram")


def empty_swap():
    """What a load has driven out comes back before the next one."""
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
    """Until nobody has waited for memory or the disk for some seconds. False: the machine doesn't become calm, so what follows may be noise."""
    end = time.monotonic() + within * SLOWNESS
    while time.monotonic() < end:
        before = _stalled()
        time.sleep(seconds)  # the length of the look
        if _stalled() - before < CALM_SHARE * seconds:
            return True
    return False


def killed(since):
    """Names of the processes that the kernel has killed for memory since a cursor of headroom.journal_cursor()."""
    said = root(
        "journalctl", "--no-pager", "-k", "-o", "cat", f"--after-cursor={since}", check=False
    )
    return re.findall(r"[Kk]illed process \d+ \(([^)]*)\)", said)


@contextlib.contextmanager
def only_free(mib):
    """Until that much is available: a machine as if it had less."""
    with _held(memory()["MemAvailable"] - mib):
        yield


@contextlib.contextmanager
def as_if_of(mib):
    """A machine as if it had been built with that much, and no more. The kernel's own part of it is not in MemTotal."""
    total = memory()["MemTotal"]
    with _held(-(-total // 256) * 256 - mib):
        yield


@contextlib.contextmanager
def _held(mib):
    """Takes memory for good that nobody can drive out."""
    much = max(mib, 1)
    code = (
        f"import ctypes, mmap, sys; held = mmap.mmap(-1, {much} << 20); held[::4096] = bytes({much} << 8); "
        "assert ctypes.CDLL(None).mlockall(3) == 0; print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        ["sudo", "choom", "-n", "-1000", "--", "python3", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        if holder.stdout.readline().strip() != "held":
            raise RuntimeError(f"{much} MiB can't be held")
        yield
        holder.stdin.close()
