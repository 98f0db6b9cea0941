# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Duties, as the desktop's real services and the kernel report them. Each duty alone prevents a
freeze and is named. When it is over, nothing prevents a freeze. That the freeze then happens needs
short memory: see tests/bus/test_headroomd_exempt.py, with made-up figures of the kernel, and
tests/vm/test_duties.py.

Not tested here: the list of the background portal. xdg-desktop-portal reads
$XDG_RUNTIME_DIR/.flatpak, which Flatpak writes for each running sandbox, and asks the desktop's
backend whether the app has a window. The lab's systems have no Flatpak and no runtime for one.
tests/bus/test_headroomd_exempt.py has a fake portal."""

import fcntl
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

import pytest

from seat import actor, apps, headroom, sound
from seat.actor import APP_ID
from seat.waiting import SLOWNESS, until

ACTOR = Path(actor.__file__)

# Runs as root, since only root can open /dev/fuse here. It then becomes a FUSE server of the user's
# own, with the kernel's end of the mount open.
FUSE_SERVER = """
import ctypes, os, sys
source, mountpoint, user = sys.argv[1], sys.argv[2], int(sys.argv[3])
fd = os.open("/dev/fuse", os.O_RDWR)
options = f"fd={fd},rootmode=40000,user_id={user},group_id={user}".encode()
if ctypes.CDLL(None, use_errno=True).mount(b"bindfs", mountpoint.encode(), b"fuse", 0, options):
    raise OSError(ctypes.get_errno(), "mounting")
os.set_inheritable(fd, True)
os.setresgid(user, user, user)
os.setresuid(user, user, user)
os.execvp("bindfs", ["bindfs", "-f", source, f"/dev/fd/{fd}"])
"""


class Case:
    """One duty. `before` and `after` set up and remove what it needs. `awaits_the_end`: False for a
    duty that ends as another one does, after seconds of silence."""

    def __init__(self, sentence, *words, awaits_the_end=True):
        self.sentence = sentence
        self.words = words
        self.awaits_the_end = awaits_the_end

    def before(self, scratch):
        return list(self.words)

    def after(self):
        pass


class Lock(Case):
    """A lock that another process waits for."""

    def before(self, scratch):
        self.file = scratch / "locked"
        self.file.touch()
        self.waits = None
        return ["lock", str(self.file)]

    def is_locked(self):
        with self.file.open("w", encoding="ascii") as file:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def begun(self):
        until(self.is_locked, "the app has the lock")
        self.waits = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'w'), fcntl.LOCK_EX)",
                str(self.file),
            ]
        )

    def after(self):
        if self.waits:
            self.waits.kill()
            self.waits.wait()


class Fuse(Case):
    def before(self, scratch):
        self.mountpoint = scratch / "mounted"
        for directory in (scratch / "source", self.mountpoint):
            directory.mkdir()
        (scratch / "source" / "file").touch()
        return [
            "child",
            "sudo",
            sys.executable,
            "-c",
            FUSE_SERVER,
            str(scratch / "source"),
            str(self.mountpoint),
            str(scratch.stat().st_uid),
        ]

    def begun(self):
        until(lambda: (self.mountpoint / "file").exists(), "the files are served")

    def over(self):
        subprocess.run(["sudo", "umount", "--lazy", str(self.mountpoint)], check=True, timeout=20)

    def after(self):
        subprocess.run(
            ["sudo", "umount", "--lazy", str(self.mountpoint)],
            check=False,
            capture_output=True,
            timeout=20,
        )


class PowerDevil(Case):
    """The lab's Plasma is started without PowerDevil. PowerDevil lists an app only after it has
    kept the session awake for five seconds."""

    def before(self, scratch):
        self.unit = f"powerdevil-{uuid.uuid4().hex}.service"
        (program,) = Path("/usr/lib").glob("*/libexec/org_kde_powerdevil")
        subprocess.run(
            [
                "systemd-run",
                "--user",
                f"--unit={self.unit}",
                "--slice=background.slice",
                "--property=Type=dbus",
                "--property=BusName=org.freedesktop.PowerManagement.Inhibit",
                str(program),
            ],
            check=True,
            timeout=120 * SLOWNESS,
        )
        return super().before(scratch)

    def after(self):
        apps.stop(self.unit)


CASES = {
    "tray icon": Case("has an icon in the tray", "tray"),
    "MPRIS": Case("is playing media", "media"),
    "progress": Case("shows the progress of a task", "progress"),
    "GameMode": Case("is a game registered with GameMode", "game"),
    "PowerDevil": PowerDevil("keeps the session from sleeping or ending (burns a disc)", "inhibit"),
    "hold": Case("is held: burns a disc", "hold"),
    "lock": Lock(f"another process waits for a file that {APP_ID} has locked"),
    "FUSE": Fuse("serves files to others (FUSE)"),
    "playback": Case("is playing", "child", *sound.commands()["pw-play"]),
    "playback by pulse": Case(
        "is playing", "child", *sound.commands()["paplay"], awaits_the_end=False
    ),
    "capture": Case("is recording", "child", "pw-record", "/dev/null", awaits_the_end=False),
}


def why_not():
    """Why it would not be paused; None: nothing prevents a freeze."""
    said = headroom.ctl("why", APP_ID).stdout.splitlines()
    return next((line for line in said if line.startswith("It would not be paused")), None)


@pytest.fixture
def begin():
    units = []

    def start(*words):
        units.append(apps.own_unit(APP_ID, uuid.uuid4().hex, sys.executable, str(ACTOR), *words))
        headroom.wait_for_app(APP_ID)
        return units[-1]

    yield start
    apps.kill(*units)


@pytest.mark.parametrize("name", CASES)
def test_each_alone_is_named_and_nothing_is_when_it_is_over(begin, name):
    case = CASES[name]
    until(sound.has_sink, "a sink exists")
    with tempfile.TemporaryDirectory(dir="/var/tmp", ignore_cleanup_errors=True) as scratch:
        unit = begin(*case.before(Path(scratch)))
        try:
            if hasattr(case, "begun"):
                case.begun()
            until(lambda: case.sentence in (why_not() or ""), f"{name} is named", within=30)
            if not case.awaits_the_end:
                return
            if hasattr(case, "over"):
                case.over()
            else:
                headroom.user("kill", "--kill-whom=main", "--signal=USR1", unit)
            until(lambda: why_not() is None, "nothing prevents a freeze any more", within=40)
        finally:
            case.after()


def test_who_does_nothing_of_it_is_a_candidate(begin):
    """After three seconds in which it might have been about to show a window. The tests before have
    just ended its playback and its recording, which count for fifteen."""
    begin("child", "true")
    until(lambda: why_not() is None, "nothing prevents a freeze", within=40)
