# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# floor: vm
# memory: 1400
# memory: 2200 cpu-stress cpu-make io-read io-write io-read-bfq io-write-bfq
# disk: 30
# package: earlyoom libnotify-bin nohang psi-notify stress-ng systemd-oomd
# cases: hog,hog-zram,bigheap
# boots: 1
# full-cases: crawl crawl-zram walk walk-zram hog hog-zram hog-zswap hog-disk sprint sprint-zram
# full-cases: tail tail-zram two-hogs two-hogs-zram thirty thirty-zram bigheap bigheap-zram
# full-cases: bigheap-zswap tabs tabs-zram tabs-zswap tabs-disk storm storm-zram cache cache-zram
# full-cases: tmpfs tmpfs-zram cpu-stress cpu-stress-low cpu-make io-read io-write
# full-cases: io-read-bfq io-write-bfq
# full-boots: 10
"""How loads in the background stall the app in front: without any program, with similar
programs of Debian, and with Headroom.

A row is a load and a kind of swap. The machine of the rows on CPU and disk has room for the load
beside the app and the desktop; that of cpu-stress-low is as small as that of the rows on memory.
One boot runs all configurations of a row in a random order. Each begins with a calm machine, empty
caches and empty swap. docs/BENCHMARKS.md has the method, and is made from the document of this
measurement.

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
import _stall_result as result  # noqa: E402

from seat import headroom, machine, peers, pressure, surroundings  # noqa: E402
from seat.beside import Beside  # noqa: E402
from seat.io_delegation import delegate_io  # noqa: E402

SHORTER = os.environ.get("HEADROOM_TEST_STALL_S")
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
    longer: int = 1  # times the usual time, for a load that is slow

    @property
    def seconds(self):
        usual = plan.SECONDS_ON_MEMORY if self.on_memory else plan.SECONDS_ON_CPU_AND_DISK
        return int(SHORTER or usual * self.longer)

    @property
    def swap(self):
        if self.zram_mib:
            return f"zram, {self.zram_mib} MiB"
        behind = "disk behind zswap" if self.zswap else "disk"
        return f"{behind}, {self.disk_mib} MiB" if self.disk_mib else "none"


@dataclass(frozen=True)
class Boot:
    number: int
    full: bool
    clean: dict  # the state of the machine before any configuration
    beside: Beside


ZRAM, DISK = {"zram_mib": 512}, {"disk_mib": 384}
ZSWAP = DISK | {"zswap": True}
ROWS = {
    "crawl": Row(("crawl",)),
    "crawl-zram": Row(("crawl",), **ZRAM, longer=2),  # or it would end while there is room
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
    "cpu-stress-low": Row(("stress",), on_memory=False),
    "cpu-make": Row(("make",), on_memory=False),
    "io-read": Row(("read",), on_memory=False),
    "io-write": Row(("write",), on_memory=False),
    "io-read-bfq": Row(("read",), on_memory=False, bfq=True),
    "io-write-bfq": Row(("write",), on_memory=False, bfq=True),
}


def measured(configuration, row, beside):
    """The document of one configuration. Whatever went wrong is a result, too: a peer may have
    killed the desktop, and what the others have shown must not be lost."""
    try:
        stretch = pressure.stretch(configuration, row.kinds, row.seconds, PACE, beside)
    except pressure.UndoFailed as failed:
        # Whether it left something behind is looked at before the next configuration.
        undone = {"undo_failed": repr(failed.__cause__)[:300]}
        return result.of(failed.stretch, row.seconds) | undone
    except Exception as trouble:  # pylint: disable=broad-exception-caught
        return {"failed": f"{type(trouble).__name__}: {trouble}"[:300]}
    return result.of(stretch, row.seconds)


def desktop_stands():
    unit = "plasma-kwin_wayland.service"
    return headroom.user("is-active", unit, check=False).stdout.strip() == "active"


@contextlib.contextmanager
def prepared(row):
    """The swap and the disk of a row."""
    with contextlib.ExitStack() as undo:  # each step of it is tried, also if another one fails
        undo.callback(machine.zswap, False)
        undo.callback(machine.no_swap)
        machine.no_swap()
        machine.zswap(row.zswap)
        if row.zram_mib:
            machine.swap_on_zram(row.zram_mib)
        if row.disk_mib:
            machine.swap_on_disk(row.disk_mib)
        if row.bfq:
            delegate_io()
            machine.root("modprobe", "bfq")
            undo.callback(scheduler, "none")
            scheduler("bfq")
        yield


def scheduler(name):
    machine.root("sh", "-c", f"echo {name} >/sys/block/vda/queue/scheduler")


def measured_in_turn(name, ordered, boot, found):
    """Adds each configuration to `found`. Returns why the boot ends before the last one; None: it
    doesn't."""
    for each in ordered:
        peers.stop_all()
        if left := plan.differences(boot.clean, peers.state()):
            return f"before {each}, an earlier configuration had left something behind: {left}"
        print(f"{name}: {each} …", file=sys.stderr, flush=True)
        found[each] = measured(each, ROWS[name], boot.beside)
        shown = {key: value for key, value in found[each].items() if key != "gaps"}
        print(json.dumps(shown), file=sys.stderr, flush=True)  # half of them are worth a lot
        if not desktop_stands():
            return f"after {each}, the desktop did not run any more"
    return None


def one_row(name, boot):
    row = ROWS[name]
    names = ONLY.split(",") if ONLY else plan.configurations(row.on_memory, boot.full)
    ordered = plan.order(name, boot.number, names)
    found = {}
    document = {
        "seed": plan.SEED,
        "order": ordered,
        "seconds": row.seconds,
        "swap": row.swap,
        "loads": list(row.kinds),
        "threshold_ms": plan.NOTICED_MS,
        "machine": surroundings.facts(),
        "configurations": found,
    }
    ended = None
    try:
        with prepared(row):
            ended = measured_in_turn(name, ordered, boot, found)
    except Exception as trouble:  # pylint: disable=broad-exception-caught
        # What has been measured is kept, also if the swap can't be turned off after it.
        ended = f"{type(trouble).__name__}: {trouble}"[:300]
    if ended:
        document["boot_ended"] = ended
    if not found:
        document |= not_measured(ended)
    return document


def not_measured(reason):
    """A boot that states nothing about its rows, so a run that resumes tries it again."""
    return {"refused": reason, "again": True}


def controls(beside):
    """The app without any load, until the host is quiet."""
    found = []
    while len(found) < plan.CONTROLS and (not found or plan.refusal(found[-1])):
        peers.stop_all()
        alone = pressure.stretch(peers.NOBODY, (), CONTROL_SECONDS, PACE, beside)
        found.append(result.felt(alone.frames))
        print(json.dumps(found[-1]), file=sys.stderr, flush=True)
    return found


def one_boot(names, number, full):
    """Runs rows in an order that depends on the boot. A row that ends the boot is the last one."""
    turned = names[number % len(names) :] + names[: number % len(names)]
    peers.stop_all()
    boot = Boot(number, full, peers.state(), Beside())
    tried = controls(boot.beside)
    about = {"control": tried[-1], "controls": tried}
    if refused := plan.refusal(tried[-1]):
        return {name: about | not_measured(refused) for name in turned}
    found = {}
    for name in turned:
        found[name] = about | one_row(name, boot)
        if "boot_ended" in found[name]:
            break
    return found


if __name__ == "__main__":
    asked = sys.argv[1].split(",")
    documents = one_boot(asked, int(sys.argv[2]), "full" in sys.argv[3:])
    print(json.dumps(documents if len(asked) > 1 else documents[asked[0]]))
