# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A job in a tab of Konsole takes all the memory, behind the foreground app. It is named, and only
it is frozen."""

import pytest

from seat import apps, cgroups, headroom, konsole, kwin, machine, tabs
from seat.loads import HOG
from seat.probe import Probe
from seat.waiting import until

FREE_MIB = 450  # the same as in test_pressure.py


@pytest.fixture
def two_tabs(tmp_path):
    units, shells = konsole.with_two_tabs()
    yield tuple(tabs.Tab(shell, tmp_path) for shell in shells)
    for unit in units:
        apps.kill(unit)


@pytest.fixture
def in_front(two_tabs):
    """The probe starts after Konsole, so that it takes the focus from it. Konsole is hidden
    then."""
    probe = Probe("--window")
    kwin.minimise("org.kde.konsole")
    machine.swap_on_zram(512)
    tabs.were_left_long_ago()
    yield two_tabs
    machine.no_swap()
    probe.stop()


def test_a_runaway_job_is_named_and_stopped_alone(in_front, tmp_path):
    hog, other = in_front
    app = f"org.kde.konsole:{hog.shell}"
    script = tmp_path / "hog.py"
    script.write_text(HOG, encoding="utf-8")
    cursor = headroom.journal_cursor()
    with machine.only_free(FREE_MIB):
        job = hog.starts(f"python3 {script}")
        until(
            lambda: hog.is_frozen() or tabs.state_of(job) is None,
            "it is frozen, or the kernel has killed it",
            within=90,
        )
        assert hog.is_frozen()
        assert cgroups.frozen_units() == [hog.cgroup.name]
        until(
            lambda: all(
                headroom.acts_on(headroom.acts(cursor), action, app)
                for action in ("freeze", "warn")
            ),
            "the user is warned",
            within=30,
        )
        assert headroom.app(app)["name"] == "python3 in Konsole"
        print(
            f"another tab answered within {other.answers_ms():.0f} ms; "
            f"{headroom.told(headroom.acts(cursor))}"
        )
        assert not machine.killed(cursor)
        hog.types("\x03")
        headroom.ctl("thaw", app)
        until(
            lambda: tabs.state_of(job) in (None, "Z") and hog.job() is None,
            "Ctrl+C, typed while it was frozen, ends it",
            within=30,
        )
        hog.answers_ms(within=60)
