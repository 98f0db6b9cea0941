# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""A FUSE file system of the user hangs: the home directory, or the root of a sandboxed app. The
daemon still answers, follows the focus, freezes and thaws, and leaves nothing frozen behind."""

import os
import time
import uuid
from pathlib import Path

import pytest

from seat import apps, cgroups, hanging, headroom, kwin, turns
from seat.waiting import until

KWRITE, KONSOLE, WALLED = "org.kde.kwrite", "org.kde.konsole", "org.example.walled"
AT_ONCE = 1.0  # seconds in which headroomctl starts, queries, and prints
# checked after each test here (conftest.py)
LONGEST_CALLBACK_MS = turns.LIMIT_MS

pytestmark = pytest.mark.usefixtures("no_start_limit")


def drop_in():
    return Path(os.environ["XDG_RUNTIME_DIR"]) / "systemd/user/headroomd.service.d/hangs.conf"


def starts_anew(**environment):
    """Restarts the daemon with an environment of its own, since the rest of the desktop must not
    hang."""
    drop_in().write_text(
        "[Service]\n"
        + "".join(f"Environment={name}={value}\n" for name, value in environment.items()),
        encoding="utf-8",
    )
    headroom.user("daemon-reload")
    headroom.user("restart", "headroomd.service")


@pytest.fixture
def as_before():
    yield
    drop_in().unlink()
    headroom.user("daemon-reload")
    headroom.user("restart", "headroomd.service")


def timed(act):
    begin = time.monotonic()
    act()
    return time.monotonic() - begin


def goes_on(kwrite):
    """The worst time to query the state, and the worst time until the foreground app is
    reported."""
    asked, heard = [], []
    for front in (KONSOLE, KWRITE) * 5:
        if front == KWRITE:
            headroom.ctl("freeze", KWRITE)
            until(lambda: cgroups.is_frozen(kwrite), "KWrite is frozen")
        heard.append(timed(lambda app=front: (kwin.activate(app), headroom.in_front(app))))
        asked.append(timed(headroom.status))
        until(lambda: not cgroups.is_frozen(kwrite), "KWrite is thawed")
    print(
        f"at worst {max(asked):.3f} s for the state, {max(heard):.3f} s until what is in front "
        f"is known"
    )
    assert max(asked) < AT_ONCE
    return max(asked), max(heard)


def leaves_nothing_frozen(kwrite):
    """Asserts that a stop of the daemon thaws everything in time. Prints that time, and the time
    until the daemon is gone."""
    kwin.activate(KONSOLE)
    headroom.in_front(KONSOLE)
    headroom.ctl("freeze", KWRITE)
    until(lambda: cgroups.is_frozen(kwrite), "KWrite is frozen")
    begin = time.monotonic()
    headroom.user("stop", "--no-block", "headroomd.service")
    until(lambda: not cgroups.is_frozen(kwrite), "KWrite is thawed")
    goes_on_after = time.monotonic() - begin
    until(
        lambda: headroom.user("is-active", "headroomd.service", check=False).stdout.strip()
        in ("inactive", "failed"),
        "the daemon is gone",
        within=30,
    )
    print(
        f"goes on after {goes_on_after:.3f} s; the daemon is gone after "
        f"{time.monotonic() - begin:.3f} s: "
        f"{headroom.user('show', '--value', '-p', 'Result', 'headroomd.service').stdout.strip()}"
    )
    assert goes_on_after < AT_ONCE


def test_the_home_hangs(as_before, kwrite, konsole):
    with hanging.mounted() as home:
        since = headroom.journal_cursor()
        took = timed(lambda: starts_anew(XDG_DATA_HOME=home.path, XDG_CONFIG_HOME=home.path))
        print(f"started within {took:.3f} s")
        headroom.wait_for_daemon()
        goes_on(kwrite)
        for sentence in ("desktop files can't be read", "the settings can't be read"):
            until(
                lambda text=sentence: any(text in line for line in headroom.journal(since)),
                f'the journal contains "{sentence}"',
                within=20,
            )
        kwin.activate(KONSOLE)
        headroom.in_front(KONSOLE)
        assert "it isn't known yet what kind of app" in headroom.ctl("why", KWRITE).stdout
        refused = headroom.ctl("set", "Boost/CpuWeight", "600", check=False)
        assert refused.returncode != 0 and "a file system doesn't answer" in refused.stderr
        goes_on(kwrite)
        leaves_nothing_frozen(kwrite)


def test_the_home_comes_back(as_before, kwrite, konsole):
    with hanging.mounted() as home:
        starts_anew(XDG_DATA_HOME=home.path)
        headroom.wait_for_daemon()
        goes_on(kwrite)
        assert headroom.app(KWRITE)["name"] == KWRITE
    until(lambda: headroom.app(KWRITE)["name"] == "KWrite", "its desktop file is read")


def test_the_root_of_a_sandbox_hangs(as_before, kwrite, konsole, closing):
    with hanging.mounted("/") as root:
        inside = [
            "--bind",
            str(root.path),
            "/",
            "--dev-bind",
            "/dev",
            "/dev",
            "--proc",
            "/proc",
            "--bind",
            "/run",
            "/run",
            "--bind",
            "/tmp",
            "/tmp",
        ]
        unit = apps.own_unit(WALLED, uuid.uuid4().hex, "bwrap", *inside, "gnome-calculator")
        closing.append(unit)
        headroom.wait_for_app(WALLED, lambda entry: entry["windows"] > 0, "its window is up")
        root.hangs()
        starts_anew()
        headroom.wait_for_daemon()
        entry = headroom.wait_for_app(
            WALLED, lambda entry: entry["windows"] > 0, "it is known by its unit"
        )
        assert entry["units"] == [unit]
        goes_on(kwrite)
        leaves_nothing_frozen(kwrite)
