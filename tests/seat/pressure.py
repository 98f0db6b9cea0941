# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How the foreground app stalls while background apps take what it needs, and what the program that
should prevent it does."""

import contextlib
import subprocess
import time
from dataclasses import dataclass

from seat import headroom, kwin, machine
from seat.busy import Busy
from seat.end_of_loads import EndOfLoads
from seat.felt import Frames, nothing_reported
from seat.kill_log import Kill
from seat.loads import Load, used_us
from seat.peers import DOES_SOMETHING, Answer
from seat.probe import FrontKilled, Probe
from seat.waiting import SLOWNESS, Waited, until

_LONGEST_WAIT_S = 5  # for what Headroom logs only after the shortage; it is not the measurement
_MOVE_BYTES = {"read", "write"}  # loads whose work isn't processor time


@dataclass(frozen=True)
class Stretch:
    """One measurement: the frames of the probe while the loads ran, and what became of all apps."""

    frames: Frames
    # Seconds from the beginning to the end of the foreground app and of the compositor; None: it
    # lived. Nothing was on the screen after that.
    front_ended: float | None
    compositor_ended: float | None
    began: float  # CLOCK_MONOTONIC, in seconds
    calm: bool  # whether the machine was calm before
    free_mib: int  # before the loads, with the probe already running
    apps: tuple[str, ...]  # of the loads
    fates: tuple[str, ...]  # for each load: "runs", "frozen", or systemd's result for how it ended
    held_mib: int  # what the loads have in memory at the end
    work_s: float  # processor time that the loads got
    moved: tuple[int, int] | None  # bytes that they read and wrote, for those that do little else
    held: tuple[tuple[float, float], ...]  # (seconds, bytes): what they had in memory
    killed: tuple[str, ...]  # programs that the kernel killed for memory
    kills: tuple[Kill, ...]  # by whomever, in seconds since the beginning
    kernel_kills: int  # as the kernel counts them
    acted: bool | None  # whether what was to answer did something; None: that is not known
    lost: tuple[str, ...]  # parts of the desktop that didn't survive
    beside: dict[str, bool]  # other apps, and whether they lived
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
            if act["HEADROOM_ACTION"] in DOES_SOMETHING and act["at"] >= self.began
        ]
        return min([*acts, *((kill.at, kill.said) for kill in self.kills)], default=None)

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


class UndoFailed(Exception):
    """A measurement went well, and what it had set up can't be undone. `stretch` is its result."""

    def __init__(self, stretch_):
        super().__init__("what was set up for a measurement can't be undone")
        self.stretch = stretch_


def stretch(answer, kinds, seconds, pace="--window", beside=None):
    """Starts with a calm machine and the probe in front. The loads start together with the
    measurement. `answer`: a name of peers.CONFIGURATIONS. `beside`: a seat.beside.Beside."""
    start_headroom()
    if beside:
        beside.stand()
    machine.empty_swap()
    machine.drop_caches()
    found = None
    try:
        with contextlib.ExitStack() as held:
            scene = _in_front(answer, pace, held)
            found = _measured(scene, kinds, seconds, beside.pids() if beside else {}, held)
    except Exception as trouble:
        if found is None:
            raise
        raise UndoFailed(found) from trouble
    return found


def _in_front(answer, pace, held):
    """The probe, and what answers the loads."""
    probe = Probe(pace)
    held.callback(probe.stop)
    answering = held.enter_context(contextlib.closing(Answer(answer)))
    if answering.with_headroom:
        probe.focus()  # Headroom may have been restarted
    return probe, answering


def _measured(scene, kinds, seconds, others, held):
    """scene: the result of _in_front(). others: {app: its process}, of apps that are open beside.
    held: what ends the loads."""
    probe, answering = scene
    end = held.enter_context(contextlib.closing(EndOfLoads()))
    calm = machine.wait_for_calm()
    since = headroom.journal_cursor()  # the daemon may have started a moment ago
    free = machine.memory()["MemAvailable"]
    compositor = kwin.process()
    probe.begin()
    began = time.monotonic()
    loads = started(kinds, held)
    watched = filter(None, (probe.pid, compositor, *others.values()))
    end.at(began + seconds, loads, watched, bool(_MOVE_BYTES & set(kinds)))
    left = end.wait(seconds + 60)
    ended = {pid: at - began for pid, at in left.ended.items()}
    front, shown = ended.get(probe.pid), ended.get(compositor)
    frames = _frames(probe, began + seconds, seconds, front)
    moments = [each for each in (front, shown) if each is not None]
    kills = [kill._replace(at=kill.at - began) for kill in answering.kills()]
    acts = tuple(headroom.acts(answering.cursor))
    return Stretch(
        frames=frames.dark_from(min(moments)) if moments else frames,
        front_ended=front,
        compositor_ended=shown,
        began=began,
        calm=calm,
        free_mib=free,
        apps=tuple(load.app_id for load in loads),
        fates=tuple(_fate(load, left.loads) for load in loads),
        held_mib=sum(int(files["memory.current"]) >> 20 for files in left.loads.values()),
        work_s=round(sum(used_us(files["cpu.stat"]) for files in left.loads.values()) / 1e6, 1),
        moved=left.moved(),
        held=tuple(left.held),
        killed=tuple(machine.killed(answering.cursor)),
        kills=tuple(kill for kill in kills if kill.at >= 0),
        kernel_kills=answering.kernel_kills(),
        acted=answering.acted(
            [kill for kill in kills if 0 <= kill.at <= seconds],
            [act for act in acts if 0 <= act["at"] - began <= seconds],
        ),
        lost=answering.lost(),
        beside={app: pid not in ended for app, pid in others.items()},
        ran=answering.runs(),
        acts=acts,
        loop_ms=_lateness(answering, since),
        notifications=answering.notifications(),
    )


def _frames(probe, moment, seconds, front_ended):
    """What the probe recorded, also if something has killed it: that is a result."""
    try:
        return probe.end(moment)
    except FrontKilled as killed:
        if killed.frames:
            return killed.frames
        if front_ended is None:
            raise  # it ended after the measurement, and took the record with it
        return nothing_reported(seconds)


def _lateness(answering, since):
    if not answering.with_headroom:
        return None
    try:
        # It waits twice.
        return headroom.worst_lateness_ms(since, within=_LONGEST_WAIT_S / 2 / SLOWNESS)
    except (Waited, subprocess.SubprocessError):
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
        loads = started(kinds, held)
        before = [load.used_us() for load in loads]
        time.sleep(seconds)  # the length of the measurement
        return round(sum(load.used_us() - used for load, used in zip(loads, before)) / 1e6, 1)


def started(kinds, held):
    """The loads of these kinds, which end with `held`."""
    loads = []
    for number, kind in enumerate(kinds):
        loads.append(Load(kind, number + 1))
        held.callback(loads[-1].stop)
    return loads
