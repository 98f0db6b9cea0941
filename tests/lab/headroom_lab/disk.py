# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the virtual machine boots from: a disk, made once for each system, and an archive with the
files of one run."""

import contextlib
import hashlib
import io
import os
import stat
import subprocess
import tarfile
from pathlib import Path

from headroom_lab import cache, host, initrd, rootfs
from headroom_lab.progress import Step, Trouble

_FORM = "1"  # increase it when disks are made in another way
_SPARE = 3 * 10**9  # bytes for what a run writes; sparse until then
_OWN = Path(__file__).resolve().parent / "inside-vm"


@contextlib.contextmanager
def of_system(layers):
    """A cached directory with the disk image and the initrd of the system that LAYERS make up."""
    known = hashlib.sha256(
        " ".join([_FORM, *(layer.name for layer in layers), initrd.recipe()]).encode()
    ).hexdigest()[:12]

    def make(part):
        host.require_space(host.CACHE, 4)
        initrd.make(layers[-1], part / "initrd")
        with Step("Disk of the virtual machine") as step:
            step.note("copying the system")
            _make_image(layers, part / "root")

    with cache.kept(
        host.CACHE / f"disk-{known}", make, "another run is making this disk; waiting for it"
    ) as directory:
        yield directory


def _make_image(layers, image):
    # No journal, since the file system lives for one run only. Owner and group of its root are
    # those of the directory.
    script = """set -eu
        image=$1 at=$2; shift 2
        if [ $# -gt 1 ]; then
            layers=$(IFS=:; echo "$*")
            mount -t overlay -o "lowerdir=$layers" overlay "$at"
        else
            mount --bind "$1" "$at"
        fi
        blocks=$(( $(du --summarize --block-size=4096 "$at" | cut -f 1) * 11 / 10 + spare / 4096 ))
        mke2fs -q -t ext4 -b 4096 -O ^has_journal -m 0 -d "$at" "$image" "$blocks"
        """
    at = host.CACHE / "mnt"  # always empty; a mount point in the namespace of each run
    at.mkdir(exist_ok=True)
    command = rootfs.private(
        ["sh", "-c", script.replace("spare", str(_SPARE)), "sh", image, at, *layers]
    )
    ran = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if ran.returncode != 0:
        raise Trouble(f"the disk of the virtual machine could not be made: {ran.stderr.strip()}")


def files_of_run(layers, command, shared, target):
    """Write the archive that is unpacked over the system: LAYERS, the top one first, then what the
    machine itself needs, then the COMMAND.

    SHARED are the (directory, writable) pairs to mount, in the order of their tags.
    """
    with tarfile.open(target, "w", format=tarfile.PAX_FORMAT) as archive:
        for layer in reversed(layers):
            _add_layer(archive, layer)
        _add_own(archive)
        _add_text(archive, "usr/lib/headroom-lab/vm/command", command, 0o755)
        _add_text(
            archive,
            "etc/fstab",
            "".join(_mount_line(number, *entry) for number, entry in enumerate(shared)),
            0o644,
        )


def _add_layer(archive, layer):
    # Not the layer's top directory, whose owner and mode differ from those of the root.
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
    # What is written inside must be visible outside immediately. So writable mounts aren't cached.
    options = "rw,cache=none" if writable else "ro,cache=loose"
    where = (
        str(path)
        .replace("\\", "\\134")
        .replace(" ", "\\040")
        .replace("\t", "\\011")
        .replace("\n", "\\012")
    )
    return (
        f"headroom-lab-{number} {where} 9p "
        f"trans=virtio,version=9p2000.L,msize=262144,{options} 0 0\n"
    )
