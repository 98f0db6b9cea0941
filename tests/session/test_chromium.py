# packages: chromium strace
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Chromium is one app of two units, whatever happens between them."""

import os
import signal
import subprocess
import time
import uuid

import pytest

from seat import apps, cgroups, chromium, headroom
from seat.waiting import SLOWNESS, until

KONSOLE = "org.kde.konsole"
KILLS = 50
WITHIN = 1.0  # seconds until all apps run again
PATIENCE = 20  # seconds that a second Chromium waits for the first one; then it kills the first


@pytest.fixture(name="browser")
def browser_behind_konsole(konsole):
    """Its window is hidden, and its tab counts."""
    browser = chromium.Chromium(chromium.page(chromium.COUNTER))
    try:
        until(browser.counted, "its tab counts", within=60)
        browser.hide()
        headroom.in_front(KONSOLE)
        yield browser
    finally:
        browser.end()


def freeze(browser):
    headroom.ctl("freeze", browser.app_id())
    until(browser.is_frozen, "all its units are frozen")


def test_a_tab_goes_on_where_it_was(browser):
    freeze(browser)
    before = browser.counted()
    time.sleep(3)  # it would count on meanwhile
    assert browser.counted() == before
    browser.show()
    until(
        lambda: not any(map(cgroups.is_frozen, browser.units())),
        "all its units are thawed",
        within=2,
    )
    until(lambda: browser.counted() > before, "its tab counts on")
    assert (
        browser.counted() < before + 100
    ), "the page was not reloaded, and the count did not catch up"


@pytest.mark.parametrize("after", [2, 30], ids=["soon", "half a minute later"])
def test_a_second_launch_from_a_terminal_opens_in_it(browser, after):
    freeze(browser)
    time.sleep(after)  # the test is about how long it has been frozen
    assert browser.is_frozen()
    processes = set(cgroups.pids_running(chromium.PROGRAM))
    instance = uuid.uuid4().hex
    second = apps.own_unit(
        KONSOLE, instance, "konsole", "-e", *browser.command(chromium.page("<title>second</title>"))
    )
    try:
        began = time.monotonic()
        until(lambda: browser.is_titled("second"), "the page is open", within=PATIENCE)
        print(f"open after {time.monotonic() - began:.1f} s")
        assert browser.counted() is not None or len(browser.titles()) == 1
        assert processes <= set(cgroups.pids_running(chromium.PROGRAM)), "it is the same browser"
        assert not cgroups.frozen_units()
    finally:
        apps.kill(second)


def test_what_another_app_has_opened_leaves_that_app(tmp_path):
    """KWrite's unit starts Chromium, as a messenger does for a link."""
    clicked = tmp_path / "clicked"
    data = tmp_path / "profile"
    command = f"{chromium.PROGRAM} --user-data-dir={data} --no-first-run --password-store=basic"
    host = apps.own_unit(
        "org.kde.kwrite",
        uuid.uuid4().hex,
        "sh",
        "-c",
        f"kwrite & until [ -e {clicked} ]; do sleep 1; done; {command}",
    )
    units = set()

    def all_have_left():
        pids = cgroups.pids_running(chromium.PROGRAM)
        pids += cgroups.pids_running("chrome_crashpad_handler")
        units.update(filter(None, map(cgroups.unit_of, pids)))
        return bool(pids) and all(cgroups.unit_of(pid) not in (host, None) for pid in pids)

    try:
        headroom.wait_for_app("org.kde.kwrite", lambda entry: entry["windows"] > 0, "it is up")
        clicked.touch()
        until(all_have_left, "nothing of Chromium is in KWrite's unit", within=120)
        mine = {cgroups.unit_of(pid) for pid in cgroups.pids_running(chromium.PROGRAM)}
        until(
            lambda: any(mine <= set(entry["units"]) for entry in headroom.status()["apps"]),
            "its units are one app",
        )
        until(
            lambda: "isn't known which processes"
            not in headroom.ctl("why", "org.kde.kwrite").stdout,
            "KWrite is whole, too",
        )
    finally:
        apps.kill(host, *(units - {host}))


def kill_between(browser):
    """Delays the daemon where it is about to freeze the second unit, and kills it there. Returns
    the cgroups that were frozen then, and the time."""
    pid, paths = headroom.daemon_pid(), browser.paths()
    where = [word for path in paths for word in ("-P", str(path / "cgroup.freeze"))]
    held_back = ["-e", "trace=write,pwrite64", "-e", "inject=write,pwrite64:delay_enter=10s:when=2"]
    asking = None
    with subprocess.Popen(
        ["strace", "-f", "-p", str(pid), *where, *held_back], stderr=subprocess.PIPE, text=True
    ) as tracer:
        try:
            assert "attached" in tracer.stderr.readline()
            asking = subprocess.Popen(
                ["headroomctl", "freeze", browser.app_id()],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            until(lambda: any(map(cgroups.is_to_stand_still, paths)), "one unit is frozen")
            frozen = [path for path in paths if cgroups.is_to_stand_still(path)]
            os.kill(pid, signal.SIGKILL)
            killed = time.monotonic()
        finally:
            tracer.kill()
            if asking:
                asking.wait(timeout=30 * SLOWNESS)
    return frozen, killed


@pytest.mark.usefixtures("no_start_limit")
def test_killed_between_its_units(browser):
    took, one_alone = [], 0
    for kill in range(KILLS):
        headroom.wait_for_daemon()
        until(lambda: len(browser.units()) == 2, "both its units are one app")
        paths = browser.paths()
        old = headroom.daemon_pid()
        frozen, killed = kill_between(browser)
        one_alone += len(frozen) == 1
        until(
            lambda: not any(map(cgroups.is_to_stand_still, paths)),
            f"nothing is frozen after kill {kill}",
            within=5,
        )
        took.append(time.monotonic() - killed)
        until(lambda: headroom.daemon_pid() not in (0, old), "systemd has restarted the daemon")
        until(lambda: not any(map(cgroups.marks, paths)), "no mark is left")
    headroom.wait_for_daemon()
    print(
        f"{KILLS} kills, {one_alone} of them after one unit alone; everything running again "
        f"after {sorted(took)[KILLS // 2]:.3f} s in the middle, "
        f"{max(took):.3f} s at the worst"
    )
    assert max(took) <= WITHIN
    assert one_alone == KILLS, "not every kill came between the two units"
