# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs as the first process in new namespaces. It mounts the file systems, enters the new root and
executes the wanted program."""

import ctypes
import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
from pathlib import Path

_SYS_PIVOT_ROOT = 155 if os.uname().machine == "x86_64" else 41
_SIOCSIFFLAGS = 0x8914
_IFF_UP = 1
_MNT_DETACH = 2
_CLONE_NEWCGROUP = 0x02000000


def mount(source, target, *options):
    subprocess.run(["mount", *options, str(source), str(target)], check=True)


def lay_out(root, layers):
    """Mount the system: its layers below, a tmpfs on top. Nothing that a session writes reaches the
    cache or the disk."""
    mount("tmpfs", root, "-t", "tmpfs", "-o", "mode=0755")
    upper, work, merged = (root / name for name in ("upper", "work", "merged"))
    for directory in (upper, work, merged):
        directory.mkdir()
    mount(
        "overlay",
        merged,
        "-t",
        "overlay",
        "-o",
        f"lowerdir={':'.join(layers)},upperdir={upper},workdir={work}",
    )
    return merged


def furnish(root):
    mount("proc", root / "proc", "-t", "proc", "-o", "nosuid,nodev,noexec")
    mount("sysfs", root / "sys", "-t", "sysfs", "-o", "nosuid,nodev,noexec")
    mount("cgroup2", root / "sys/fs/cgroup", "-t", "cgroup2", "-o", "nosuid,nodev,noexec")
    mount("tmpfs", root / "run", "-t", "tmpfs", "-o", "mode=0755,nosuid,nodev")
    mount("tmpfs", root / "tmp", "-t", "tmpfs", "-o", "mode=1777,nosuid,nodev")
    mount("tmpfs", root / "dev", "-t", "tmpfs", "-o", "mode=0755,nosuid")
    for name in ("null", "zero", "full", "random", "urandom", "tty", "fuse"):
        if Path("/dev", name).exists():
            (root / "dev" / name).touch()
            mount(Path("/dev", name), root / "dev" / name, "--bind")
    for name, target in (
        ("fd", "/proc/self/fd"),
        ("stdin", "fd/0"),
        ("stdout", "fd/1"),
        ("stderr", "fd/2"),
        ("ptmx", "pts/ptmx"),
    ):
        (root / "dev" / name).symlink_to(target)
    for name in ("pts", "shm", "mqueue"):
        (root / "dev" / name).mkdir()
    mount(
        "devpts",
        root / "dev/pts",
        "-t",
        "devpts",
        "-o",
        "newinstance,ptmxmode=0666,mode=0620,gid=5",
    )
    mount("tmpfs", root / "dev/shm", "-t", "tmpfs", "-o", "mode=1777,nosuid,nodev")


def show(root, path, readonly, inside=None):
    target = root / (inside or path).relative_to("/")
    target.mkdir(parents=True, exist_ok=True)
    mount(path, target, "--bind")
    if readonly:
        mount("none", target, "-o", "remount,bind,ro")


def go_in(root):
    """pivot_root, not chroot: a process in a chroot may not make user namespaces, which bubblewrap
    and other sandboxes need."""
    libc = ctypes.CDLL(None, use_errno=True)
    os.chdir(root)
    if libc.syscall(_SYS_PIVOT_ROOT, b".", b".") != 0 or libc.umount2(b".", _MNT_DETACH) != 0:
        raise OSError(ctypes.get_errno(), "the root could not be changed")
    os.chdir("/")


def enter_cgroup(path):
    """Enter the cgroup ourselves, without the process that started us: a cgroup with processes
    can't enable controllers for its children."""
    (path / "cgroup.procs").write_text("0")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWCGROUP) != 0:
        raise OSError(ctypes.get_errno(), "no cgroup namespace")


def loopback_up():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", _IFF_UP))


def main():
    with open(int(sys.argv[1]), encoding="utf-8") as plan_file:
        plan = json.load(plan_file)
    enter_cgroup(Path(plan["cgroup"]))
    root = lay_out(Path(plan["mounted"]), plan["layers"])
    furnish(root)
    # These paths may be below /tmp, so /tmp must be mounted already.
    for name in ("readonly", "writable"):
        for path in plan[name]:
            show(root, Path(path), name == "readonly")
    for path, inside, readonly in plan["moved"]:
        show(root, Path(path), readonly, Path(inside))
    loopback_up()
    if plan["order"] is not None:
        (root / "run/headroom-lab.json").write_text(json.dumps(plan["order"]))
    go_in(root)
    terminal = {name: os.environ[name] for name in ("TERM",) if name in os.environ}
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **terminal, **plan["environment"]}
    os.execvpe(plan["command"][0], plan["command"], environment)


if __name__ == "__main__":
    main()
