# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# installed: packages
"""Headroom from its Debian packages: it runs at the first login, and a purge leaves nothing behind.

Nothing here starts or enables it. The session was logged in to after the packages were installed,
without any command."""

import contextlib
import os
import subprocess
import time
from pathlib import Path

import pytest

from seat import apps, cgroups, first_use, headroom, kwin, reader
from seat.busy import Busy
from seat.packages import listed, purge, said
from seat.waiting import until

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("headroom", "headroom-plasma", "headroom-root")


def user_unit(*words):
    return said("systemctl", "--user", *words, "headroomd.service").strip()


def installed_files(package):
    return [Path(line) for line in listed(package) if Path(line).is_file()]


@pytest.fixture(autouse=True)
def running_daemon():
    """Overrides the fixture that waits for the daemon. These tests check that it runs, and the last
    one removes it."""


def test_it_runs_since_the_login():
    assert user_unit("is-active") == "active"
    assert user_unit("is-enabled") == "enabled"
    assert (
        user_unit("show", "--property=FragmentPath", "--value")
        == "/usr/lib/systemd/user/headroomd.service"
    )
    assert "graphical-session.target" in user_unit("show", "--property=WantedBy", "--value")
    program = Path(f"/proc/{user_unit('show', '--property=MainPID', '--value')}/exe").resolve()
    assert said("dpkg-query", "--search", str(program)) == "headroom: /usr/bin/headroomd\n"


def test_plasma_starts_it_once_and_autostart_does_not():
    """Plasma has systemd run XDG autostart, which skips the file."""
    assert len(cgroups.pids_running("headroomd")) == 1
    for unit in ("headroom-autostart.target", "app-headroom@autostart.service"):
        state = said("systemctl", "--user", "show", "--property=ActiveState", "--value", unit)
        assert state.strip() == "inactive", unit
    assert "with graphical-session.target" in headroom.ctl("doctor", check=False).stdout


def test_it_knows_the_windows():
    until(lambda: headroom.status()["window_source"] == "kwin", "KWin's script reports windows")


def test_plasma_has_the_applet_and_the_page():
    there = {str(path) for package in PACKAGES for path in installed_files(package)}
    assert {
        "/usr/share/plasma/plasmoids/org.headroomd.headroom/metadata.json",
        "/usr/share/applications/kcm_headroom.desktop",
        "/usr/share/applications/org.headroomd.headroomd.desktop",
    } <= there
    assert {
        "headroomd",
        "headroomctl",
        "headroomctl.1.gz",
        "headroomrc.5.gz",
        "kcm_headroom.so",
        "headroom.notifyrc",
    } <= {Path(path).name for path in there}


def since_login():
    """Seconds since the user's session was started."""
    began = int(
        said(
            "systemctl",
            "--user",
            "show",
            "--value",
            "--property=InactiveExitTimestampMonotonic",
            "plasma-workspace-wayland.target",
            "graphical-session-pre.target",
        ).split()[0]
    )
    return time.monotonic() - began / 1e6


def test_a_newcomer_sees_a_shortage_without_a_terminal():
    """Nothing is set, enabled or typed. The icon appears by itself when the foreground app has to
    wait, and a click on it shows which other app wants the same resource."""
    print(f"installed and logged in; this test begins {since_login():.0f} s after the login")
    reader.listen()
    with contextlib.ExitStack() as held:
        front, other = (Busy(app_id) for app_id in ("org.example.Front", "org.example.Other"))
        for app in (front, other):
            held.callback(app.stop)
        kwin.activate_pid(front.pid)
        began = time.monotonic()
        kwin.click(*reader.place_of("plasmashell", "Headroom: ", "button"))
        print(
            f"the icon is in the panel {time.monotonic() - began:.1f} s after two apps want the "
            f"same processor"
        )
        until(
            lambda: "waiting for" in reader.find("plasmashell", "org.example.Other", "list item"),
            "the applet names the other app that waits for it",
        )
        print(
            f"named {time.monotonic() - began:.1f} s after that, and {since_login():.0f} s after "
            f"the login"
        )


@pytest.mark.parametrize("name", ["commands", "files", "daemon"])
def test_debians_own_tests_pass(name, tmp_path):
    subprocess.run(
        [ROOT / "packaging/debian/tests" / name],
        cwd=ROOT,
        env={
            "PATH": "/usr/bin:/bin",
            "AUTOPKGTEST_TMP": str(tmp_path),
            "XDG_RUNTIME_DIR": os.environ["XDG_RUNTIME_DIR"],
        },
        check=True,
    )


def test_purged_without_a_trace():
    """The last test but one, since it removes the packages."""
    purge(*PACKAGES)
    subprocess.run(["systemctl", "--user", "daemon-reload"], check=True)
    assert user_unit("show", "--property=LoadState", "--value") == "not-found"
    assert not list(
        Path("/run/user/1000").glob("headroom*/*")
    ), "no file of a frozen app is left; logout removes the directory itself"


def test_installed_as_pasted_from_the_readme():
    first_use.measured(
        "plasma",
        "plasma-workspace-wayland.target",
        lambda: apps.from_menu("org.kde.kwrite"),
        "org.kde.kwrite",
    )
    assert user_unit("is-enabled") == "enabled"
