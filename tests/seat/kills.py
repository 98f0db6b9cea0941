# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The daemon, killed at random moments of what it does, and how long until nothing of it is
left."""

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

WITHIN = 1.0  # seconds until everything runs again
SEED = 20260101
_BLIND = 0.3  # of the kills amid something, those that don't wait until it has begun
_AMID = 0.002  # seconds
_CONTROLS = 5  # after so many kills each
_UNIT = cgroups.MANAGER / "session.slice/headroomd.service"


@dataclass(frozen=True)
class Kill:
    number: int
    moment: str
    after_ms: float  # how far into it the kill came
    traces: tuple[int, int, int]  # units in the ledger, marked, to stand still, right after it
    kills: int  # processes: the daemon, and whoever was to tidy up after it
    runs_ms: float  # until no cgroup of the user's is to stand still, from the first kill on
    back_ms: float  # until the next life is on the bus
    control_ms: float | None  # until systemd has done the like for a program that did nothing


def _process_in(unit, but):
    """Of a service, the first that is none of these; by the kernel, since systemd is busy then."""
    end = time.monotonic() + 5 * SLOWNESS
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            for pid in (unit / "cgroup.procs").read_text(encoding="ascii").split():
                if int(pid) not in but:
                    return int(pid)
    raise Waited(f"nobody comes into {unit}")


class Scene:
    """What is frozen, thawed and moved while the daemon is killed: an application of many units, a
    tab of a terminal, one that the bus starts."""

    def __init__(self, tab):
        stray.install()
        self.crowd = crowd.Crowd()
        self.tab = tab  # its id
        self.calm_down = lambda: None  # what ends a moment's shortage, once all runs
        self.life = Life()
        self.dead = set()
        self.all = self.crowd.pids()

    def freeze(self):
        until(lambda: self.life.do("Freeze", self.crowd.app_id), "the crowd can be frozen")
        assert self.crowd.is_to_stand_still()

    def killed(self):
        """The daemon, at this moment. What its end has left, and when that was."""
        self.dead = {self.life.pid}
        os.kill(self.life.pid, signal.SIGKILL)
        at = time.monotonic()
        return self.crowd.traces(), at

    def kill_next(self, rng, longest):
        """Whoever comes into the daemon's unit next, some time after it has come. How long
        after."""
        pid = _process_in(_UNIT, self.dead)
        self.dead.add(pid)
        delay = rng.uniform(0, longest * SLOWNESS)
        time.sleep(delay)  # the random moment is the point: no event is awaited here
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return delay

    def come_back(self):
        """Waits for the next life; nothing that the last one did may be left then."""
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
    """Some of the time at any moment, most of it once what was asked for can be seen to have begun:
    all of it is over in less than a millisecond."""
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
    """Beside an application that is frozen. A life knows a tab once it was asked for it."""
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
    traces, at = scene.killed()
    return scene.kill_next(rng, 0.02), traces, at, 2


def while_it_starts(scene, rng):
    """The next life, too, of which the first one's `--thaw` has left the more the earlier it was
    killed."""
    scene.freeze()
    traces, at = scene.killed()
    scene.kill_next(rng, 0.005)
    return scene.kill_next(rng, 0.05), traces, at, 3


MOMENTS = (
    while_freezing,
    while_frozen,
    while_thawing,
    while_a_tab_freezes,
    while_a_stray_is_moved,
    while_it_tidies_up,
    while_it_starts,
)

# A life that is killed while KWin loads its script anew leaves KWin without one, for good.
OF_A_WHOLE_LIFE = tuple(moment for moment in MOMENTS if moment is not while_it_starts)


def _until_all_runs():
    end = time.monotonic() + 10 * SLOWNESS
    while still := crowd.to_stand_still():
        if time.monotonic() > end:
            raise Waited(f"these stand still: {still}")
    return time.monotonic()


def _control_ms():
    """What systemd takes by itself, on this machine now, to notice an end and to run something."""
    file = Path(tempfile.mkdtemp()) / "over"
    touch = f"ExecStopPost=/usr/bin/touch {file}"
    sleep = ["sleep", "infinity"]
    unit = apps.own_unit("org.example.Control", uuid.uuid4().hex, *sleep, properties=[touch])
    os.kill(cgroups.pids_in(cgroups.directory(unit))[0], signal.SIGKILL)
    at = time.monotonic()
    until(file.exists, "systemd has touched a file")
    return round((time.monotonic() - at) * 1000, 1)


def one(scene, number, moments=MOMENTS):
    """The same kill for the same number, whatever came before it."""
    rng = random.Random(f"{SEED} {number}")
    moment = rng.choice(moments)
    delay, traces, at, kills = moment(scene, rng)
    runs = _until_all_runs()
    scene.calm_down()
    back = scene.come_back()
    assert not crowd.to_stand_still(), f"kill {number}: something stands still that ran before"
    assert not (left := crowd.marked("frozen", "split")), f"kill {number}: {left}"
    assert scene.crowd.pids() == scene.all, f"kill {number}: somebody has ended"
    if moment is while_a_stray_is_moved:
        until(
            lambda: len(stray.pids()) == 4 and not stray.is_torn(),
            f"kill {number}: the next life fetches what was left behind",
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
    """What was done is kept whatever comes of it."""
    done = []
    try:
        for number in numbers:
            headroom.wait_for_daemon()  # told of the windows, too
            done.append(one(scene, number, moments))
            check(scene)
    finally:
        if done:
            keep(done, name)
    return done


def are_in_time(done):
    """Each; and most of them had something to undo, or this shows little."""
    assert max(kill.runs_ms for kill in done) <= WITHIN * SLOWNESS * 1000
    assert sum(kill.traces != (0, 0, 0) for kill in done) >= len(done) / 2


def report(kills):
    """Their distribution, as text."""
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
    """Where tests leave their results, if there is such a place."""
    if directory := os.environ.get("HEADROOM_LAB_OUT"):
        (Path(directory) / f"{name}.json").write_text(
            json.dumps([asdict(kill) for kill in kills], indent=1), encoding="utf-8"
        )
        (Path(directory) / f"{name}.txt").write_text(report(kills) + "\n", encoding="utf-8")
    print(report(kills))
