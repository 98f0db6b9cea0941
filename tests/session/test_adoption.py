# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Strays end in a unit of their own with all their processes; what belongs where it is stays there."""

import os
import subprocess
import sys
import textwrap
import uuid
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, kwin
from seat.waiting import until


def adopted_unit(app_id):
    """The unit that Headroom made for an app, once its window is in it."""
    def made():
        return next((unit for unit in headroom.units(app_id) if unit.startswith("app-headroom-")), None)
    return until(made, f"{app_id} was adopted", within=40)


def everybody_is_in(unit, program):
    pids = cgroups.pids_running(program)
    return bool(pids) and all(cgroups.unit_of(pid) == unit for pid in pids)


def test_an_app_that_the_bus_started(closing):
    apps.by_bus("org.gnome.TextEditor")
    unit = adopted_unit("org.gnome.TextEditor")
    closing.append(unit)
    until(lambda: everybody_is_in(unit, "gnome-text-editor"), "every process of it is in its unit")
    assert cgroups.unit_of(cgroups.pids_running("dbus-daemon")[0]) in ("dbus.service", "init.scope", None)


def test_an_app_that_a_launcher_forked(closing):
    launcher = apps.by_launcher("kwrite", uuid.uuid4().hex)
    closing.append(launcher)
    unit = adopted_unit("org.kde.kwrite")
    closing.append(unit)
    until(lambda: everybody_is_in(unit, "kwrite"), "every process of it is in its unit")
    shell = [pid for pid in cgroups.pids_running("dash") if cgroups.unit_of(pid) == launcher]
    assert shell, "the launcher itself was moved"


def test_an_app_detached_from_a_terminal(konsole, closing):
    until(lambda: [p for p in cgroups.pids_running("bash") if (cgroups.cgroup_of(p) or "").find("konsole") > 0], "Konsole's shell runs")
    kwin.hand("type", "--delay", "20", "setsid kwrite\n")
    unit = adopted_unit("org.kde.kwrite")
    closing.append(unit)
    until(lambda: everybody_is_in(unit, "kwrite"), "every process of it is in its unit")
    assert cgroups.unit_of(cgroups.pids_running("konsole")[0]) == konsole, "Konsole itself was moved"
    shells = [pid for pid in cgroups.pids_running("bash") if "konsole" in (cgroups.cgroup_of(pid) or "")]
    assert shells, "Konsole's tab was moved"


def test_a_sandboxed_app(closing, tmp_path):
    info = tmp_path / "flatpak-info"
    info.write_text("[Application]\nname=org.example.Sandboxed\n", encoding="utf-8")
    binds = [word for path in ("/usr", "/etc", "/var", "/tmp", "/run", "/home") for word in ("--bind" if path != "/usr" else "--ro-bind", path, path)]
    links = [word for name in ("lib", "lib64", "bin", "sbin") if Path("/" + name).exists() for word in ("--symlink", f"usr/{name}", f"/{name}")]
    sandbox = ["bwrap", *binds, *links, "--proc", "/proc", "--dev", "/dev", "--ro-bind", str(info), "/.flatpak-info", "--unshare-pid", "kwrite"]
    closing.append(apps.by_launcher(" ".join(sandbox), uuid.uuid4().hex))
    unit = adopted_unit("org.example.Sandboxed")
    closing.append(unit)
    until(lambda: everybody_is_in(unit, "kwrite") and everybody_is_in(unit, "bwrap"), "the sandbox and what is in it are in the unit")


def test_what_is_in_its_place_stays(kwrite, konsole, closing):
    """Konsole's tabs, KIO's services, autostart units, and every process of session.slice but the strays."""
    autostarted = apps.own_unit("org.example.Autostarted", "autostart", "dolphin")
    closing.append(autostarted)
    headroom.wait_for_app("org.example.Autostarted", lambda entry: entry["windows"] > 0, "its window is up")

    def places():
        keep = {}
        for pid in cgroups.pids_in(cgroups.MANAGER):
            path = cgroups.cgroup_of(pid)
            if path and ("/session.slice/" in path or "/background.slice/" in path or any(unit in path for unit in (kwrite, konsole, autostarted))):
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
    moved = {pid: (before[pid], after[pid]) for pid in before.keys() & after.keys() if before[pid] != after[pid]}
    assert not moved


STORM = textwrap.dedent("""\
    import os, sys, time
    # Forks all the time: children that fork on, and parents that die before their children, so that lineage is lost.
    end = time.monotonic() + 60
    def child(depth):
        if depth and os.fork() == 0:
            child(depth - 1)
        time.sleep(0.02 if depth % 2 else 0.3)
        os._exit(0)
    while time.monotonic() < end:
        if os.fork() == 0:
            child(3)
        time.sleep(0.01)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass
""")


def announce_launch(pid, desktop_file):
    """The signal that GIO sends for everything it launches, from a launcher that ends at once, as gtk-launch does: it is believed by the mark in what it
    has launched."""
    gio = ("from gi.repository import Gio, GLib\n"
           "bus = Gio.bus_get_sync(Gio.BusType.SESSION)\n"
           f"bus.emit_signal(None, '/org/gtk/gio/DesktopAppInfo', 'org.gtk.gio.DesktopAppInfo', 'Launched', "
           f"GLib.Variant('(aysxasa{{sv}})', ({desktop_file!r}.encode() + b'\\0', '', {pid}, [], {{}})))\n"
           "bus.flush_sync()\n")
    subprocess.run([sys.executable, "-c", gio], check=True, timeout=30)


def desktop_file(name):
    return f"/usr/share/applications/{name}.desktop"


def storm_in_dbus_service(name, tag):
    """Has dbus-daemon start the storm, as it starts every application that is activated over the bus."""
    services = Path(os.environ["XDG_RUNTIME_DIR"]) / "dbus-1/services"
    services.mkdir(parents=True, exist_ok=True)
    program = services.parent / f"{name}.py"
    program.write_text(STORM, encoding="utf-8")
    (services / f"{name}.service").write_text(f"[D-BUS Service]\nName={name}\nExec=/usr/bin/env {tag} GIO_LAUNCHED_DESKTOP_FILE={desktop_file(name)} "
                                                f"/bin/sh -c 'GIO_LAUNCHED_DESKTOP_FILE_PID=$$ exec /usr/bin/python3 {program}'\n", encoding="utf-8")
    bus = ["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus", "--method"]
    subprocess.run([*bus, "org.freedesktop.DBus.ReloadConfig"], check=True, timeout=30, capture_output=True)
    # It never takes the name, so the call would fail after its time is over; nobody waits for it.
    starting = subprocess.Popen([*bus, "org.freedesktop.DBus.StartServiceByName", name, "0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def leaders():
        """The one that has GIO's mark with its own number; its children inherit that."""
        return [pid for pid in cgroups.pids_with_environment(tag)
                if cgroups.unit_of(pid) == "dbus.service" and pid in cgroups.pids_with_environment(f"GIO_LAUNCHED_DESKTOP_FILE_PID={pid}")]
    return starting, until(leaders, "the storm runs in dbus.service")[0]


@pytest.mark.parametrize("number", range(50))
def test_a_tree_that_forks_all_the_time_leaves_nobody_behind(number):
    name, tag = f"org.example.Storm{number}", f"STORM_TAG=s{uuid.uuid4().hex}"
    starting, leader = storm_in_dbus_service(name, tag)
    try:
        announce_launch(leader, desktop_file(name))
        unit = until(lambda: next(iter(headroom.units(name)), None), f"{name} was adopted", within=20)
        until(lambda: cgroups.unit_of(leader) == unit, "the leader is in its unit")

        def left_behind():
            return [(pid, cgroups.cgroup_of(pid)) for pid in cgroups.pids_with_environment(tag) if cgroups.unit_of(pid) not in (unit, None)]
        until(lambda: not left_behind(), f"nobody of {name} is left behind", within=5)
        assert len(cgroups.pids_with_environment(tag)) > 3, "the storm is over, this shows nothing"
    finally:
        apps.stop(*headroom.units(name))
        for pid in cgroups.pids_with_environment(tag):
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                pass
        starting.terminate()
        starting.wait()
