# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A window whose title is a secret, and every place where Headroom could have stored it."""

import contextlib
import json
import os
import subprocess
import tempfile
import uuid
from pathlib import Path
from typing import NamedTuple

from seat import apps, headroom
from seat.waiting import SLOWNESS, until

APP = "org.example.Titled"
# The title comes from a file. A command line, or the name of an open file, is read for other
# reasons.
_ENTITLED = """#!/bin/sh
read -r title <{secret}
printf '\\033]0;%s\\007' "$title"
exec sleep 1000
"""


def secret():
    return f"Secret-{uuid.uuid4().hex}"


@contextlib.contextmanager
def entitled(title, terminal, app):
    """A terminal's window with that title. Yields the unit that it was started in."""
    with tempfile.TemporaryDirectory(dir=os.environ["XDG_RUNTIME_DIR"]) as made:
        told, program = Path(made, "told"), Path(made, "program")
        told.write_text(title + "\n", encoding="ascii")
        program.write_text(_ENTITLED.format(secret=told), encoding="ascii")
        program.chmod(0o700)
        unit = apps.own_unit(app, uuid.uuid4().hex, *terminal, str(program))
        try:
            headroom.wait_for_app(
                app, lambda known: known["windows"] > 0, "its window is up", within=60
            )
            yield unit
        finally:
            apps.kill(unit, *headroom.units(app))


_SEARCH = """
import sys
pid, words = sys.argv[1], [bytes.fromhex(word) for word in sys.argv[2:]]
found = dict.fromkeys(words, 0)
maps, memory = open(f"/proc/{pid}/maps", encoding="utf-8"), open(f"/proc/{pid}/mem", "rb", 0)
with maps, memory:
    for line in maps:
        begin, end = (int(each, 16) for each in line.split()[0].split("-"))
        if line.split()[1][0] != "r" or line.rstrip().endswith("]") and "[v" in line:
            continue
        try:
            memory.seek(begin)
            held = memory.read(end - begin)
        except OSError:
            continue
        for word in words:
            found[word] += held.count(word)
print(*found.values())
"""


def times_in_memory(pid, *words):
    """How often each word occurs in a process's memory, as UTF-8, the encoding of all strings
    here."""
    wanted = [word.encode().hex() for word in words]
    said = subprocess.run(
        ["sudo", "python3", "-c", _SEARCH, str(pid), *wanted],
        check=True,
        capture_output=True,
        text=True,
        timeout=120 * SLOWNESS,
    )
    return [int(each) for each in said.stdout.split()]


class Left(NamedTuple):
    """What is left of a title whose window is gone."""

    in_memory: int  # how often the title occurs in the daemon's memory
    app_in_memory: int  # the same for the app's id, which the daemon has to know
    places: list[str]  # other places that contain it
    places_of_app: list[str]


class Recording:
    """A recording of the daemon's events and actions, until it is closed."""

    def __init__(self):
        self._made = tempfile.TemporaryDirectory(dir=os.environ["XDG_RUNTIME_DIR"])
        self._file = Path(self._made.name, "recording")
        self._process = subprocess.Popen(["headroomctl", "record", str(self._file)])
        until(lambda: self._file.exists() and self._file.stat().st_size, "something is recorded")

    def text(self):
        return self._file.read_text(encoding="utf-8")

    def close(self):
        self._process.terminate()
        self._process.wait()
        self._made.cleanup()


def _kept():
    """What Headroom has written to disk: the ledger and similar files, and its settings."""
    homes = (
        ".config/headroomrc",
        ".cache/headroom",
        ".local/state/headroom",
        ".local/share/headroom",
    )
    places = [
        Path(os.environ["XDG_RUNTIME_DIR"], "headroom"),
        *(Path.home() / each for each in homes),
    ]
    texts = []
    for file in [file for place in places for file in (place, *place.rglob("*"))]:
        with contextlib.suppress(FileNotFoundError):  # the daemon has removed it since
            if file.is_file():
                texts.append(file.read_text(encoding="utf-8", errors="replace"))
    return "".join(texts)


def live_through(windows_titles, terminal, bring_to_front, other, app=APP):
    """The window appears, is reported, is in front, is frozen and thawed, and closes.
    windows_titles(): all titles in the window system. app: the terminal's name for itself."""
    title, cursor, recording = secret(), headroom.journal_cursor(), Recording()
    try:
        with entitled(title, terminal, app) as unit:
            until(
                lambda: any(title in each for each in windows_titles()), "the window has its title"
            )
            bring_to_front(unit)
            headroom.in_front(app, within=30)
            other()
            until(lambda: headroom.status()["focused"] != app, "another app is in front")
            # A freeze may be refused because the app is visible. The refusal states a reason.
            headroom.ctl("freeze", app, check=False)
            headroom.ctl("thaw", app, check=False)
            in_memory = times_in_memory(headroom.daemon_pid(), title, app)
            told = {"status": json.dumps(headroom.status()), "why": headroom.ctl("why", app).stdout}
        places = told | {
            "journal": "\n".join(headroom.journal(cursor)) + json.dumps(headroom.acts(cursor)),
            "recording": recording.text(),
            "history": headroom.ctl("history", "--json").stdout,
            "files": _kept(),
        }
    finally:
        recording.close()
    found = [[place for place, text in places.items() if word in text] for word in (title, app)]
    return Left(*in_memory, *found)
