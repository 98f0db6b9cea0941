# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""What the applet costs while it is open, and that it costs nothing once it is closed."""

import contextlib
import statistics
import time
import uuid

import pytest

from seat import apps, headroom, quiet
from seat.waiting import until

APPS = 60
WINDOW = "org.kde.plasmawindowed"
DAEMON = "headroomd.service"
MOST_OF_ONE_CPU = 0.02


@pytest.fixture(scope="module")
def sixty_apps():
    units = [
        apps.own_unit(f"org.example.idle{number}", uuid.uuid4().hex, "sleep", "infinity")
        for number in range(APPS)
    ]
    until(
        lambda: sum(app["id"].startswith("org.example.idle") for app in headroom.status()["apps"])
        == APPS,
        "all of them are known",
        within=60,
    )
    yield
    apps.stop(*units)


@contextlib.contextmanager
def opened():
    """The applet in a window of its own. Yields its unit."""
    unit = apps.own_unit(WINDOW, uuid.uuid4().hex, "plasmawindowed", "org.headroomd.headroom")
    try:
        headroom.wait_for_app(
            WINDOW, lambda entry: entry["windows"] > 0, "the applet is up", within=120
        )
        yield unit
    finally:
        apps.stop(unit)


def share_of_one_cpu(*units, seconds=5):
    before = [quiet.used_us(unit) for unit in units]
    began = time.monotonic()
    time.sleep(seconds)  # the length of the measurement
    took_us = (time.monotonic() - began) * 1e6
    return [round((quiet.used_us(unit) - used) / took_us, 4) for unit, used in zip(units, before)]


def test_open_with_sixty_apps_it_takes_next_to_nothing(sixty_apps):
    with opened() as applet:
        share_of_one_cpu(applet)  # leaves out the cost of the start
        shares = [share_of_one_cpu(DAEMON, applet) for _ in range(3)]
    print("of one processor, daemon and applet:", shares)
    assert all(daemon > 0 for daemon, _ in shares), "the daemon measures while the applet is open"
    assert statistics.median(daemon + applet for daemon, applet in shares) <= MOST_OF_ONE_CPU


def test_closed_it_takes_nothing(sixty_apps):
    """If the daemon still measured for a closed applet, it would wake up each second."""
    pid = headroom.daemon_pid()
    with opened() as applet:
        share_of_one_cpu(applet)
    quiet.end_what_would_end_by_itself()
    # What ends with it leaves the bus at some time, and wakes the daemon once. A daemon that
    # measures wakes up each second, and never rests for so long.
    until(lambda: quiet.rests(pid, quiet.AT_REST_S), "the daemon does nothing at all", within=60)
