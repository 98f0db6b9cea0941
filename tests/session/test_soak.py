# packages: xclip
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What users do, for two hours and much faster. Afterwards the daemon uses no more than before, and
nothing is left of what it did.

HEADROOM_TEST_SOAK_MINUTES=20 makes it shorter."""

import json
import os
import statistics
import subprocess
import tempfile
import time
import uuid
from collections import Counter
from pathlib import Path

import pytest

from seat import apps, cgroups, clipboard, crowd, headroom, konsole, kwin, quiet, sound
from seat.busy import Busy, Grinder
from seat.lives import Life
from seat.loads import used_us
from seat.waiting import until

MINUTES = float(os.environ.get("HEADROOM_TEST_SOAK_MINUTES", "120"))
SAMPLES = 24  # the second half is compared with the first
FIRST, SECOND, GUEST = "org.kde.kwrite", "org.gnome.Calculator", "org.example.Guest"
HISTORY = 4096  # entries that the daemon keeps: the history is full before the measurement starts
UNIT = cgroups.MANAGER / "session.slice/headroomd.service"


class Desk:
    """Two editors with a window, a terminal with two tabs, and sixteen units of one app stay. All
    else comes and goes."""

    def __init__(self, closing):
        self.life = Life()
        units, shells = konsole.with_two_tabs()
        self.tab = f"org.kde.konsole:{shells[0]}"
        self.units = {
            FIRST: self.start(FIRST, "kwrite"),
            SECOND: self.start(SECOND, "gnome-calculator"),
        }
        closing.extend([*units, *self.units.values()])
        self.crowd = crowd.Crowd()
        closing.extend(self.crowd.units)
        self.acted = Counter()  # what pressure led to

    def start(self, app_id, *command):
        unit = apps.own_unit(app_id, uuid.uuid4().hex, *command)
        headroom.wait_for_app(
            app_id, lambda entry: entry["windows"] > 0, "its window is up", within=60
        )
        return unit

    def focus(self):
        for app_id in (FIRST, SECOND, "org.kde.konsole", FIRST):
            kwin.activate(app_id)
            headroom.in_front(app_id, within=10)

    def freeze(self):
        """Freezes that end on request, on request again, by the focus, and by the end of their
        time."""
        for _ in range(5):
            assert self.life.do("Freeze", crowd.APP) and self.crowd.is_to_stand_still()
            assert self.life.do("Thaw", crowd.APP)
        kwin.activate(FIRST)
        headroom.in_front(FIRST)
        headroom.ctl("freeze", SECOND)
        kwin.activate(SECOND)
        until(lambda: not cgroups.is_frozen(self.units[SECOND]), "the focus thaws it")
        headroom.ctl("freeze", crowd.APP, "--for", "1s")
        until(lambda: not self.crowd.is_to_stand_still(), "the time of the freeze is over")

    def split(self):
        until(lambda: self.life.do("Freeze", self.tab), "the tab is known")
        assert self.life.do("Thaw", self.tab)

    def come_and_go(self):
        """A window, ten programs without one, and a program that ends while it is frozen."""
        guest = self.start(GUEST, "kate", "--new", "--block")  # otherwise it leaves its unit
        many = [
            apps.own_unit(f"org.example.Brief{number}", uuid.uuid4().hex, "sleep", "1000")
            for number in range(10)
        ]
        headroom.wait_for_app("org.example.Brief9")
        headroom.ctl("freeze", "org.example.Brief9")
        kwin.minimise("org.kde.kate")
        apps.kill(*many, guest)
        until(
            lambda: headroom.app(GUEST) is None and headroom.app("org.example.Brief9") is None,
            "both apps are forgotten",
        )

    def sound(self):
        with sound.playing("org.example.Player", sound.commands()["pw-play"]):
            assert headroom.ctl("freeze", "org.example.Player", check=False).returncode == 1

    def copy(self):
        for unit in (
            clipboard.by_wl_copy("org.example.Copier"),
            clipboard.by_xclip("org.example.Copier"),
        ):
            until(clipboard.wayland_types, "something can be pasted")
            apps.kill(unit)

    def desktops(self):
        for number in (1, 0):
            kwin.run_script(f"workspace.currentDesktop = workspace.desktops[{number}];")

    def ask(self):
        for words in (["status"], ["history"], ["doctor"], ["why", FIRST], ["settings"]):
            headroom.ctl(*words, check=False)
        recording = Path(tempfile.gettempdir()) / "soak.jsonl"
        subprocess.run(
            ["timeout", "--signal=INT", "1", "headroomctl", "record", "--force", str(recording)],
            check=False,
            stdout=subprocess.DEVNULL,
        )
        subprocess.run(
            ["timeout", "1", "headroomctl", "top"],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def choose(self):
        headroom.ctl("set", f"App-{GUEST}/Rule", "never")
        headroom.ctl("set", f"App-{GUEST}/Rule", "--default")

    def hold(self):
        """A hold by a client that is killed before it releases the hold."""
        subprocess.run(
            ["timeout", "--signal=KILL", "1", "headroomctl", "hold", GUEST, "sleep", "2"],
            check=False,
            capture_output=True,
        )

    def press(self):
        """An app behind the active one takes the processor that this needs, until this ends."""
        front = Busy("org.example.Pressed", loops=2)
        try:
            kwin.activate_pid(front.pid)
            headroom.in_front(front.app_id, within=30)
            with Grinder() as grinder:
                until(
                    lambda: headroom.status()["level"] != "calm", "the active app stalls", within=60
                )
                self.acted[is_acted_on(grinder)] += 1
                front.stop()
                until(
                    lambda: headroom.status()["level"] == "calm"
                    and not headroom.app(grinder.app_id)["napped"],
                    "what was done for the active app ends with it",
                    within=120,
                )
                cgroups.until_unmarked(grinder.path)
        finally:
            front.stop()

    def turn(self):
        for act in (
            self.focus,
            self.freeze,
            self.split,
            self.come_and_go,
            self.sound,
            self.copy,
            self.desktops,
            self.ask,
            self.choose,
            self.hold,
        ):
            act()


def is_acted_on(grinder):
    """Returns how. It is napped. Where no app can have a weight, pressure on the processor leads to
    nothing, so the user pauses it meanwhile."""
    if headroom.status()["capabilities"]["cpu-weight"]["available"]:
        headroom.wait_for_app(grinder.app_id, lambda entry: entry["napped"], "it is napped", 60)
        return "nap"
    headroom.ctl("freeze", grinder.app_id)
    until(lambda: cgroups.is_frozen(grinder.unit), "it is frozen")
    headroom.ctl("thaw", grinder.app_id)
    until(lambda: not cgroups.is_frozen(grinder.unit), "it runs again")
    return "freeze"


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def daemons_cpu_us():
    return used_us((UNIT / "cpu.stat").read_text(encoding="ascii"))


def sample(desk, pid, seconds):
    """What the daemon uses after turns for that long, and the processor time of a turn."""
    began, cpu, turns = time.monotonic(), daemons_cpu_us(), 0
    while time.monotonic() < began + seconds:
        desk.turn()
        turns += 1
    return {
        "turns": turns,
        "cpu_ms_a_turn": round((daemons_cpu_us() - cpu) / 1000 / turns, 2),
        "memory_kib": quiet.settled_memory_kib(pid),
        "descriptors": descriptors(pid),
        "watches": quiet.inotify_watches(pid),
        "threads": len(os.listdir(f"/proc/{pid}/task")),
        "apps": len(headroom.status()["apps"]),
        "frozen": len(crowd.to_stand_still()),
        "marks": len(crowd.marked("frozen", "split")),
    }


def fill_history(desk):
    for _ in range(HISTORY // 2 // crowd.UNITS + 1):
        assert desk.life.do("Freeze", crowd.APP)
        assert desk.life.do("Thaw", crowd.APP)


def halves(samples, what):
    values = [each[what] for each in samples]
    return [
        statistics.median(half) for half in (values[: len(values) // 2], values[len(values) // 2 :])
    ]


@pytest.fixture(name="desk")
def desk_of_two_desktops(closing):
    kwin.run_script("workspace.createDesktop(1, 'second');")
    yield Desk(closing)
    kwin.run_script("workspace.removeDesktop(workspace.desktops[1]);")


def nothing_is_left(before):
    """No freeze, weight or mark is left, and the same apps are known as before."""
    until(
        lambda: not crowd.to_stand_still() and not crowd.marked("frozen", "split"),
        "nothing is frozen",
        within=30,
    )
    until(
        lambda: {entry["id"] for entry in headroom.status()["apps"]} <= before,
        "all new apps are forgotten",
        within=30,
    )
    done = {
        (entry["id"], what)
        for entry in headroom.status()["apps"]
        for what in ("frozen", "boosted", "napped")
        if entry[what]
    }
    assert done <= {(headroom.status()["focused"], "boosted")}
    assert not [
        entry["id"] for entry in headroom.status()["apps"] if entry["holds"] or entry["streams"]
    ]
    assert {Path(path).name for path in crowd.marked("weights")} <= {
        unit for entry in headroom.status()["apps"] if entry["boosted"] for unit in entry["units"]
    }


def test_two_hours_of_what_people_do_leave_nothing(desk):
    pid = headroom.daemon_pid()
    before = {entry["id"] for entry in headroom.status()["apps"]}
    fill_history(desk)
    desk.turn()
    samples = []
    for _ in range(SAMPLES):
        desk.press()
        samples.append(sample(desk, pid, MINUTES * 60 / SAMPLES))
        print(samples[-1], flush=True)
    if directory := os.environ.get("HEADROOM_LAB_OUT"):
        Path(directory, "soak.json").write_text(json.dumps(samples, indent=1), encoding="utf-8")
    print(f"under pressure: {dict(desk.acted)}")
    assert desk.acted.total() == SAMPLES
    nothing_is_left(before)
    assert headroom.daemon_pid() == pid, "it is the same daemon"
    told = {
        what: halves(samples, what)
        for what in ("memory_kib", "descriptors", "watches", "threads", "apps", "cpu_ms_a_turn")
    }
    print(sum(each["turns"] for each in samples), "turns; first half and second half:", told)
    assert told["memory_kib"][1] <= told["memory_kib"][0] + 128
    assert told["descriptors"][1] <= told["descriptors"][0]
    assert told["watches"][1] <= told["watches"][0]
    assert told["threads"][1] <= told["threads"][0]
    assert told["cpu_ms_a_turn"][1] <= 1.15 * told["cpu_ms_a_turn"][0]
