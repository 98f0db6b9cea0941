# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# memory: 1400
"""Twenty minutes of ordinary work, in which the foreground moves between activities.

The user types, a terminal compiles, an application draws sixty times a second, and applications are
opened and closed. Each warning or freeze counts against Headroom.
"""

import contextlib
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from seat import apps, headroom, kwin  # noqa: E402
from seat.busy import Busy  # noqa: E402
from seat.loads import MAKE  # noqa: E402
from seat.probe import Probe  # noqa: E402
from seat.waiting import until  # noqa: E402

SECONDS = 1200
COMPILED = Path("/var/tmp/benign-make.py")


def compile_in_terminal():
    COMPILED.write_text(MAKE, encoding="utf-8")
    apps.from_menu("org.kde.konsole")
    entry = headroom.wait_for_app(
        "org.kde.konsole", lambda known: known["windows"] > 0, "the terminal is up", within=60
    )
    kwin.activate("org.kde.konsole")
    until(
        lambda: headroom.status()["focused"] == "org.kde.konsole",
        "the terminal has the focus",
        within=30,
    )
    kwin.hand("type", "--delay", "30", f"python3 {COMPILED}\n")
    return entry["units"]


def open_and_close(number):
    app = Busy(f"org.example.Short{number}", busy=False)
    kwin.hand("type", "--delay", "50", "opened, written into, closed")
    app.stop()


def write(editor, rng):
    kwin.activate_pid(editor.pid)
    kwin.hand(
        "type",
        "--delay",
        str(rng.randrange(40, 120)),
        "somebody writes a letter and looks up now and then \n",
    )


def go_on(editor, probe, ends):
    rng, done = random.Random(20260101), Counter()
    while time.monotonic() < ends:
        what = rng.choices(("write", "open and close", "watch", "look up"), (5, 2, 2, 1))[0]
        done[what] += 1
        if what == "write":
            write(editor, rng)
        elif what == "open and close":
            open_and_close(done[what])
        elif what == "watch":
            probe.focus()
            time.sleep(10)  # the user watches
        else:
            kwin.activate("org.kde.konsole")
            time.sleep(rng.uniform(1, 5))  # the user looks at it
    return done


def measure():
    headroom.wait_for_daemon()
    cursor = headroom.journal_cursor()
    with contextlib.ExitStack() as held:
        probe = Probe("--wayland")
        held.callback(probe.stop)
        editor = Busy("org.example.Letter", busy=False)
        held.callback(editor.stop)
        held.callback(lambda: apps.stop(*compiling))
        compiling = compile_in_terminal()
        done = go_on(editor, probe, time.monotonic() + SECONDS)
        acts = headroom.acts(cursor)
    counted = Counter(act["HEADROOM_ACTION"] for act in acts)
    return {
        "seconds": SECONDS,
        "done": dict(done),
        "freezes": counted["freeze"],
        "warnings": counted["warn"],
        "acts": dict(counted),
        "sentences": [
            act["MESSAGE"] for act in acts if act["HEADROOM_ACTION"] in ("freeze", "warn")
        ],
    }


print(json.dumps(measure()))
