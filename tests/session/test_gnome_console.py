# desktop: gnome
# packages: at-spi2-core gir1.2-atspi-2.0 gnome-console
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""GNOME Console leaves its tabs in the slice of all apps. All the same, they are boosted and named
as its tabs, and each is frozen alone."""

import uuid

import pytest

from seat import apps, cgroups, gnome, headroom, tabs
from seat.gnome_front import in_front
from seat.waiting import until

CONSOLE = "org.gnome.Console"


@pytest.fixture
def console(tmp_path):
    """Its unit, and its tab."""
    headroom.wait_for_daemon()
    gnome.overview(False)
    unit = apps.own_unit(CONSOLE, uuid.uuid4().hex, "kgx")
    terminal = until(
        lambda: next(iter(cgroups.pids_running("kgx")), None), "Console runs", within=60
    )
    shell = until(lambda: next(iter(tabs.shells_of(terminal)), None), "its shell runs", within=60)
    until(lambda: "/app.slice/vte-spawn-" in cgroups.cgroup_of(shell), "VTE has given it a scope")
    in_front(CONSOLE, within=60)
    tab = tabs.Tab(shell, tmp_path)
    yield unit, tab
    apps.kill(unit, tab.cgroup.name)


def test_its_tab_is_boosted_with_it_and_frozen_alone(console):
    unit, tab = console
    app = f"{CONSOLE}:{tab.cgroup.name.removeprefix('vte-spawn-').removesuffix('.scope')}"
    if headroom.capabilities()["cpu-weight"][0]:
        until(
            lambda: cgroups.cpu_weight(tab.cgroup.name) == cgroups.cpu_weight(unit) > 100,
            "the tab has the weight of its terminal",
        )
    tabs.is_frozen_alone(tab, app)
    headroom.wait_for_app(
        app, lambda entry: entry["name"].endswith(" in Console"), "it is called a tab of Console"
    )
    headroom.ctl("thaw", app)
    until(lambda: not tab.is_frozen(), "the tab is thawed", 2)
