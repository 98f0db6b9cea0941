# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# floor: vm
# memory: 1400
# disk: 30
# package: earlyoom libnotify-bin nohang psi-notify stress-ng systemd-oomd
# cases: hog,hog-zram,bigheap
# boots: 1
# full-cases: crawl crawl-zram walk walk-zram hog hog-zram hog-zswap hog-disk sprint sprint-zram
# full-cases: tail tail-zram two-hogs two-hogs-zram thirty thirty-zram bigheap bigheap-zram
# full-cases: bigheap-zswap tabs tabs-zram tabs-zswap tabs-disk storm storm-zram cache cache-zram
# full-cases: tmpfs tmpfs-zram cpu-stress cpu-make io-read io-write io-read-bfq io-write-bfq
# full-boots: 10
"""How loads in the background stall the app in front: without any program, with each similar
program of Debian, and with Headroom.

A row is a load and a kind of swap. One boot runs all configurations of a row in a random order.
Each begins with a calm machine, empty caches and empty swap. docs/BENCHMARKS.md has the method, and
is made from the document of this measurement.

The CPU may be emulated and then is ten times slower than a real one. So the disk is slowed down,
too: a disk in the host's memory would hide the effects. The app draws by the clock, because a
compositor on an emulated CPU is late by itself.

HEADROOM_TEST_STALL_S=8 makes each measurement shorter, and HEADROOM_TEST_STALL=none,earlyoom runs
only these configurations.
"""

import contextlib
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import _stall_plan as plan  # noqa: E402

from seat import headroom, machine, peers, pressure, surroundings  # noqa: E402
from seat.io_delegation import delegate_io  # noqa: E402

SECONDS = int(os.environ.get("HEADROOM_TEST_STALL_S", "40"))
ONLY = os.environ.get("HEADROOM_TEST_STALL")
CONTROL_SECONDS = 20
PACE = "--window"


@dataclass(frozen=True)
class Row:
    kinds: tuple[str, ...]
    zram_mib: int = 0
    disk_mib: int = 0
    zswap: bool = False
    on_memory: bool = True
    bfq: bool = False  # the disk has this scheduler, and the session may set weights for it

    @property
    def swap(self):
        if self.zram_mib:
            return f"zram, {self.zram_mib} MiB"
        behind = "disk behind zswap" if self.zswap else "disk"
        return f"{behind}, {self.disk_mib} MiB" if self.disk_mib else "none"


ZRAM, DISK = {"zram_mib": 512}, {"disk_mib": 384}
ZSWAP = DISK | {"zswap": True}
ROWS = {
    "crawl": Row(("crawl",)),
    "crawl-zram": Row(("crawl",), **ZRAM),
    "walk": Row(("walk",)),
    "walk-zram": Row(("walk",), **ZRAM),
    "hog": Row(("hog",)),
    "hog-zram": Row(("hog",), **ZRAM),
    "hog-zswap": Row(("hog",), **ZSWAP),
    "hog-disk": Row(("hog",), **DISK),
    "sprint": Row(("sprint",)),
    "sprint-zram": Row(("sprint",), **ZRAM),
    "tail": Row(("tail",)),
    "tail-zram": Row(("tail",), **ZRAM),
    "two-hogs": Row(("hog", "hog")),
    "two-hogs-zram": Row(("hog", "hog"), **ZRAM),
    "thirty": Row(("thirty",)),
    "thirty-zram": Row(("thirty",), **ZRAM),
    "bigheap": Row(("bigheap",)),
    "bigheap-zram": Row(("bigheap",), **ZRAM),
    "bigheap-zswap": Row(("bigheap",), **ZSWAP),
    "tabs": Row(("tabs",)),
    "tabs-zram": Row(("tabs",), **ZRAM),
    "tabs-zswap": Row(("tabs",), **ZSWAP),
    "tabs-disk": Row(("tabs",), **DISK),
    "storm": Row(("storm",)),
    "storm-zram": Row(("storm",), **ZRAM),
    "cache": Row(("cache",)),
    "cache-zram": Row(("cache",), **ZRAM),
    "tmpfs": Row(("tmpfs",)),
    "tmpfs-zram": Row(("tmpfs",), **ZRAM),
    "cpu-stress": Row(("stress",), on_memory=False),
    "cpu-make": Row(("make",), on_memory=False),
    "io-read": Row(("read",), on_memory=False),
    "io-write": Row(("write",), on_memory=False),
    "io-read-bfq": Row(("read",), on_memory=False, bfq=True),
    "io-write-bfq": Row(("write",), on_memory=False, bfq=True),
}


def felt(frames, threshold_ms):
    """What the user of the app in front would notice."""
    gaps = [gap for _, gap in frames.gaps]
    quantiles = {
        f"p{title}_ms": plan.gap_quantile(gaps, frames.frames, part)
        for title, part in (("50", 0.5), ("99", 0.99), ("999", 0.999))
    }
    return {
        "stall_s": round(frames.stall_seconds(threshold_ms), 2),
        "worst_ms": round(frames.worst_ms, 1),
        "on_time": round(frames.on_time, 3),
        "recorder_ms": frames.recorder_ms,
        **{name: value for name, value in quantiles.items() if value is not None},
    }


def measured(configuration, row, threshold_ms):
    """The document of one configuration. Whatever went wrong is a result, too: a peer may have
    killed the desktop, and what the others have shown must not be lost."""
    try:
        peers.stop_all()
        stretch = pressure.stretch(configuration, row.kinds, SECONDS, PACE)
    except Exception as trouble:  # pylint: disable=broad-exception-caught
        return {"failed": f"{type(trouble).__name__}: {trouble}"[:300]}
    act = stretch.first_act
    return felt(stretch.frames, threshold_ms) | {
        "gaps": [
            [round(at, 2), round(gap)] for at, gap in stretch.frames.gaps if gap > threshold_ms
        ],
        "calm_before": stretch.calm,
        "free_mib": stretch.free_mib,
        "killed": list(stretch.killed),
        "kills": [sentence[:120] for _, sentence in stretch.kills[:10]],
        "fates": list(stretch.fates),
        "held_mib": stretch.held_mib,
        "work_s": stretch.work_s,
        "frozen": sorted(stretch.apps_of("freeze")),
        "load": list(stretch.apps),
        "desktop_lost": list(stretch.lost),
        "ran": stretch.ran,
        **({"first_act_s": round(act[0], 2), "first_act": act[1][:160]} if act else {}),
    }


def desktop_stands():
    unit = "plasma-kwin_wayland.service"
    return headroom.user("is-active", unit, check=False).stdout.strip() == "active"


@contextlib.contextmanager
def prepared(row):
    """The swap and the disk of a row."""
    machine.no_swap()
    machine.zswap(row.zswap)
    if row.zram_mib:
        machine.swap_on_zram(row.zram_mib)
    if row.disk_mib:
        machine.swap_on_disk(row.disk_mib)
    if row.bfq:
        delegate_io()
        machine.root("modprobe", "bfq")
        machine.root("sh", "-c", "echo bfq >/sys/block/vda/queue/scheduler")
    yield
    if row.bfq:
        machine.root("sh", "-c", "echo none >/sys/block/vda/queue/scheduler")
    machine.no_swap()
    machine.zswap(False)


def one_row(name, boot, full, control):
    row = ROWS[name]
    threshold = pressure.threshold_ms(control)
    names = ONLY.split(",") if ONLY else plan.configurations(row.on_memory, full)
    ordered = plan.order(name, boot, names)
    found = {}
    with prepared(row):
        for each in ordered:
            print(f"{name}: {each} …", file=sys.stderr, flush=True)
            found[each] = measured(each, row, threshold)
            shown = {key: value for key, value in found[each].items() if key != "gaps"}
            print(json.dumps(shown), file=sys.stderr, flush=True)  # half of them are worth a lot
            if "failed" in found[each] and not desktop_stands():
                break
    document = {
        "seed": plan.SEED,
        "order": ordered,
        "seconds": SECONDS,
        "swap": row.swap,
        "loads": list(row.kinds),
        "threshold_ms": round(threshold, 1),
        "machine": surroundings.facts(),
        "control": felt(control.frames, threshold),
        "configurations": found,
    }
    refused = plan.refusal(found, row.on_memory)
    return document | ({"refused": refused} if refused else {})


def one_boot(names, boot, full):
    """Runs rows in an order that depends on the boot."""
    turned = names[boot % len(names) :] + names[: boot % len(names)]
    peers.stop_all()
    control = pressure.stretch(peers.NOBODY, (), CONTROL_SECONDS, PACE)
    return {name: one_row(name, boot, full, control) for name in turned}


if __name__ == "__main__":
    asked = sys.argv[1].split(",")
    documents = one_boot(asked, int(sys.argv[2]), "full" in sys.argv[3:])
    print(json.dumps(documents if len(asked) > 1 else documents[asked[0]]))
