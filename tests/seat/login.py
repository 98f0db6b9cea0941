# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Logins to a session that systemd knows nothing of: its program is started as a login program
would, no unit is started for it, and graphical-session.target is never reached."""

import contextlib
import itertools
import subprocess
from pathlib import Path

from seat import cgroups, headroom
from seat.waiting import SLOWNESS, until

_TARGETS = ("graphical-session.target", "headroom-autostart.target")
_DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SWAYSOCK", "XDG_SESSION_TYPE")
_numbers = itertools.count(1)


@contextlib.contextmanager
def logged_out(lab_target):
    """The lab's own session is over, as is what it has left in the user manager. It comes back
    afterwards."""
    before = headroom.user("show-environment").stdout.splitlines()
    headroom.user("stop", lab_target)
    until(lambda: is_gone(_TARGETS[0]), "the session is over", within=60)
    until(lambda: not daemons(), "headroomd has ended with the session", within=60)
    headroom.user("unset-environment", *_DISPLAY)
    yield
    headroom.user("stop", _TARGETS[1], "headroomd.service")
    headroom.user("unset-environment", *_DISPLAY)
    headroom.user("set-environment", *(each for each in before if each.split("=")[0] in _DISPLAY))
    headroom.user("start", lab_target)
    headroom.wait_for_daemon()


@contextlib.contextmanager
def logged_in(*command, **variables):
    """A session with these variables, until the end of the context."""
    unit = f"login-{next(_numbers)}.service"
    given = [f"--setenv={name}={value}" for name, value in variables.items()]
    subprocess.run(
        ["systemd-run", "--user", "--quiet", "--collect", f"--unit={unit}", *given]
        + ["--slice=session.slice", *command],
        check=True,
        timeout=60 * SLOWNESS,
    )
    try:
        yield
    finally:
        headroom.user("kill", "--signal=SIGKILL", unit, check=False)
        until(lambda: is_gone(unit), f"{unit} is gone", within=60)
        # Apps that were adopted are in units of their own, and outlive the session.
        headroom.user("stop", "app-headroom-*.scope", check=False)


def _state_of(unit):
    return headroom.user("is-active", unit, check=False).stdout.strip()


def is_active(unit):
    return _state_of(unit) == "active"


def is_gone(unit):
    """A unit that is being stopped still has processes, though it is no longer active."""
    return _state_of(unit) in ("inactive", "failed") and not cgroups.directory(unit)


def daemons():
    """Without those that only thaw what a daemon has left (ExecStopPost=)."""
    found = []
    for pid in cgroups.pids_running("headroomd"):
        with contextlib.suppress(OSError):  # it has just ended
            if b"--thaw" not in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
                found.append(pid)
    return found


def only_daemon(window_source):
    """The process of the one daemon, once it has windows from there. It was started by XDG
    autostart, and the session has not reached graphical-session.target."""
    until(lambda: is_active(_TARGETS[1]), "autostart has run", within=60)
    until(
        lambda: headroom.ctl("status", "--json", check=False).returncode == 0,
        "headroomd answers",
        within=60,
    )
    until(
        lambda: headroom.status()["window_source"] == window_source,
        lambda: f"windows come from {window_source}:\n{_state()}",
        within=60,
    )
    found = daemons()
    assert found == [headroom.daemon_pid()], "there is one daemon, and it is the unit's"
    assert not is_active(_TARGETS[0])
    doctor = headroom.ctl("doctor", check=False).stdout
    assert "starts at login, by XDG autostart" in doctor, doctor
    return found[0]


def _state():
    """What a daemon without windows has to do with."""
    commands = (
        ["journalctl", "--user", "--lines=60", "--no-pager"],
        ["systemctl", "--user", "show-environment"],
        ["xprop", "-display", ":5", "-root", "_NET_SUPPORTING_WM_CHECK", "_NET_CLIENT_LIST"],
        ["ps", "-eo", "pid,ppid,args"],
    )
    found = []
    for command in commands:
        with contextlib.suppress(FileNotFoundError):
            done = subprocess.run(command, check=False, capture_output=True, text=True)
            found.append(" ".join(command) + "\n" + done.stdout + done.stderr)
    return "\n".join(found)


def each_login_has_one_daemon(window_source, *command, **variables):
    """The user manager outlives the first session, as it does with lingering. So does the daemon,
    and the second login replaces it."""
    with logged_in(*command, **variables):
        first = only_daemon(window_source)
    with logged_in(*command, **variables):
        until(lambda: headroom.daemon_pid() not in (0, first), "another daemon runs", within=60)
        only_daemon(window_source)


def autostart_again():
    """Another program runs the same autostart files."""
    subprocess.run(
        ["/usr/libexec/headroom/autostart"], check=True, timeout=60 * SLOWNESS, capture_output=True
    )
