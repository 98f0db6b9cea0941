# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Apps without a window that take what a desktop needs. Each has a unit of its own, as if started
from a menu."""

import subprocess
import sys
import uuid

from seat import apps, cgroups
from seat.waiting import SLOWNESS, Waited, until

# Half noise: it compresses to half, worse than the memory of real apps. It is one MiB, repeated:
# zram doesn't merge equal pages.
BLOCK = "import os\nblock = b''.join(os.urandom(2048) + bytes(2048) for _ in range(256))\n"

HOG = BLOCK + """
import time
held = []
eight = block * 8
while True:
    held.append(bytearray(eight))
    time.sleep(0.06)
"""


def hog(pause_s):
    """The same, at another speed."""
    return HOG.replace("sleep(0.06)", f"sleep({pause_s})")


# Waits for a signal, before a load.
WAITS = "import signal\nsignal.signal(signal.SIGUSR1, lambda *_: None)\nsignal.pause()\n"
SLEEPER = WAITS + HOG

# Takes so many MiB, and uses them in turn for ever, as a program does that is too large.
THRASH = BLOCK + """
import sys
held = [bytearray(block) for _ in range(int(sys.argv[1]))]
while True:
    for each in held:
        each[::4096] = bytes(256)
"""

# Thirty at a time, each of which grows for some seconds and ends. None of them ever becomes large.
THIRTY = BLOCK + """
import random, time
def grow():
    held = []
    end = time.monotonic() + random.uniform(3, 6)
    while time.monotonic() < end:
        held.append(bytearray(block * 2))
        time.sleep(0.06)
running = 0
while True:
    while running < 30:
        if os.fork() == 0:
            grow()
            os._exit(0)
        running += 1
    os.wait()
    running -= 1
"""

# Twelve tabs of 120 MiB, of which two fifths compress to nothing. They open in turn, and then each
# uses all of its memory for a second, in turn.
TABS = """
import os, time
block = b''.join(os.urandom(2458) + bytes(1638) for _ in range(256))
for number in range(12):
    if os.fork() == 0:
        held = [bytearray(block) for _ in range(120)]
        while True:
            if int(time.monotonic()) % 12 == number:
                for each in held:
                    each[::4096] = bytes(256)
            time.sleep(0.2)
    time.sleep(1.5)
time.sleep(100000)
"""

# Maps more files than there is memory, and reads a byte of each of their pages, over and over.
CACHE = """
import mmap, os
paths = (os.path.join(place, name) for place, _, names in os.walk('/usr') for name in names)
sizes = {path: os.path.getsize(path) for path in paths if not os.path.islink(path)}
held, taken = [], 0
for path in sorted(sizes, key=sizes.get, reverse=True):
    if taken < 1200 << 20 and os.access(path, os.R_OK):
        with open(path, 'rb') as file:
            held.append(mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ))
        taken += sizes[path]
while True:
    for each in held:
        each[::4096]
"""

# Fills a file in memory until its file system is full. The file has no name, so it ends with the
# program.
TMPFS = BLOCK + """
import time
fd = os.open('/dev/shm', os.O_TMPFILE | os.O_RDWR)
try:
    while True:
        os.write(fd, block * 8)
        time.sleep(0.06)
except OSError:
    time.sleep(100000)
"""

# Fifty at a time that each take all memory, as fast as they can.
STORM = "while :; do for n in $(seq 50); do tail /dev/zero & done; wait; done"

# Eight slots of short processes that use a processor, like a compilation.
MAKE = """
import random, subprocess
running = []
while True:
    running = [job for job in running if job.poll() is None]
    while len(running) < 8:
        rounds = random.randint(20000, 80000)
        loop = f'i=0; while [ $i -lt {rounds} ]; do i=$((i+1)); done'
        running.append(subprocess.Popen(['sh', '-c', loop]))
    running[0].wait()
"""

# Writes 4 KiB at random places of a file of 256 MiB, and sometimes waits until the data is on the
# disk.
RANDOM_WRITES = BLOCK + """
import random, sys
fd = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600)
for number in range(256):
    os.pwrite(fd, block, number << 20)
os.fsync(fd)
done = 0
while True:
    os.pwrite(fd, block[:4096], random.randrange(65536) << 12)
    done += 1
    if done % 64 == 0:
        os.fdatasync(fd)
"""


def python(code, *words):
    return [sys.executable, "-c", code, *words]


COMMANDS = {
    "hog": python(HOG),
    "crawl": python(hog(0.32)),
    "walk": python(hog(0.13)),
    "sprint": python(hog(0)),
    "sleeper": python(SLEEPER),
    "tail": ["tail", "/dev/zero"],
    "thirty": python(THIRTY),
    "tabs": python(TABS),
    "cache": python(CACHE),
    "tmpfs": python(TMPFS),
    "storm": ["sh", "-c", STORM],
    # What Fedora's quality assurance runs against systemd-oomd.
    "bigheap": ["stress-ng", "--brk", "2", "--stack", "2", "--bigheap", "2"],
    "stress": ["stress-ng", "--cpu", "8"],
    "make": python(MAKE),
    "read": [
        "sh",
        "-c",
        "while :; do find /usr /var/lib -xdev -type f -exec cat {} + >/dev/null 2>&1; done",
    ],
    "write": python(RANDOM_WRITES, "/var/tmp/random-writes"),
}


def used_us(cpu_stat):
    """Processor time, from cpu.stat."""
    return next(
        int(line.split()[1]) for line in cpu_stat.splitlines() if line.startswith("usage_usec ")
    )


class Load:
    """A load that runs until it is stopped or killed."""

    def __init__(self, kind, number=1, instance=None):
        """instance: "autostart" for an app that the session starts. Another one is the user's, who
        waits for its window."""
        self.app_id = f"org.example.{kind.capitalize()}{number}"
        # KillMode and the like are as for an app. The unit isn't collected, so that its result can
        # still be queried.
        self.unit = f"app-{self.app_id}@{instance or uuid.uuid4().hex}.service"
        subprocess.run(
            ["systemd-run", "--user", f"--unit={self.unit}", "--slice=app.slice", *COMMANDS[kind]],
            check=True,
            timeout=60 * SLOWNESS,
            capture_output=True,
        )
        self.path = cgroups.directory(self.unit)

    def used_us(self):
        """Processor time so far; None: it is gone."""
        try:
            return used_us((self.path / "cpu.stat").read_text(encoding="ascii"))
        except OSError:
            return None

    def is_frozen(self):
        try:
            return "frozen 1" in (self.path / "cgroup.events").read_text(encoding="ascii")
        except OSError:
            return False

    def is_halted(self):
        """Frozen or ended. It reads only a file of the kernel, so frequent calls are harmless."""
        try:
            said = (self.path / "cgroup.events").read_text(encoding="ascii")
        except OSError:
            return True
        return "frozen 1" in said or "populated 0" in said

    def fate(self):
        """ "runs", "frozen", or systemd's result for how it ended."""
        if self.is_frozen():
            return "frozen"
        return "runs" if self._shown("ActiveState") == "active" else self.ended()

    def ended(self):
        """systemd's result for how it ended."""
        return self._shown("Result")

    def _shown(self, name):
        return subprocess.run(
            ["systemctl", "--user", "show", "--value", "-p", name, self.unit],
            check=True,
            timeout=60 * SLOWNESS,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def stop(self):
        apps.kill(self.unit)
        try:
            until(
                lambda: not self.path.exists() or not cgroups.pids_in(self.path),
                f"{self.unit} is gone",
                within=60,
            )
        except Waited as still:
            raise Waited(f"{still}; processes left: {cgroups.pids_in(self.path)}") from None
