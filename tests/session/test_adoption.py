# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Strays end up in a unit of their own with all their processes. A process that is in its right
unit stays there."""

import uuid
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, kwin, storm
from seat.waiting import until


def adopted_unit(app_id):
    """The unit that Headroom created for an app, once its window is in it."""

    def made():
        return next(
            (unit for unit in headroom.units(app_id) if unit.startswith("app-headroom-")), None
        )

    return until(made, f"{app_id} is adopted", within=40)


def everybody_is_in(unit, program):
    pids = cgroups.pids_running(program)
    return bool(pids) and all(cgroups.unit_of(pid) == unit for pid in pids)


def test_an_app_that_the_bus_started(closing):
    apps.by_bus("org.gnome.TextEditor")
    unit = adopted_unit("org.gnome.TextEditor")
    closing.append(unit)
    until(lambda: everybody_is_in(unit, "gnome-text-editor"), "all its processes are in its unit")
    assert cgroups.unit_of(cgroups.pids_running("dbus-daemon")[0]) in (
        "dbus.service",
        "init.scope",
        None,
    )


def test_an_app_that_a_launcher_forked(closing):
    launcher = apps.by_launcher("kwrite", uuid.uuid4().hex)
    closing.append(launcher)
    unit = adopted_unit("org.kde.kwrite")
    closing.append(unit)
    until(lambda: everybody_is_in(unit, "kwrite"), "all its processes are in its unit")
    shell = [pid for pid in cgroups.pids_running("dash") if cgroups.unit_of(pid) == launcher]
    assert shell, "the launcher itself was moved"


def test_an_app_detached_from_a_terminal(konsole, closing):
    until(
        lambda: [
            p
            for p in cgroups.pids_running("bash")
            if (cgroups.cgroup_of(p) or "").find("konsole") > 0
        ],
        "Konsole's shell runs",
    )
    kwin.hand("type", "--delay", "20", "setsid kwrite\n")
    unit = adopted_unit("org.kde.kwrite")
    closing.append(unit)
    until(lambda: everybody_is_in(unit, "kwrite"), "all its processes are in its unit")
    assert (
        cgroups.unit_of(cgroups.pids_running("konsole")[0]) == konsole
    ), "Konsole itself was moved"
    shells = [
        pid for pid in cgroups.pids_running("bash") if "konsole" in (cgroups.cgroup_of(pid) or "")
    ]
    assert shells, "Konsole's tab was moved"


def test_a_sandboxed_app(closing, tmp_path):
    info = tmp_path / "flatpak-info"
    info.write_text("[Application]\nname=org.example.Sandboxed\n", encoding="utf-8")
    binds = [
        word
        for path in ("/usr", "/etc", "/var", "/tmp", "/run", "/home")
        for word in ("--bind" if path != "/usr" else "--ro-bind", path, path)
    ]
    links = [
        word
        for name in ("lib", "lib64", "bin", "sbin")
        if Path("/" + name).exists()
        for word in ("--symlink", f"usr/{name}", f"/{name}")
    ]
    sandbox = [
        "bwrap",
        *binds,
        *links,
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "--ro-bind",
        str(info),
        "/.flatpak-info",
        "--unshare-pid",
        "kwrite",
    ]
    closing.append(apps.by_launcher(" ".join(sandbox), uuid.uuid4().hex))
    unit = adopted_unit("org.example.Sandboxed")
    closing.append(unit)
    until(
        lambda: everybody_is_in(unit, "kwrite") and everybody_is_in(unit, "bwrap"),
        "the sandbox and the program inside are in the unit",
    )


def test_what_is_in_its_place_stays(kwrite, konsole, closing):
    """Konsole's tabs, KIO's services, autostart units, and every process of session.slice except
    strays."""
    autostarted = apps.own_unit("org.example.Autostarted", "autostart", "dolphin")
    closing.append(autostarted)
    headroom.wait_for_app(
        "org.example.Autostarted", lambda entry: entry["windows"] > 0, "its window is up"
    )

    def places():
        keep = {}
        for pid in cgroups.pids_in(cgroups.MANAGER):
            path = cgroups.cgroup_of(pid)
            if path and (
                "/session.slice/" in path
                or "/background.slice/" in path
                or any(unit in path for unit in (kwrite, konsole, autostarted))
            ):
                keep[pid] = path
        return keep

    before = places()
    assert len(before) > 10
    for _ in range(3):
        kwin.activate("org.kde.kwrite")
        until(lambda: headroom.status()["focused"] == "org.kde.kwrite", "KWrite has the focus")
        kwin.activate("org.kde.konsole")
        until(lambda: headroom.status()["focused"] == "org.kde.konsole", "Konsole has the focus")
    after = places()
    moved = {
        pid: (before[pid], after[pid])
        for pid in before.keys() & after.keys()
        if before[pid] != after[pid]
    }
    assert not moved


STORMS = 10  # of the fifty in test_adoption_storms.py


@pytest.mark.parametrize("number", range(STORMS))
def test_a_tree_that_forks_all_the_time_leaves_nobody_behind(number):
    storm.leaves_nobody_behind(number)
