# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the virtual machine boots from: a disk made once of a system, and an archive of the files of one run."""

import io
import os
import stat
import subprocess
import tarfile
from pathlib import Path

from headroom_lab import host, initrd, rootfs
from headroom_lab.progress import Step

_FORM = "1"  # raise it when the way of making a disk changes
_SPARE = 3 * 10**9  # for what a run writes; it takes no space before
_OWN = Path(__file__).resolve().parent / "inside-vm"


def of_system(root):
    """The disk image with everything in the directory ROOT, made first if it is not there."""
    image = root.with_name(f"{root.name}-disk{_FORM}")
    if not image.exists():
        with rootfs.in_use(image, alone=True, busy="another run is making the disk of the virtual machine; waiting for it"):
            if not image.exists():
                with Step("disk of the virtual machine") as step:
                    _make(root, image)
                    step.done()
    return image


def _make(root, image):
    host.require_space(root.parent, 4)
    used = int(subprocess.run(["du", "--summarize", "--block-size=1", root], capture_output=True, text=True, check=True).stdout.split()[0])
    part = image.with_name(f"{image.name}.part")
    part.unlink(missing_ok=True)
    try:
        # No journal: the file system lives for one run only.
        subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", "-O", "^has_journal", "-m", "0", "-d", root, part,
                        f"{(used * 11 // 10 + _SPARE) // 1024}k"], check=True, stdin=subprocess.DEVNULL)
        part.rename(image)
    finally:
        part.unlink(missing_ok=True)


def first_files(root, directory):
    """The first file system for ROOT's kernel, made anew each time: it takes a tenth of a second."""
    target = directory / "initrd"
    initrd.make(root, target)
    return target


def files_of_run(layers, command, shared, target):
    """Write the archive that is laid over the system: LAYERS, the topmost first, what the machine itself needs, the COMMAND.

    SHARED are the (directory, writable) pairs that are to be mounted, in the order of their tags.
    """
    with tarfile.open(target, "w", format=tarfile.PAX_FORMAT) as archive:
        for layer in reversed(layers):
            _add_layer(archive, layer)
        _add_own(archive)
        _add_text(archive, "usr/lib/headroom-lab/vm/command", command, 0o755)
        _add_text(archive, "etc/fstab", "".join(_mount_line(number, *entry) for number, entry in enumerate(shared)), 0o644)


def _add_layer(archive, layer):
    # Not the layer's top itself: its owner and mode are not those of the root.
    for path in sorted(layer.iterdir()):
        archive.add(path, path.name)


def _add_own(archive):
    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mode = 0o755 if entry.isdir() or entry.mode & stat.S_IXUSR else 0o644
        return entry

    for path in sorted((_OWN / "root").iterdir()):
        archive.add(path, path.name, filter=plain)
    for line in (_OWN / "masked").read_text().splitlines():
        unit = line.partition("#")[0].strip()
        if unit:
            entry = tarfile.TarInfo(f"etc/systemd/system/{unit}")
            entry.type = tarfile.SYMTYPE
            entry.linkname = os.devnull
            archive.addfile(entry)


def _add_text(archive, name, text, mode):
    entry = tarfile.TarInfo(name)
    entry.mode = mode
    entry.size = len(text.encode())
    archive.addfile(entry, io.BytesIO(text.encode()))


def _mount_line(number, path, writable):
    # A test must see outside at once what it wrote inside, so nothing that can be written is cached.
    options = "rw,cache=none" if writable else "ro,cache=loose"
    where = str(path).replace("\\", "\\134").replace(" ", "\\040").replace("\t", "\\011").replace("\n", "\\012")
    return f"headroom-lab-{number} {where} 9p trans=virtio,version=9p2000.L,msize=262144,{options} 0 0\n"
