# packages: foot
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A job in a terminal that gives its windows no cgroups takes all the memory, behind the foreground
app. It gets a unit of its own, is named, and is frozen alone. Afterwards all processes are back
where they were."""

import subprocess
from pathlib import Path

import pytest

from seat import cgroups, headroom, kwin, machine, tabs
from seat.foot import Foot
from seat.loads import HOG
from seat.probe import Probe
from seat.waiting import until

FREE_MIB = 450  # the same as in test_pressure.py


def unit_of(pid):
    return Path(cgroups.cgroup_of(pid)).name


def scopes():
    listed = headroom.user("list-units", "--plain", "--no-legend", "app-headroom.tab-*").stdout
    return [line.split()[0] for line in listed.splitlines()]


@pytest.fixture
def foot(tmp_path):
    headroom.wait_for_daemon()
    foot = Foot(tmp_path)
    probe = Probe("--window")  # after foot, so that it takes the focus from it
    kwin.minimise("foot")
    machine.swap_on_zram(512)
    tabs.were_left_long_ago()
    yield foot
    machine.no_swap()
    probe.stop()
    foot.end()


def runs_a_hog(tab, tmp_path):
    """Runs a hog in the tab, until only the tab's unit is frozen. Returns the job's pid."""
    script = tmp_path / "hog.py"
    script.write_text(HOG, encoding="utf-8")
    job = tab.starts(f"python3 {script}")
    until(
        lambda: cgroups.frozen_units() or tabs.state_of(job) is None,
        "it is frozen, or the kernel has killed it",
        within=90,
    )
    assert cgroups.frozen_units() == [unit_of(tab.shell)]
    return job


def test_a_runaway_job_is_named_stopped_alone_and_put_back(foot, tmp_path):
    hog, other = foot.tabs
    assert foot.is_whole()
    cursor = headroom.journal_cursor()
    with machine.only_free(FREE_MIB):
        job = runs_a_hog(hog, tmp_path)
        app = f"foot:{hog.shell}"
        assert unit_of(hog.shell) == f"app-headroom.tab-foot-{hog.shell}.scope"
        assert cgroups.cgroup_of(job) == cgroups.cgroup_of(hog.shell)
        assert cgroups.cgroup_of(foot.server) == foot.cgroup
        assert headroom.wait_for_app(
            app, lambda entry: entry["name"] == "python3 in Foot", "it is named"
        )
        print(
            f"the other window answered within {other.answers_ms(within=60):.0f} ms; "
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
    until(foot.is_whole, "all processes are back in foot's cgroup", within=60)
    until(lambda: not scopes(), "the scopes are gone")
    hog.answers_ms(within=60)


def test_a_killed_daemon_leaves_no_tab_outside(foot, tmp_path):
    hog, other = foot.tabs
    with machine.only_free(FREE_MIB):
        job = runs_a_hog(hog, tmp_path)
        headroom.user("kill", "--signal=KILL", "headroomd.service")
        until(
            lambda: not cgroups.frozen_units() and foot.is_whole(),
            "the sweep has thawed it and put it back",
            within=10,
        )
        subprocess.run(["kill", "-KILL", str(job)], check=False)
        until(lambda: not scopes(), "the scopes are gone")
    headroom.wait_for_daemon()
    other.answers_ms(within=60)
    hog.answers_ms(within=60)
