# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the short names of configurations and loads stand for."""

CONFIGURATIONS = {
    "none": "no program",
    "min_ttl": "the kernel's multi-generational LRU with `min_ttl_ms` at 1000",
    "earlyoom": "as Debian's package: 10 % of memory and 10 % of swap left",
    "earlyoom-fedora": "with Fedora's limits: 4 % of memory and 10 % of swap left",
    "oomd-upstream": "systemd-oomd, pressure of 60 % for 30 s in the user's manager, and full swap",
    "oomd-debian": "systemd-oomd as Debian's package: 50 % for 20 s in the user's manager",
    "oomd-fedora": "systemd-oomd as in Fedora: 80 % for 20 s in the slices of apps and of services",
    "nohang": "nohang-desktop as Debian's package, but for a log without a buffer",
    "psi-notify": "as Debian's package; it only warns",
    "headroom": "as installed",
    "headroom-boost": "with `Pressure/Response=off`: weights for the app in front, and no more",
    "headroom-root": "with the package headroom-root, but for its drop-in for disks",
    "headroom-oomd": "as installed, beside oomd-fedora",
}

LOADS = {
    "crawl": "a program takes 8 MiB and sleeps 0.32 s, over and over",
    "walk": "the same, and sleeps 0.13 s",
    "hog": "the same, and sleeps 0.06 s",
    "sprint": "the same, and does not sleep",
    "two-hogs": "two of `hog`",
    "tail": "`tail /dev/zero`",
    "thirty": "thirty processes at a time that grow for some seconds and end",
    "bigheap": (
        "`stress-ng --brk 2 --stack 2 --bigheap 2`, the command of Fedora's test case for "
        "systemd-oomd; it starts a worker anew that the kernel has killed"
    ),
    "tabs": "twelve processes of 120 MiB, two fifths of it compressible, used in turn",
    "storm": "fifty of `tail /dev/zero` at a time, over and over",
    "cache": "a program maps 1,200 MiB of files and reads all their pages, over and over",
    "tmpfs": "a program fills a file in memory, up to half of the memory",
    "cpu-stress": "`stress-ng --cpu 8`, eight processes that only use the CPU",
    "cpu-make": "eight short processes at a time that use the CPU, as a compilation does",
    "io-read": "a program reads all files, over and over",
    "io-write": "a program writes at random places of a file, and syncs often",
}

SWAPS = {
    "zram": "512 MiB of zram",
    "zswap": "384 MiB on the disk, behind zswap",
    "disk": "384 MiB on the disk",
    "low": "no swap, and little memory, as in the rows on memory",
    "bfq": "no swap; the disk has the scheduler BFQ, and the session may set weights for it",
}


def parted(row):
    """(load, kind of swap or ""): the two parts of a row's name."""
    load, _, swap = row.rpartition("-")
    return (load, swap) if swap in SWAPS else (row, "")
