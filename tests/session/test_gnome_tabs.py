# desktop: gnome
# packages: at-spi2-core gir1.2-atspi-2.0 gnome-terminal
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A job in a tab of GNOME Terminal is frozen alone. The other tabs keep running, and the shell's
job control works as before."""

import subprocess

import pytest

from seat import apps, cgroups, gnome, headroom, tabs
from seat.gnome_front import in_front
from seat.waiting import until

TERMINAL = "org.gnome.Terminal"
ROUNDS = 20
HOG = "python3 -c 'import time; [time.sleep(0.01) for _ in iter(int, 1)]'"


def shells():
    server = cgroups.pids_running("gnome-terminal-server")
    return tabs.shells_of(server[0]) if server else []


def new_tab():
    before = set(shells())
    subprocess.run(
        ["gnome-terminal", "--tab", "--", "bash", "--norc"],
        check=True,
        timeout=60,
        capture_output=True,
    )
    shell = until(
        lambda: next((pid for pid in shells() if pid not in before), None),
        "its shell runs",
        within=60,
    )
    until(lambda: "/vte-spawn-" in cgroups.cgroup_of(shell), "VTE has given it a scope")
    return shell


@pytest.fixture
def two_tabs(tmp_path):
    gnome.overview(False)
    found = tabs.Tab(new_tab(), tmp_path), tabs.Tab(new_tab(), tmp_path)
    in_front(TERMINAL, within=60)
    yield found
    apps.stop("gnome-terminal-server.service", *(tab.cgroup.name for tab in found))


def id_of(tab):
    return f"{TERMINAL}:{tab.cgroup.name.removeprefix('vte-spawn-').removesuffix('.scope')}"


def test_a_job_is_frozen_alone_and_goes_on_as_it_was(two_tabs):
    hog, other = two_tabs
    app = id_of(hog)
    before, while_frozen = [], []
    for _ in range(ROUNDS):
        job = hog.starts(HOG)
        before.append(other.answers_ms())
        tabs.is_frozen_alone(hog, app)
        headroom.wait_for_app(
            app, lambda e: e["name"] == "python3 in Terminal", "it is called by what runs in it"
        )
        while_frozen.append(other.answers_ms())
        headroom.ctl("thaw", app)
        until(lambda: not hog.is_frozen(), "the tab is thawed", 2)
        tabs.job_control_works(hog, job)
    print(f"{ROUNDS} of {ROUNDS}; another tab answered {tabs.compared(before, while_frozen)}")
    assert tabs.answers_as_before(before, while_frozen), tabs.compared(before, while_frozen)


def test_closing_a_frozen_tab_ends_it(two_tabs):
    hog, other = two_tabs
    hog.starts(HOG)
    until(
        lambda: headroom.ctl("freeze", id_of(hog), check=False).returncode == 0, "the tab is known"
    )
    headroom.wait_for_app(
        id_of(hog), lambda e: e["name"] == "python3 in Terminal", "it was looked at"
    )
    apps.kill("gnome-terminal-server.service")
    until(lambda: not hog.cgroup.exists(), "the tab's job is gone after the hangup")
    assert not cgroups.frozen_units()
    assert other
