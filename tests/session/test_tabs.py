# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A job in a tab of Konsole is frozen alone. The other tabs keep running, and the shell's job
control works as before."""

import pytest

from seat import cgroups, headroom, konsole, tabs
from seat.waiting import until

ROUNDS = 20
HOG = "python3 -c 'import time; [time.sleep(0.01) for _ in iter(int, 1)]'"


@pytest.fixture
def two_tabs(tmp_path, closing):
    """The first tab runs a job; the second one is visible."""
    units, shells = konsole.with_two_tabs()
    closing.extend(units)
    konsole.come_to_front()
    return tuple(tabs.Tab(shell, tmp_path) for shell in shells)


def test_a_job_is_frozen_alone_and_goes_on_as_it_was(two_tabs):
    hog, other = two_tabs
    app = f"org.kde.konsole:{hog.shell}"
    before, while_frozen = [], []
    for _ in range(ROUNDS):
        job = hog.starts(HOG)
        before.append(other.answers_ms())
        tabs.is_frozen_alone(hog, app)
        assert (
            headroom.wait_for_app(
                app, lambda e: e["name"] != app and not e["name"].startswith("a tab")
            )["name"]
            == "python3 in Konsole"
        )
        while_frozen.append(other.answers_ms())
        headroom.ctl("thaw", app)
        until(lambda: not hog.is_frozen(), "the tab is thawed", 2)
        tabs.job_control_works(hog, job)
    print(f"{ROUNDS} of {ROUNDS}; another tab answered {tabs.compared(before, while_frozen)}")
    assert tabs.answers_as_before(before, while_frozen), tabs.compared(before, while_frozen)
    assert headroom.app(app) is None, "a tab is no longer listed once nothing is done to it"


def test_typing_into_a_frozen_tab_thaws_it(two_tabs):
    hog, other = two_tabs
    app = f"org.kde.konsole:{hog.shell}"
    hog.starts(HOG)
    until(lambda: headroom.ctl("freeze", app, check=False).returncode == 0, "the tab is known")
    headroom.wait_for_app(app, lambda e: e["name"] == "python3 in Konsole", "it was looked at")
    other.answers_ms()
    assert hog.is_frozen()
    hog.types("\n")
    until(lambda: not hog.is_frozen(), "the tab is thawed", 2)
    hog.types("\x03")
    hog.answers_ms()


def test_a_killed_daemon_leaves_no_tab_frozen(two_tabs):
    hog, _ = two_tabs
    app = f"org.kde.konsole:{hog.shell}"
    until(lambda: headroom.ctl("freeze", app, check=False).returncode == 0, "the tab is known")
    until(hog.is_frozen, "the tab is frozen", 2)
    headroom.user("kill", "--signal=KILL", "headroomd.service")
    until(lambda: not hog.is_frozen(), "the sweep has thawed it", 5)
    cgroups.until_unmarked(hog.cgroup)
    headroom.wait_for_daemon()
    hog.answers_ms()
