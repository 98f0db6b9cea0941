# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Kills the daemon at random moments, and measures how long until nothing of it is left."""

import contextlib
import json
import os
import random
import signal
import tempfile
import time
import uuid
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from seat import apps, cgroups, crowd, headroom, stray
from seat.latency import quantiles
from seat.lives import Life
from seat.waiting import SLOWNESS, Waited, until

SEED = 20260101
_BLIND = 0.3  # share of the kills amid an operation that don't wait until it has begun
_AMID = 0.002  # seconds
_CONTROLS = 5  # one control per so many kills
_UNIT = cgroups.MANAGER / "session.slice/headroomd.service"


@dataclass(frozen=True)
class Kill:
    number: int
    moment: str
    after_ms: float  # how long after the operation began the kill came
    # units in the ledger, with a mark, with a freeze requested, right after the kill
    traces: tuple[int, int, int]
    kills: int  # killed processes: the daemon, and those that clean up after it
    runs_ms: float  # from the last kill until no cgroup of the user has a freeze requested
    back_ms: float  # until the next daemon is on the bus
    control_ms: float | None  # the time that systemd takes for a program that did nothing


def _process_in(unit, but):
    """The first process of a service that is not in `but`. It queries the kernel, since systemd is
    busy then."""
    end = time.monotonic() + 5 * SLOWNESS
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            for pid in (unit / "cgroup.procs").read_text(encoding="ascii").split():
                if int(pid) not in but:
                    return int(pid)
    raise Waited(f"no process enters {unit}")


class Scene:
    """What is frozen, thawed and moved while the daemon is killed: an app of many units, a
    terminal's tab, and an app that the bus starts."""

    def __init__(self, tab):
        stray.install()
        self.crowd = crowd.Crowd()
        self.tab = tab  # its id
        self.calm_down = lambda: None  # ends the shortage of a moment, once all apps run
        self.life = Life()
        self.dead = set()
        self.marked_for_oomd = crowd.marked_for_oomd()  # by units of the desktop
        self.all = self.crowd.pids()

    def freeze(self):
        until(lambda: self.life.do("Freeze", self.crowd.app_id), "the crowd can be frozen")
        # A new daemon freezes no unit before systemd has described it.
        until(self.crowd.is_to_stand_still, "the crowd is to stand still")

    def killed(self):
        """Kills the daemon now. Returns the traces it left, and the time."""
        self.dead = {self.life.pid}
        os.kill(self.life.pid, signal.SIGKILL)
        at = time.monotonic()
        return self.crowd.traces(), at

    def kill_next(self, rng, longest):
        """Kills the next process that enters the daemon's unit, a random time after it entered.
        Returns how long after, and the time."""
        pid = _process_in(_UNIT, self.dead)
        self.dead.add(pid)
        delay = rng.uniform(0, longest * SLOWNESS)
        time.sleep(delay)  # the random moment is the point: no event is awaited here
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return delay, time.monotonic()

    def come_back(self):
        """Waits for the next daemon. Nothing of the last one may be left then."""
        self.life = Life(self.dead)
        return time.monotonic()

    def end(self):
        headroom.ctl("thaw", "--all", check=False)
        stray.end()
        self.crowd.end()


def kill_after(scene, rng, longest):
    delay = rng.uniform(0, longest * SLOWNESS)
    time.sleep(delay)  # the random moment is the point: no event is awaited here
    return delay, *scene.killed(), 1


def _kill_amid(scene, rng, has_begun):
    """Kills at any moment in some cases. In most cases it first waits until the requested operation
    has visibly begun, since the whole operation takes less than a millisecond."""
    asked = time.monotonic()
    if rng.random() < _BLIND:
        return kill_after(scene, rng, 0.03)
    end = asked + 2 * SLOWNESS
    while not has_begun() and time.monotonic() < end:
        pass
    at = time.monotonic() + rng.uniform(0, _AMID) * SLOWNESS
    while time.monotonic() < at:
        pass
    return time.monotonic() - asked, *scene.killed(), 1


def while_freezing(scene, rng):
    until(lambda: scene.life.do("Thaw", scene.crowd.app_id), "the crowd is known")
    scene.life.ask("Freeze", scene.crowd.app_id)
    return _kill_amid(scene, rng, lambda: any(scene.crowd.traces()))


def while_frozen(scene, rng):
    scene.freeze()
    return kill_after(scene, rng, 0.1)


def while_thawing(scene, rng):
    scene.freeze()
    scene.life.ask("Thaw", scene.crowd.app_id)
    return _kill_amid(scene, rng, lambda: sum(scene.crowd.traces()) < 3 * crowd.UNITS)


def while_a_tab_freezes(scene, rng):
    """Beside a frozen app. A daemon detects a tab only after a request for it."""
    scene.freeze()
    until(lambda: scene.life.do("Freeze", scene.tab), "the tab is known")
    assert scene.life.do("Thaw", scene.tab)
    scene.life.ask("Freeze", scene.tab)
    return kill_after(scene, rng, 0.03)


def while_a_stray_is_moved(scene, rng):
    scene.freeze()
    stray.start()
    return kill_after(scene, rng, 0.05)


def while_it_tidies_up(scene, rng):
    """`headroomd --thaw`, which systemd runs after the daemon's end, is killed as well."""
    scene.freeze()
    traces, _ = scene.killed()
    delay, at = scene.kill_next(rng, 0.02)
    return delay, traces, at, 2


def while_it_starts(scene, rng):
    """The next daemon is killed as well. The earlier `--thaw` was killed before it, the more was
    left to that daemon."""
    scene.freeze()
    traces, _ = scene.killed()
    scene.kill_next(rng, 0.005)
    delay, at = scene.kill_next(rng, 0.05)
    return delay, traces, at, 3


MOMENTS = (
    while_freezing,
    while_frozen,
    while_thawing,
    while_a_tab_freezes,
    while_a_stray_is_moved,
    while_it_tidies_up,
    while_it_starts,
)

# If a daemon is killed while KWin reloads its script, KWin stays without the script.
OF_A_WHOLE_LIFE = tuple(moment for moment in MOMENTS if moment is not while_it_starts)


def _until_all_runs():
    end = time.monotonic() + 10 * SLOWNESS
    while still := crowd.to_stand_still():
        if time.monotonic() > end:
            raise Waited(f"these are still to be thawed: {still}")
    return time.monotonic()


def _control_ms():
    """The time that systemd itself takes, on this machine now, to notice an end and to run a
    command."""
    file = Path(tempfile.mkdtemp()) / "over"
    touch = f"ExecStopPost=/usr/bin/touch {file}"
    sleep = ["sleep", "infinity"]
    unit = apps.own_unit("org.example.Control", uuid.uuid4().hex, *sleep, properties=[touch])
    os.kill(cgroups.pids_in(cgroups.directory(unit))[0], signal.SIGKILL)
    at = time.monotonic()
    until(file.exists, "systemd has touched a file")
    return round((time.monotonic() - at) * 1000, 1)


def one(scene, number, moments=MOMENTS):
    """The same number gives the same kill, independent of earlier ones."""
    rng = random.Random(f"{SEED} {number}")
    moment = rng.choice(moments)
    delay, traces, at, kills = moment(scene, rng)
    runs = _until_all_runs()
    scene.calm_down()
    back = scene.come_back()
    assert not crowd.to_stand_still(), f"kill {number}: a cgroup is frozen that ran before"
    assert not (left := crowd.marked("frozen", "split", "avoid")), f"kill {number}: {left}"
    assert (left := crowd.marked_for_oomd()) <= scene.marked_for_oomd, f"kill {number}: {left}"
    assert scene.crowd.pids() == scene.all, f"kill {number}: a process of the crowd has ended"
    if moment is while_a_stray_is_moved:
        until(
            lambda: len(stray.pids()) == 4 and not stray.is_torn(),
            f"kill {number}: the next daemon adopts the processes that were left behind",
        )
        stray.end()
    return Kill(
        number,
        moment.__name__,
        round(delay * 1000, 3),
        traces,
        kills,
        round((runs - at) * 1000, 1),
        round((back - at) * 1000, 1),
        _control_ms() if number % _CONTROLS == 0 else None,
    )


def in_turn(scene, numbers, name, moments=MOMENTS, check=lambda scene: None):
    """The results are kept even if a kill fails."""
    done = []
    try:
        for number in numbers:
            headroom.wait_for_daemon()  # this also waits for the window source
            done.append(one(scene, number, moments))
            check(scene)
    finally:
        if done:
            keep(done, name)
    return done


def report(kills):
    """The distribution of the kills, as text."""
    lines = [f"{len(kills)} kills, seed {SEED}, numbers {kills[0].number} to {kills[-1].number}"]
    for name in [None, *sorted({kill.moment for kill in kills})]:
        of = [kill for kill in kills if name in (None, kill.moment)]
        runs, back = (
            quantiles([getattr(kill, what) for kill in of]) for what in ("runs_ms", "back_ms")
        )
        lines.append(f"{name or 'all':<24}{len(of):>5}  runs {runs}  back {back}")
    if controls := [kill.control_ms for kill in kills if kill.control_ms]:
        lines.append(f"{'by systemd alone':<24}{len(controls):>5}  {quantiles(controls)}")
    seen = Counter(kill.traces for kill in kills)
    lines += [
        f"in the ledger, marked, standing still: {traces}: {count} times"
        for traces, count in sorted(seen.items())
    ]
    return "\n".join(lines)


def keep(kills, name):
    """Writes the results where tests keep theirs, if there is such a place."""
    if directory := os.environ.get("HEADROOM_LAB_OUT"):
        (Path(directory) / f"{name}.json").write_text(
            json.dumps([asdict(kill) for kill in kills], indent=1), encoding="utf-8"
        )
        (Path(directory) / f"{name}.txt").write_text(report(kills) + "\n", encoding="utf-8")
    print(report(kills))
