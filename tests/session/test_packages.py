# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# installed: packages
"""Headroom from its Debian packages: it runs at the first login, and when they are purged nothing of them is left.

Nothing here starts or enables it: the session was logged in to after the packages were installed, and no command was given.
"""

import contextlib
import subprocess
import time
from pathlib import Path

import pytest

from seat import headroom, kwin, reader
from seat.busy import Busy
from seat.packages import listed, purge, said
from seat.waiting import until

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("headroom", "headroom-plasma")


def user_unit(*words):
    return said("systemctl", "--user", *words, "headroomd.service").strip()


def installed_files(package):
    return [Path(line) for line in listed(package) if Path(line).is_file()]


@pytest.fixture(autouse=True)
def running_daemon():
    """Not awaited by anybody here: that it runs is what is tested, and the last test takes it away."""


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


def test_it_knows_the_windows():
    until(lambda: headroom.status()["window_source"] == "kwin", "KWin's script tells of windows")


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
    """Seconds since the user's session was asked for."""
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
    """Nothing is set, enabled or typed: the icon comes by itself when what is in front has to wait, and a click on it says who else wants the same."""
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
            f"the icon is in the panel {time.monotonic() - began:.1f} s after two apps want the same processor"
        )
        until(
            lambda: "waits" in reader.find("plasmashell", "org.example.Other", "list item"),
            "the applet names who else wants it",
        )
        print(
            f"named {time.monotonic() - began:.1f} s after that, and {since_login():.0f} s after the login"
        )


@pytest.mark.parametrize("name", ["commands", "files"])
def test_debians_own_tests_pass(name, tmp_path):
    subprocess.run(
        [ROOT / "packaging/debian/tests" / name],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "AUTOPKGTEST_TMP": str(tmp_path)},
        check=True,
    )


def test_purged_without_a_trace():
    """The last one, for what it takes away."""
    purge(*PACKAGES)
    subprocess.run(["systemctl", "--user", "daemon-reload"], check=True)
    assert user_unit("show", "--property=LoadState", "--value") == "not-found"
    assert not list(
        Path("/run/user/1000").glob("headroom*/*")
    ), "nothing is frozen, and the folder for that goes at logout"
