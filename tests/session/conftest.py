# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests in a real Plasma session, started by `tests/lab/lab test session`."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from seat import apps, cgroups, gnome, headroom, kwin, turns  # noqa: E402
from seat import konsole as terminal  # noqa: E402
from seat.waiting import Waited, until  # noqa: E402


@pytest.fixture(autouse=True)
def running_daemon():
    headroom.wait_for_daemon()
    yield
    headroom.wait_for_daemon()
    headroom.ctl("thaw", "--all")
    assert not cgroups.frozen_units()


@pytest.fixture(autouse=True)
def no_callback_keeps_the_loop(request):
    """Checks the callbacks of any daemon that ran during the test, whatever the test is about. A
    daemon that strace stops at each call is left out. A file may set a lower limit:
    LONGEST_CALLBACK_MS."""
    yield
    if "traced" in request.fixturenames:
        turns.forget()
    elif hasattr(request.module, "LONGEST_CALLBACK_MS"):
        turns.none_is_longer_than(request.module.LONGEST_CALLBACK_MS)
    else:
        turns.none_is_longer_than(turns.WHATEVER_RUNS_MS, turns.AT_WORK_MS)


@pytest.fixture(scope="module")
def no_start_limit():
    with headroom.drop_in(headroom.NO_START_LIMIT):
        yield


@pytest.fixture(scope="module")
def extension():
    """GNOME Shell with our extension, and no overview."""
    headroom.wait_for_daemon()
    gnome.overview(False)
    gnome.extension(True)
    until(
        lambda: headroom.status()["window_source"] == "gnome-shell", "the extension reports windows"
    )
    yield
    gnome.extension(False)


@pytest.fixture
def closing():
    """Units to stop when the test is over."""
    units = []
    yield units
    if units:
        apps.stop(*units)


@pytest.fixture
def kwrite(closing):
    """KWrite, started from the menu, with its own window up. Returns its unit."""
    before = set(headroom.units("org.kde.kwrite"))
    apps.from_menu("org.kde.kwrite")
    entry = headroom.wait_for_app(
        "org.kde.kwrite",
        lambda e: set(e["units"]) - before and e["windows"] > 0,
        "its window is up",
    )
    unit = next(iter(set(entry["units"]) - before))
    closing.append(unit)
    if before:  # then the window may be another one's, and this one's would take the focus later
        until(
            lambda: any(map(kwin.windows, cgroups.pids_in(cgroups.directory(unit)))),
            "its window is up",
        )
    return unit


@pytest.fixture
def konsole(closing):
    units = terminal.started()
    closing.extend(units)
    terminal.come_to_front()
    return next(unit for unit in units if unit.endswith(".scope"))
