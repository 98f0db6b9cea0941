# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: thousands of units that come and go leave no descriptor open."""

import os

from private_bus import until

MANY = 4000
KATE = "org.kde.kate"


def descriptors(headroomd):
    return len(os.listdir(f"/proc/{headroomd.process.pid}/fd"))


def test_units_that_have_gone_leave_no_descriptors(desk, tree):
    desk.app(KATE)
    headroomd = desk.start()
    until(lambda: KATE in headroomd.call("Measure")[0], "the app is known")
    until(headroomd.rests, "the daemon rests")
    before = descriptors(headroomd)
    passing = [
        tree.unit(f"app.slice/app-org.example.Passing{number}-1.scope") for number in range(MANY)
    ]
    until(lambda: descriptors(headroomd) >= before + MANY, "all of them are known")
    for unit in passing:
        unit.disappears()
    until(lambda: descriptors(headroomd) <= before, "the descriptors of all are closed")
    until(headroomd.rests, "the daemon rests again")
    assert set(headroomd.call("Measure")[0]) == {KATE}
