# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: what comes and goes leaves neither descriptors nor threads."""

import os

from private_bus import until

MANY = 4000
KATE = "org.kde.kate"


def descriptors(headroomd):
    return len(os.listdir(f"/proc/{headroomd.process.pid}/fd"))


def answerers(headroomd):
    """Ids of the threads that send long answers."""
    return {task for task, name in headroomd.threads().items() if name == "headroom-answer"}


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


def test_one_thread_sends_all_long_answers(desk):
    """GDBus keeps an entry for each thread that has ever sent something."""
    desk.app(KATE)
    headroomd = desk.start()
    until(lambda: KATE in headroomd.call("Measure")[0], "the app is known")
    the_one = answerers(headroomd)
    assert len(the_one) == 1
    for _ in range(20):
        headroomd.call("Measure")
        headroomd.history()
        assert answerers(headroomd) == the_one
