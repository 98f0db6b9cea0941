# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How the foreground app stalls while background apps take what it needs, and what the program that
should prevent it does."""

import contextlib
import time
from dataclasses import dataclass

from seat import headroom, kwin, machine
from seat.busy import Busy
from seat.end_of_loads import EndOfLoads
from seat.loads import Load, used_us
from seat.peers import CONFIGURATIONS, Answer
from seat.probe import Frames, Probe
from seat.waiting import Waited, until


@dataclass(frozen=True)
class Stretch:
    """One measurement: the frames of the probe while the loads ran, and what became of all apps."""

    frames: Frames
    began: float  # CLOCK_MONOTONIC, in seconds
    calm: bool  # whether the machine was calm before
    free_mib: int  # before the loads, with the probe already running
    apps: tuple[str, ...]  # of the loads
    fates: tuple[str, ...]  # for each load: "runs", "frozen", or systemd's result for how it ended
    held_mib: int  # what the loads have in memory at the end
    work_s: float  # processor time that the loads got
    killed: tuple[str, ...]  # programs that the kernel killed for memory
    kills: tuple[tuple[float, str], ...]  # by whomever: seconds since the beginning, and a sentence
    lost: tuple[str, ...]  # parts of the desktop that didn't survive
    ran: bool  # whether what was to answer still runs
    acts: tuple[dict, ...]  # of Headroom
    loop_ms: (
        int | None
    )  # the worst lateness of Headroom's loop; None: it didn't sample, or still does
    notifications: tuple[str, ...]  # as JSON

    @property
    def first_act(self):
        """(seconds from the beginning, sentence) of the first act of Headroom or kill by anything
        else; None: there was none."""
        acts = [
            (act["at"] - self.began, act["MESSAGE"])
            for act in self.acts
            if act["HEADROOM_ACTION"] in ("nap", "warn", "freeze") and act["at"] >= self.began
        ]
        return min([*acts, *self.kills], default=None)

    def first(self, action):
        """Seconds from the beginning to Headroom's first act of that kind; None: there was none."""
        return next(
            (
                round(act["at"] - self.began, 2)
                for act in self.acts
                if act["HEADROOM_ACTION"] == action and act["at"] >= self.began
            ),
            None,
        )

    def apps_of(self, action):
        """The apps that the action was performed on."""
        return {act["HEADROOM_APP"] for act in self.acts if act["HEADROOM_ACTION"] == action}

    def is_named(self, app_id):
        """Whether a notification names the app: by its id, or by the name that is derived from the
        id if it has no other."""
        return any(
            app_id in said or app_id.rpartition(".")[2] in said for said in self.notifications
        )


def start_headroom():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()


def stretch(answer, kinds, seconds, pace="--window"):
    """Starts with a calm machine and the probe in front. The loads start together with the
    measurement. `answer`: a name of peers.CONFIGURATIONS."""
    start_headroom()
    machine.empty_swap()
    machine.drop_caches()
    with contextlib.ExitStack() as held:
        probe = Probe(pace)
        held.callback(probe.stop)
        answering = held.enter_context(contextlib.closing(Answer(answer)))
        if CONFIGURATIONS[answer].with_headroom:
            probe.focus()  # Headroom may have been restarted
        end = held.enter_context(contextlib.closing(EndOfLoads()))
        calm = machine.wait_for_calm()
        free = machine.memory()["MemAvailable"]
        probe.begin()
        began = time.monotonic()
        loads = _started(kinds, held)
        end.at(began + seconds, loads)
        left = end.wait(seconds + 60)
        frames = probe.end()
        kills = answering.kills()
        return Stretch(
            frames=frames,
            began=began,
            calm=calm,
            free_mib=free,
            apps=tuple(load.app_id for load in loads),
            fates=tuple(_fate(load, left) for load in loads),
            held_mib=sum(int(files["memory.current"]) >> 20 for files in left.values()),
            work_s=round(sum(used_us(files["cpu.stat"]) for files in left.values()) / 1e6, 1),
            killed=tuple(machine.killed(answering.cursor)),
            kills=tuple((kill.at - began, kill.said) for kill in kills if kill.at >= began),
            lost=answering.lost(),
            ran=answering.runs(),
            acts=tuple(headroom.acts(answering.cursor)),
            loop_ms=_lateness(answer, answering.cursor),
            notifications=answering.notifications(),
        )


def _lateness(answer, cursor):
    if not CONFIGURATIONS[answer].with_headroom:
        return None
    try:
        return headroom.worst_lateness_ms(cursor)
    except Waited:
        return None


def _fate(load, left):
    """Its state just before the end, or systemd's result if it had ended before."""
    files = left.get(str(load.path))
    if files is None or "populated 0" in files["cgroup.events"]:
        return load.ended()
    return "frozen" if "frozen 1" in files["cgroup.events"] else "runs"


def work_beside_an_idle_app(answer, kinds, seconds):
    """Processor time that the background gets while the foreground app is idle. There is nothing to
    protect then, so protection must cost nothing."""
    start_headroom()
    with contextlib.ExitStack() as held:
        editor = Busy("org.example.Idle", busy=False)
        held.callback(editor.stop)
        kwin.activate_pid(editor.pid)
        until(
            lambda: headroom.status()["focused"] == editor.app_id,
            "the editor is in front",
            within=60,
        )
        held.enter_context(contextlib.closing(Answer(answer)))
        machine.wait_for_calm()
        loads = _started(kinds, held)
        before = [load.used_us() for load in loads]
        time.sleep(seconds)  # the length of the measurement
        return round(sum(load.used_us() - used for load, used in zip(loads, before)) / 1e6, 1)


def _started(kinds, held):
    loads = []
    for number, kind in enumerate(kinds):
        loads.append(Load(kind, number + 1))
        held.callback(loads[-1].stop)
    return loads


def threshold_ms(control):
    """The gap that counts as a stall on this machine in this boot: an emulator causes gaps by
    itself."""
    return max(100.0, 1.5 * control.frames.worst_ms)
