# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""FUSE file systems of a user that hang: a home on a server that is gone, or the root of a sandbox
with a malicious owner."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from seat.waiting import SLOWNESS, until

# Runs as root, since only root can open /dev/fuse here. It then becomes a server of the user's own,
# with the kernel's end of the mount open.
_MOUNT = """
import ctypes, os, struct, sys
mountpoint, user, source = sys.argv[1], int(sys.argv[2]), sys.argv[3]
fd = os.open("/dev/fuse", os.O_RDWR)
options = f"fd={fd},rootmode=40000,user_id={user},group_id={user}".encode()
if ctypes.CDLL(None, use_errno=True).mount(b"hanging", mountpoint.encode(), b"fuse", 0, options):
    raise OSError(ctypes.get_errno(), "mounting")
os.setresgid(user, user, user)
os.setresuid(user, user, user)
print("mounted", flush=True)
if source:
    os.set_inheritable(fd, True)
    os.execvp("bindfs", ["bindfs", "-f", source, f"/dev/fd/{fd}"])
INIT = 26
while True:
    request = os.read(fd, 1 << 20)
    _, opcode, unique = struct.unpack_from("=IIQ", request)
    if opcode == INIT:
        said = struct.pack("=4I2H2I2HI28x", 7, 31, 0, 0, 0, 0, 4096, 1, 0, 0, 0)
        os.write(fd, struct.pack("=IiQ", 16 + len(said), 0, unique) + said)
"""


class Mount:
    """With a source, the mount shows that, until it hangs. Without one, it reads every request from
    the start and answers none."""

    def __init__(self, source=""):
        self.path = Path(tempfile.mkdtemp(prefix="hanging-"))
        command = ["sudo", sys.executable, "-c", _MOUNT, str(self.path), str(os.getuid()), source]
        self._server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._server.stdout.readline() == "mounted\n"
        if source:
            until(
                lambda: os.path.ismount(self.path) and any(self.path.iterdir()),
                "it shows the files of its source",
            )

    def hangs(self):
        """From now on it doesn't even read requests."""
        for pid in self._pids():
            subprocess.run(
                ["sudo", "kill", f"-{signal.SIGSTOP}", pid], check=True, timeout=20 * SLOWNESS
            )

    def end(self):
        """Processes that wait for an answer get an error."""
        for pid in self._pids():
            subprocess.run(
                ["sudo", "kill", f"-{signal.SIGKILL}", pid], check=False, timeout=20 * SLOWNESS
            )
        # sudo stops itself when its command is stopped, and would not wait for it then.
        resume = ["sudo", "kill", f"-{signal.SIGCONT}", str(self._server.pid)]
        subprocess.run(resume, check=False, timeout=20 * SLOWNESS)
        self._server.wait(20 * SLOWNESS)
        self._server.stdout.close()
        subprocess.run(
            ["sudo", "umount", "--lazy", str(self.path)],
            check=False,
            capture_output=True,
            timeout=20 * SLOWNESS,
        )
        with contextlib.suppress(OSError):
            self.path.rmdir()

    def _pids(self):
        """The server's pids, below sudo."""
        found = subprocess.run(
            ["pgrep", "--parent", str(self._server.pid)],
            check=False,
            capture_output=True,
            text=True,
            timeout=20 * SLOWNESS,
        ).stdout.split()
        return found or [str(self._server.pid)]


@contextlib.contextmanager
def mounted(source=""):
    mount = Mount(source)
    try:
        yield mount
    finally:
        mount.end()
