# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# floor: vm
# memory: 1400
# disk: 30
# package: stress-ng
# cases: no-swap,zram,two-hogs,tail,thirty,disk-swap no-swap-drawn,zram-drawn
# cases: cpu-stress,cpu-make,io-read,io-write
# boots: 5
"""How a load in the background affects the application in front, without and with Headroom, in the
same boot. The control is the application alone.

The CPU is emulated and ten times slower than a real one. So the disk is slowed down, too: a disk in
the host's memory would hide the effects.

Swap on disk is as large as what a hog fills in its time. In most boots, the hog does no harm while
there is room in it: the disk is slower than the hog, which only pushes out its own memory.

A boot is rejected as meaningless if the load did no harm without Headroom. In the cases with
"drawn", the application draws when the compositor asks for a frame. In the others it draws by the
clock, because a compositor on an emulated CPU is late by itself. `--case no-swap-script` and
`zram-script` run a dozen lines of Python in place of Headroom.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from seat import machine, peers, pressure  # noqa: E402

SECONDS, CONTROL_SECONDS, IDLE_SECONDS = 45, 20, 20
# Shorter stalls are noise. Removing them would prove nothing.
LEAST_STALL_SECONDS = 3


@dataclass(frozen=True)
class Case:
    kinds: tuple[str, ...]
    zram_mib: int = 0
    disk_mib: int = 0
    pace: str = "--window"
    answer: str = peers.HEADROOM
    on_memory: bool = True
    idle_too: bool = False


CASES = {
    "no-swap": Case(("hog",)),
    "no-swap-drawn": Case(("hog",), pace="--wayland"),
    "zram": Case(("hog",), zram_mib=512),
    "zram-drawn": Case(("hog",), zram_mib=512, pace="--wayland"),
    "disk-swap": Case(("hog",), disk_mib=384),
    "two-hogs": Case(("hog", "hog")),
    "tail": Case(("tail",)),
    "thirty": Case(("thirty",)),
    "cpu-stress": Case(("stress",), on_memory=False, idle_too=True),
    "cpu-make": Case(("make",), on_memory=False, idle_too=True),
    "io-read": Case(("read",), on_memory=False),
    "io-write": Case(("write",), on_memory=False),
    "no-swap-script": Case(("hog",), answer=peers.SCRIPT),
    "zram-script": Case(("hog",), zram_mib=512, answer=peers.SCRIPT),
}


def threshold_of(control):
    """The gap that counts as a stall on this machine in this boot: an emulator causes gaps by
    itself."""
    return max(100.0, 1.5 * control.frames.worst_ms)


def felt(stretch, threshold_ms):
    frames = stretch.frames
    print(
        json.dumps(
            {
                "gaps": [(round(at, 2), gap) for at, gap in frames.gaps],
                "acts": [
                    [
                        round(act["at"] - stretch.began, 2),
                        act["HEADROOM_ACTION"],
                        act["HEADROOM_APP"],
                        act["MESSAGE"],
                    ]
                    for act in stretch.acts
                ],
            }
        )
    )
    return {
        "stall_s": round(frames.stall_seconds(threshold_ms), 2),
        "worst_ms": round(frames.worst_ms, 1),
        "on_time": round(frames.on_time, 3),
        "recorder_ms": frames.recorder_ms,
        "calm_before": stretch.calm,
        "free_mib": stretch.free_mib,
    }


def done(stretch, case):
    document = {
        "fate": ", ".join(stretch.fates),
        "killed": ", ".join(stretch.killed) or "nothing",
        "held_mib": stretch.held_mib,
    }
    if not case.on_memory:
        document["work_s"] = stretch.work_s
    if case.answer == peers.HEADROOM and stretch.acts:
        firsts = {
            f"first_{action}_s": stretch.first(action)
            for action in ("nap", "warn", "freeze", "thaw")
        }
        document |= {name: seconds for name, seconds in firsts.items() if seconds is not None}
    if stretch.loop_ms is not None:
        document["loop_ms"] = stretch.loop_ms
    document["frozen"] = ", ".join(sorted(stretch.apps_of("freeze"))) or "nobody"
    document["named"] = bool(stretch.apps) and all(stretch.is_named(app) for app in stretch.apps)
    return document


def against_the_control(case, control, threshold, answered_first):
    """Measures the case without and with its answer."""
    machine.no_swap()
    if case.zram_mib:
        machine.swap_on_zram(case.zram_mib)
    if case.disk_mib:
        machine.swap_on_disk(case.disk_mib)
    order = (case.answer, peers.NOBODY) if answered_first else (peers.NOBODY, case.answer)
    found = {answer: pressure.stretch(answer, case.kinds, SECONDS, case.pace) for answer in order}
    without, with_it = found[peers.NOBODY], found[case.answer]
    document = {
        "first": "with" if answered_first else "without",
        "threshold_ms": round(threshold, 1),
        "control": felt(control, threshold),
        "without": felt(without, threshold) | done(without, case),
        "with": felt(with_it, threshold) | done(with_it, case),
    }
    stall = without.frames.stall_seconds(threshold)
    if case.on_memory and stall < LEAST_STALL_SECONDS:
        document["refused"] = (
            f"only {stall:.1f} s of stall without Headroom: this load does no harm here"
        )
    if case.on_memory and stall:
        document["share_of_stall"] = round(with_it.frames.stall_seconds(threshold) / stall, 3)
    if not case.on_memory:
        document["on_time_of_control"] = {
            title: (
                round(each.frames.on_time / control.frames.on_time, 3)
                if control.frames.on_time
                else None
            )
            for title, each in (("without", without), ("with", with_it))
        }
    if case.idle_too:
        work = {
            answer: pressure.work_beside_an_idle_app(answer, case.kinds, IDLE_SECONDS)
            for answer in order
        }
        document["idle"] = {
            "without_work_s": work[peers.NOBODY],
            "with_work_s": work[case.answer],
            "kept": round(work[case.answer] / work[peers.NOBODY], 3),
        }
    return document


def one_boot(names, boot):
    """Runs the cases in an order that depends on the boot, because each run changes the machine.

    "With" and "without" take turns in coming first. Each case comes first in one of the boots.
    """
    turned = names[boot % len(names) :] + names[: boot % len(names)]
    paces = {CASES[name].pace for name in names}
    if len(paces) > 1:
        raise SystemExit(
            f"{', '.join(names)} share a control and have to draw in the same way, "
            f"not by {' and '.join(sorted(paces))}"
        )
    control = pressure.stretch(peers.NOBODY, (), CONTROL_SECONDS, paces.pop())
    threshold = threshold_of(control)
    documents = {}
    for name in turned:
        print(f"{name} …", file=sys.stderr, flush=True)
        documents[name] = against_the_control(
            CASES[name], control, threshold, answered_first=boot % 2 == 1
        )
    return documents


if __name__ == "__main__":
    asked = sys.argv[1].split(",")
    documents = one_boot(asked, int(sys.argv[2]))
    print(json.dumps(documents if len(asked) > 1 else documents[asked[0]]))
