# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Visits the zoo in small groups. So the minute after which a program must be alive is waited once
for each group, and the machine need not hold all programs at the same time."""

import contextlib
import subprocess
import uuid

from seat import apps, zoo_programs
from seat.zoo import ALIVE_AFTER, Visit
from seat.waiting import SLOWNESS, until
from seat.zoo_table import keep, line

_GROUP = 4


@contextlib.contextmanager
def curtain(desk):
    """A window of another app, for the user to turn to. If a window is hidden and no other is left,
    its app is still the foreground app. It is stopped at the end."""
    before = set(desk.windows())
    unit = apps.own_unit("org.example.Curtain", uuid.uuid4().hex, "gnome-calculator")
    try:
        until(lambda: set(desk.windows()) - before, "the curtain is up", within=60)
        yield next(iter(set(desk.windows()) - before))
    finally:
        apps.kill(unit)


class Walk:
    """Rows, made on first use."""

    def __init__(self, desk, curtain_window, names, alive_after):
        self._desk = desk
        self._curtain = curtain_window
        self._names = list(names)
        self._alive_after = alive_after
        self._rows = {}

    def row(self, name):
        if name not in self._rows:
            at = self._names.index(name)
            self._visit(self._names[at : at + _GROUP])
        return self._rows[name]

    def _visit(self, names):
        visits = []
        try:
            for name in names:
                program = zoo_programs.named(name)
                prepare(program)
                visits.append(Visit(self._desk, self._curtain, program))
                visits[-1].go()
            for visit in visits:
                visit.look_again(self._alive_after)
        finally:
            for visit in visits:
                visit.end()
        for visit in visits:
            self._rows[visit.row.program] = visit.row
            print(line(visit.row), flush=True)
        keep(list(self._rows.values()), self._desk.name)


def prepare(program):
    if program.prepared_by:
        subprocess.run(
            ["sh", "-c", program.prepared_by],
            check=False,
            timeout=180 * SLOWNESS,
            capture_output=True,
        )


@contextlib.contextmanager
def through(request, desk, test, alive_after=ALIVE_AFTER):
    """A walk on this desk to all programs for which this run has the test."""
    with curtain(desk) as window:
        yield Walk(desk, window, wanted(request, test), alive_after)


def wanted(request, test):
    """The programs of this run, in order: all, or what -k has left."""
    return [
        item.callspec.params["name"]
        for item in request.session.items
        if item.module is request.module and item.name.startswith(test + "[")
    ]
