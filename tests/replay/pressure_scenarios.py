# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the scenarios pressure-*.jsonl. Sessions with a sample every 100 ms are too long to write
by hand, and too similar to read one by one.

    python3 tests/replay/pressure_scenarios.py

Each story in which Headroom must not act has a twin in which it must. The expected results are in
the .expected file beside each, checked by a person.
"""

import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
MANAGER = "/user.slice/user-1000.slice/user@1000.service"
MIB = 1 << 20
SECOND = 1_000_000


class Story:
    """An editor in front, other apps, and the kernel's figures of all."""

    def __init__(self, name, comment):
        self.path = HERE / f"pressure-{name}.jsonl"
        self.lines = [{"comment": comment}]
        self.now = 940 * SECOND
        self.stalls = {"ui": [0, 0, 0], "system": [0, 0, 0]}  # memory some, memory full, cpu some
        self.units = {}
        self.memory = {
            "total": 2000,
            "available": 900,
            "active_file": 100,
            "swap_total": 0,
            "swap_free": 0,
        }
        for capability in ("cpu-weight", "freeze", "pressure", "record-frozen"):
            self.tell(
                "CapabilityFound",
                capability=capability,
                available=True,
                reason="it works",
                remedy="",
            )
        self.tell(
            "UnitAppeared", unit="10", path=f"{MANAGER}/session.slice/plasma-kwin_wayland.service"
        )
        self.process(10, "kwin_wayland")
        self.tell("CompositorSeen", process=self.id_of(10))
        self.tell("WindowSourceChanged", name="kwin", tells_visibility=True)
        self.app(20, "org.kde.kate", window=True, started=0)
        self.focus(20)
        self.waits(60)  # what runs at the beginning has run for a while

    def tell(self, event, **members):
        self.lines.append({"at": self.now, "event": event, **members})

    @staticmethod
    def id_of(unit):
        return {"pid": 2000 + unit, "start_ticks": str(5000 + unit)}

    def process(self, unit, program):
        self.tell(
            "ProcessSeen",
            process={
                "id": self.id_of(unit),
                "unit": str(unit),
                "lineage": [{"id": self.id_of(unit), "program": program, "has_tty": False}],
                "app_hint": "",
            },
        )

    def app(
        self,
        unit,
        app,
        window=False,
        is_terminal=False,
        held=100,
        shows_windows=False,
        started=-20,
        autostart=False,
    ):
        self.now += started * SECOND
        name = f"app-{app}@autostart.service" if autostart else f"app-{app}-{unit}.scope"
        self.tell("UnitAppeared", unit=str(unit), path=f"{MANAGER}/app.slice/{name}")
        if autostart:
            self.tell(
                "UnitDescribed", unit=str(unit), names=[name], source_path="", main_pid=2000 + unit
            )
        shown = app.rpartition(".")[2].capitalize()
        self.tell(
            "AppDescribed",
            app=app,
            name=shown,
            terminal=is_terminal,
            never_frozen=f"{shown} is a terminal" if is_terminal else "",
            shows_windows=shows_windows,
            icon="",
        )
        self.now -= started * SECOND
        self.units[unit] = {
            "held": held * MIB,
            "refaults": 0,
            "cpu": 0,
            "io": 0,
            "grows": 0,
            "thrashes": 0,
            "processors": 0.0,
        }
        if window:
            self.process(unit, app.rpartition(".")[2])
            self.show(unit, app)

    def show(self, unit, app, hidden=False):
        self.tell(
            "WindowSeen",
            window={
                "id": f"w{unit}",
                "process": self.id_of(unit),
                "app_hint": app,
                "kind": "normal",
                "hidden": hidden,
                "fullscreen": False,
            },
        )

    def focus(self, unit):
        self.tell("FocusMoved", window=f"w{unit}")

    def waits(self, seconds):
        self.now += int(seconds * SECOND)

    def settles(self, unit):
        self.now += 2000  # a freeze takes 2 ms
        self.tell("FreezerSettled", unit=str(unit), frozen=True)
        self.units[unit] |= {"grows": 0, "thrashes": 0, "processors": 0.0}

    def goes_on(self, seconds, some=0.0, full=0.0, cpu=0.0, ui=True, each=0.1):
        """Samples, while tasks stall for these shares of the time. ui: the foreground app stalls,
        too."""
        step = int(each * SECOND)
        for _ in range(round(seconds / each)):
            self.now += step
            for group in ("ui", "system") if ui else ("system",):
                self.stalls[group] = [
                    total + round(share * step)
                    for total, share in zip(self.stalls[group], (some, full, cpu))
                ]
            for unit in self.units.values():
                unit["held"] += int(unit["grows"] * MIB * each)
                unit["refaults"] += int(unit["thrashes"] * each)
                unit["cpu"] += int(unit["processors"] * step)
            self.tell("PressureSampled", sample=self.sample())

    def sample(self):
        def group(totals):
            return {
                "cpu": {"some": totals[2], "full": None},
                "io": {"some": 0, "full": 0},
                "memory": {"some": totals[0], "full": totals[1]},
            }

        return {
            "system": group(self.stalls["system"]),
            "compositor": group(self.stalls["ui"]),
            "focused": None,
            "focused_unit": "0",
            "memory": {name: str(amount * MIB) for name, amount in self.memory.items()},
            "units": [
                {
                    "unit": str(unit),
                    "held": str(use["held"]),
                    "scanned": None,
                    "refaults": str(use["refaults"]),
                    "cpu": use["cpu"],
                    "io": str(use["io"]),
                    "let_be": False,
                }
                for unit, use in self.units.items()
            ],
        }

    def is_low(self, available=250, **others):
        self.memory |= {"available": available, "active_file": 100, **others}

    def write(self):
        # app() adds apps that started in the past, so their lines are out of order.
        self.lines.sort(key=lambda line: line.get("at", 0))
        self.path.write_text(
            "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines),
            encoding="utf-8",
        )


def hog_story(name, comment, **how):
    """A hidden app that grows by 80 MiB a second on a machine whose memory is low."""
    story = Story(name, comment)
    story.app(30, "org.example.hog", **how)
    story.units[30]["grows"] = 80
    story.is_low()
    return story


def whole_disk_search():
    for must in (False, True):
        story = Story(
            "disk-search-twin" if must else "disk-search",
            (
                "A program that grows while the whole disk is searched: memory is low, and it is "
                "stopped."
                if must
                else "The first incident of thrash-protect (2026-08-09): a search of the whole "
                "disk has memory pressure at 55 %, file pages come and go, services thrash. "
                "There is room, nobody grows: nobody is stopped."
            ),
        )
        for unit, app in (
            (30, "org.example.grep"),
            (31, "org.example.database"),
            (32, "org.example.beam"),
        ):
            story.app(unit, app)
            story.units[unit]["thrashes"] = 6000
        if must:
            story.units[30]["grows"] = 60
            story.is_low()
        story.goes_on(0.5, some=0.55, full=0.2)
        if must:
            story.settles(30)
        story.goes_on(2, some=0.0 if must else 0.55, full=0.0 if must else 0.2)
        story.write()


def swap_is_full():
    for must in (False, True):
        story = Story(
            "swap-full-twin" if must else "swap-full",
            (
                "Swap is full and one app wants back most of what it had: it is stopped, and "
                "nothing is pushed into a swap without room."
                if must
                else "The second incident of thrash-protect (2026-09-03): swap is full, everybody "
                "reads the text of his own programs back in. It can be laid at nobody's door, so "
                "nobody is stopped."
            ),
        )
        for unit in (30, 31, 32, 33):
            story.app(unit, f"org.example.app{unit}", held=400)
            story.units[unit]["thrashes"] = 8000
        if must:
            story.units[30]["thrashes"] = 40000
        story.is_low(swap_total=8000, swap_free=0)
        story.goes_on(0.8, some=0.8, full=0.3)
        if must:
            story.settles(30)
        story.goes_on(1.5, some=0.0 if must else 0.8, full=0.0 if must else 0.3)
        story.write()


def in_front():
    story = Story(
        "hog-in-front",
        "The app in front takes all memory, and it is critical: it is named, never stopped.",
    )
    story.units[20]["grows"] = 80
    story.is_low()
    story.goes_on(3, some=0.9, full=0.6)
    story.write()
    story = hog_story(
        "hog-hidden",
        "The same, hidden: slowed down, stopped, named. When nothing has stalled for four seconds "
        "its memory is pushed out slice by slice, while swap has room, and it goes on once it has "
        "been calm for five seconds and there is room for it.",
    )
    story.memory |= {"swap_total": 500, "swap_free": 500}
    story.goes_on(0.3, some=0.3)
    story.settles(30)
    story.goes_on(4.6)
    story.tell("Reclaimed", unit="30", bytes=str(16 * MIB), all=True)
    story.goes_on(0.2)
    story.tell("Reclaimed", unit="30", bytes=str(16 * MIB), all=True)
    story.is_low(available=900)
    story.goes_on(12, each=0.5)
    story.write()


def somebody_elses():
    for must in (False, True):
        story = Story(
            "service-grows-twin" if must else "service-grows",
            (
                "An app grows as fast as memory shrinks: it was the app."
                if must
                else "A service of the system takes 100 MiB a second and an app ten: the app is "
                "not stopped for it."
            ),
        )
        story.app(30, "org.example.small")
        story.units[30]["grows"] = 100 if must else 10
        story.is_low(available=290)
        for _ in range(12):
            story.memory["available"] -= 10
            story.goes_on(0.1, some=0.3)
            if (
                must
                and len([line for line in story.lines if line.get("event") == "PressureSampled"])
                == 3
            ):
                story.settles(30)
        story.write()


def several():
    story = Story(
        "two-hogs",
        "Two apps with half of the growth each: one is stopped after the other, as soon as the "
        "first has had its effect.",
    )
    for unit in (30, 31):
        story.app(unit, f"org.example.hog{unit}")
        story.units[unit]["grows"] = 50
    story.is_low()
    story.goes_on(0.5, some=0.4)
    story.settles(30)
    story.goes_on(0.5, some=0.4)
    story.settles(31)
    story.goes_on(1)
    story.write()
    story = Story("ten-tabs", "Ten apps grow alike: nobody is the cause, and nobody is stopped.")
    for unit in range(30, 40):
        story.app(unit, f"org.example.tab{unit}")
        story.units[unit]["grows"] = 20
    story.is_low()
    story.goes_on(3, some=0.4)
    story.write()


def visible():
    for must in (False, True):
        story = hog_story(
            "visible-critical" if must else "visible-high",
            (
                "An app that is visible takes all memory, and everything hangs: it is stopped."
                if must
                else "An app that is visible takes all memory: it is named, and stopped only if "
                "it becomes critical."
            ),
            window=True,
        )
        story.waits(10)  # the user has waited for its window, which has just appeared
        story.goes_on(0.5, some=0.3)
        if must:
            story.goes_on(0.6, some=0.9, full=0.6)
            story.settles(30)
        story.goes_on(1, some=0.0 if must else 0.3)
        story.write()


def held():
    story = hog_story(
        "held",
        "A player holds itself: it is named and not stopped. The moment the hold ends, it is.",
    )
    story.tell("HoldTaken", app="org.example.hog", holder=":1.77 1", reason="it plays music")
    story.goes_on(2, some=0.3)
    story.tell("HoldReleased", app="org.example.hog", holder=":1.77 1")
    story.goes_on(0.1, some=0.3)
    story.settles(30)
    story.goes_on(1)
    story.write()
    story = hog_story(
        "ruled-out",
        "The user has said never to touch it: it is named and not stopped. "
        "He changes his mind, and it is.",
    )
    story.tell("SettingsRead", settings=[{"name": "App-org.example.hog/Rule", "value": "never"}])
    story.goes_on(2, some=0.3)
    story.tell("SettingsRead", settings=[])
    story.goes_on(0.1, some=0.3)
    story.settles(30)
    story.goes_on(1)
    story.write()
    for must in (False, True):
        story = hog_story(
            "no-terminal" if must else "terminal",
            (
                "The same program without being a terminal is stopped."
                if must
                else "A terminal is not stopped, whatever runs in it: a build there is what its "
                "user waits for."
            ),
            is_terminal=not must,
        )
        story.goes_on(0.3, some=0.3)
        if must:
            story.settles(30)
        story.goes_on(1, some=0.0 if must else 0.3)
        story.write()


def a_moment_ago():
    for must in (False, True):
        story = hog_story(
            "in-front-long-ago" if must else "in-front-a-moment-ago",
            (
                "Eleven seconds after it was in front an app may be stopped."
                if must
                else "Five seconds after it was in front an app is not stopped: it may be wanted "
                "again."
            ),
            window=True,
        )
        story.focus(30)
        story.waits(1)
        story.focus(20)
        story.show(30, "org.example.hog", hidden=True)
        story.waits(11 if must else 5)
        story.goes_on(0.3, some=0.3)
        if must:
            story.settles(30)
        story.goes_on(1, some=0.0 if must else 0.3)
        story.write()


def starting():
    by_user = (
        "An app that the user has just started takes all memory before its window is up. "
        "Its user waits for it: it is boosted, named and not stopped."
    )
    for name, seconds, must, comment in (
        ("starting", 1, False, by_user),
        (
            "still-starting",
            16,
            False,
            "The same app sixteen seconds after its start: a machine that is short makes it slow, "
            "and its user waits on.",
        ),
        (
            "started-long-ago",
            16,
            True,
            "The same app, which the session has started by itself, is stopped sixteen seconds "
            "after its start.",
        ),
    ):
        story = hog_story(name, comment, shows_windows=True, started=0, autostart=must)
        story.waits(seconds)
        story.goes_on(0.3, some=0.3)
        if must:
            story.settles(30)
        story.goes_on(1, some=0.0 if must else 0.3)
        story.write()


def processors():
    story = Story(
        "build",
        "A hidden build takes both processors from what is in front: it is slowed down for as long "
        "as that lasts and half a minute more, and stopped at no time. The twin of it, a build "
        "whose window is visible, is left alone.",
    )
    story.app(30, "org.example.build")
    story.app(31, "org.example.seen", window=True)
    story.units[30]["processors"] = story.units[31]["processors"] = 1.0
    story.goes_on(3, cpu=0.8, each=0.5)
    story.goes_on(6, each=0.5)
    story.waits(40)
    story.goes_on(0.5, each=0.5)
    story.write()


def no_room():
    story = hog_story(
        "no-room",
        "A stopped hog ends the pressure, not the shortage: it is not let loose while there is no "
        "room to grow into. Its user thaws it, and for a while it is not stopped again, though it "
        "goes on as before.",
    )
    story.goes_on(0.3, some=0.3)
    story.settles(30)
    story.goes_on(60, each=2)
    story.tell("ThawAsked", app="org.example.hog")
    story.units[30]["grows"] = 80
    story.goes_on(2, some=0.3)
    story.write()


def medium_apps():
    for must in (False, True):
        story = Story(
            "medium-apps-twin" if must else "medium-apps",
            (
                "Four apps of 120 MiB, hidden, and a terminal: everything hangs, and nobody grows. "
                "They are stopped one after the other, least recently used first, until what is in "
                "front no longer stalls, and go on in reverse order. The terminal stays."
                if must
                else "The same with enough memory: it hangs for something else, and nobody is "
                "stopped."
            ),
        )
        by_use = (33, 31, 34, 30, 32)
        for unit in by_use:
            story.app(
                unit,
                f"org.example.app{unit}",
                window=True,
                is_terminal=unit == 34,
                held=120,
            )
        for unit in by_use:
            story.focus(unit)
            story.waits(60)
        story.focus(20)
        for unit in by_use:
            story.show(unit, f"org.example.app{unit}", hidden=True)
        story.waits(60)
        if not must:
            story.goes_on(4, some=0.9, full=0.7)
            story.write()
            continue
        story.is_low()
        for stops, seconds, some, full in (
            (33, 1.1, 0.9, 0.7),
            (31, 0.5, 0.9, 0.7),
            (30, 0.5, 0.3, 0),
        ):
            story.goes_on(seconds, some=some, full=full)
            story.settles(stops)
        story.goes_on(2)
        story.is_low(available=900)
        story.goes_on(30, each=0.5)
        story.write()


if __name__ == "__main__":
    for tell in (
        whole_disk_search,
        swap_is_full,
        in_front,
        somebody_elses,
        several,
        visible,
        held,
        a_moment_ago,
        starting,
        processors,
        no_room,
        medium_apps,
    ):
        tell()
