# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The daemon's sandbox: by systemd's own measure, by the kernel's files, and by what a program with
the same settings can't do. All other tests here show that the daemon works with it."""

import contextlib
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from seat import headroom

UNIT = "headroomd.service"
# By systemd 257. The unit explains what is left, line by line. A loaded unit scores higher: it has
# no mounts of its own, and a file alone isn't checked for those.
EXPOSURE = {"as it is loaded": 5.9, "as it is written": 5.7}
# Each exits with 0 if the kernel refuses it.
REFUSED = {
    "a signal": "os.kill(os.getppid(), 0)",
    "a signal by pidfd": "signal.pidfd_send_signal(os.pidfd_open(os.getpid()), 0)",
    "a user namespace": "os.unshare(os.CLONE_NEWUSER)",
    "a file that runs as somebody else": "os.fchmod(os.open('.', os.O_TMPFILE | 2), 0o4755)",
    "the internet": "socket.socket(socket.AF_INET)",
    "memory to write and run": "mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC)",
    "another priority": "os.setpriority(os.PRIO_PROCESS, 0, 19)",
    "another scheduler": "os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))",
    "processors of its own": "os.sched_setaffinity(0, {0})",
    "the clock": "time.clock_settime(time.CLOCK_REALTIME, time.time())",
    "another owner": "os.chown('.', -1, -1)",
}
TRIAL = """
import mmap, os, signal, socket, sys, time
os.chdir(os.environ["XDG_RUNTIME_DIR"])
try:
    {}
except OSError:
    sys.exit(0)
sys.exit("that went well")
"""


def analysed(*how):
    said = subprocess.run(
        ["systemd-analyze", "--user", "security", "--no-pager", *how],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    ).stdout
    exposure = float(re.search(rf"Overall exposure level for {UNIT}: ([\d.]+)", said)[1])
    return exposure, [line.split()[1] for line in said.splitlines() if line.startswith("✗")]


def written():
    """The installed unit file, without drop-ins."""
    return Path(headroom.user("show", "--value", "-p", "FragmentPath", UNIT).stdout.strip())


def given_up():
    """The unit's lines that give up a privilege, in order."""
    names = (
        "NoNewPrivileges",
        "LockPersonality",
        "MemoryDenyWriteExecute",
        "Restrict",
        "SystemCall",
        "KeyringMode",
        "UMask",
    )
    return [
        line
        for line in written().read_text(encoding="utf-8").splitlines()
        if line.startswith(names)
    ]


@pytest.mark.parametrize("name", EXPOSURE)
def test_the_exposure(name):
    exposure, left = (
        analysed(UNIT) if name == "as it is loaded" else analysed("--offline=yes", str(written()))
    )
    print(f"{name}: {exposure}, {len(left)} lines left")
    assert exposure <= EXPOSURE[name]
    explained = "".join(
        line
        for line in written().read_text(encoding="utf-8").splitlines(True)
        if line.startswith("#")
    )
    # "CapabilityBoundingSet=~CAP_KILL" and "RootDirectory=/RootImage=" are identified by what comes
    # before the sign.
    assert not [line for line in left if f"{line.partition('=')[0]}=" not in explained]


def test_it_is_in_force():
    shown = Path(f"/proc/{headroom.daemon_pid()}/status").read_text(encoding="ascii")
    assert "NoNewPrivs:\t1\n" in shown
    assert "Seccomp:\t2\n" in shown, "mode 2: a filter is in force"
    # In a user namespace of its own the daemon couldn't look into other processes. Without this
    # check, a setting that creates one would go unnoticed until a caller is refused.
    assert (
        os.readlink("/proc/self/ns/user")
        == subprocess.run(
            ["sudo", "readlink", f"/proc/{headroom.daemon_pid()}/ns/user"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
    )
    properties = headroom.user("show", UNIT).stdout.splitlines()
    for line in given_up():
        name, _, value = line.partition("=")
        if value in ("yes", "no", "private"):
            assert line in properties
    assert "SystemCallErrorNumber=1" in properties or "SystemCallErrorNumber=EPERM" in properties


def sockets_of_the_network(pid):
    """Inodes of the sockets that a process has open, of any protocol that leads out of the
    machine."""
    listed = set()
    for name in (
        "tcp",
        "udp",
        "udplite",
        "raw",
        "icmp",
        "tcp6",
        "udp6",
        "udplite6",
        "raw6",
        "icmp6",
        "packet",
    ):
        table = Path(f"/proc/{pid}/net/{name}")
        lines = table.read_text(encoding="ascii").splitlines()[1:] if table.exists() else []
        listed |= {f"socket:[{line.split()[8 if name == 'packet' else 9]}]" for line in lines}
    links = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the descriptor that reads this directory
            links.add(os.readlink(descriptor))
    return links & listed


def test_it_is_not_on_the_network():
    assert not sockets_of_the_network(headroom.daemon_pid())
    with (
        socket.socket(socket.AF_INET) as stream,
        socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as datagrams,
    ):
        stream.bind(("127.0.0.1", 0))
        stream.listen()
        datagrams.bind(("::1", 0))
        assert len(sockets_of_the_network(os.getpid())) == 2, "the check would notice open sockets"


def test_no_setting_is_ignored():
    """systemd logs settings that it doesn't know or can't apply, both when it loads a unit and when
    it starts one."""
    cursor = headroom.journal_cursor()
    headroom.user("daemon-reload")
    headroom.user("restart", UNIT)
    headroom.wait_for_daemon()
    said = subprocess.run(
        [
            "sudo",
            "journalctl",
            "--no-pager",
            "-o",
            "json",
            "-p",
            "notice",
            f"--after-cursor={cursor}",
            f"USER_UNIT={UNIT}",
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout
    assert not said
    verified = subprocess.run(
        ["systemd-analyze", "--user", "verify", "--man=no", str(written())],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert UNIT not in verified.stderr


@pytest.mark.parametrize("what", REFUSED)
def test_a_program_that_has_given_up_the_same_is_refused(what):
    ran = tried(REFUSED[what], given_up())
    assert ran.returncode == 0, ran.stderr


def test_a_program_that_has_given_up_nothing_is_not():
    """The control for the list above. It leaves out the clock, which needs root in any case."""
    ran = {
        what: tried(code, []).returncode for what, code in REFUSED.items() if what != "the clock"
    }
    assert 0 not in ran.values(), ran


def tried(code, settings):
    return like_it([sys.executable, "-c", TRIAL.format(code)], settings)


def like_it(command, settings):
    """Runs a command with these settings."""
    given = [f"--property={line}" for line in settings]
    return subprocess.run(
        ["systemd-run", "--user", "--wait", "--pipe", "--collect", "--quiet", *given, *command],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_it_has_keys_of_its_own():
    """Two processes with the same settings don't share a session keyring."""
    one, other = keyring(), keyring()
    assert one and other and one != other


def keyring():
    said = like_it(["cat", "/proc/keys"], given_up()).stdout
    return [line.split()[0] for line in said.splitlines() if " _ses" in line]
