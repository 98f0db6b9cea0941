# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A small initrd for the virtual machine: the modules of its disks, and one script.

Debian's own would work. But it takes four seconds longer under emulation, and it has no hook to put
files into the root before systemd reads it.
"""

import lzma
import stat
from pathlib import Path

from headroom_lab.progress import Trouble

_SCRIPT = Path(__file__).resolve().parent / "inside-vm" / "init"
_MODULES = ("virtio_blk", "crc32c_generic", "ext4")
_PROGRAMS = "usr/lib/klibc"


def kernel(root):
    """The version and the image of the newest kernel in ROOT."""
    images = sorted((root / "boot").glob("vmlinuz-*"), key=lambda image: image.stat().st_mtime)
    if not images:
        raise Trouble(f"{root} holds no kernel to boot")
    return images[-1].name.removeprefix("vmlinuz-"), images[-1]


def recipe():
    """What an archive depends on besides the system that it is made for."""
    return f"1 {' '.join(_MODULES)} {_SCRIPT.read_text(encoding='utf-8')}"


def make(root, target):
    """Write the archive for ROOT's kernel to the file TARGET."""
    version, _ = kernel(root)
    modules = _with_what_they_need(root / "usr/lib/modules" / version)
    with open(target, "wb") as out:
        archive = _Archive(out)
        for name in ("bin", "usr", "usr/lib", "dev", "sys", "root", "modules"):
            archive.directory(name)
        archive.device("dev/console", 5, 1)
        archive.file("init", _SCRIPT.read_bytes(), 0o755)
        for program in ("sh", "mount", "umount", "insmod", "chroot", "run-init"):
            archive.file(f"bin/{program}", _read(root / _PROGRAMS / "bin" / program), 0o755)
        for library in (root / "usr/lib").glob("klibc-*.so"):
            archive.file(f"usr/lib/{library.name}", library.read_bytes(), 0o755)
        for number, module in enumerate(modules):
            # Modules are loaded in the order of their names.
            archive.file(f"modules/{number:02}-{module.name.partition('.')[0]}.ko", _plain(module))
        archive.end()


def _read(path):
    if not path.exists():
        raise Trouble(
            f"{path} is missing: the virtual machine needs the package klibc-utils in its root"
        )
    return path.read_bytes()


def _plain(module):
    packed = module.read_bytes()
    return lzma.decompress(packed) if module.suffix == ".xz" else packed


def _with_what_they_need(directory):
    """The files of _MODULES and their dependencies, in loading order. A module that is built into
    the kernel has no file and needs none."""
    needs = {}
    for line in (directory / "modules.dep").read_text().splitlines():
        path, _, rest = line.partition(":")
        needs[_module_name(path)] = [path, *rest.split()]
    order = []
    for name in _MODULES:
        # modules.dep lists the module, then its dependencies, nearest first. So load from the end.
        for path in reversed(needs.get(name, [])):
            if directory / path not in order:
                order.append(directory / path)
    return order


def _module_name(path):
    return path.rpartition("/")[2].partition(".")[0].replace("-", "_")


class _Archive:
    """A cpio archive in the "newc" format, which the kernel reads."""

    def __init__(self, out):
        self._out = out
        self._count = 0

    def directory(self, name):
        self._entry(name, stat.S_IFDIR | 0o755, b"", (0, 0))

    def file(self, name, data, mode=0o644):
        self._entry(name, stat.S_IFREG | mode, data, (0, 0))

    def device(self, name, major, minor):
        self._entry(name, stat.S_IFCHR | 0o600, b"", (major, minor))

    def end(self):
        self._entry("TRAILER!!!", 0, b"", (0, 0))

    def _entry(self, name, mode, data, device):
        self._count += 1
        path = name.encode() + b"\0"
        fields = (self._count, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(path), 0)
        head = b"070701" + b"".join(b"%08X" % field for field in fields) + path
        self._out.write(head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4))
