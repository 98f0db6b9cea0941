# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""`headroomctl disable-for`: for a while Headroom does nothing by itself, as the kernel's files
show."""

import pytest

from seat import apps, cgroups, headroom, kwin
from seat.busy import Busy
from seat.waiting import until

FRONT, BEHIND = "org.example.Front", "org.example.Behind"
BOOSTED, USUAL = 500, 100


@pytest.fixture(scope="module")
def editor():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    app = Busy(FRONT, loops=1)
    yield app
    app.stop()


@pytest.fixture(name="front")
def app_in_front(editor):
    kwin.activate_pid(editor.pid)
    headroom.in_front(FRONT, within=60)
    until(lambda: cgroups.cpu_weight(editor.unit) == BOOSTED, "it is boosted", within=60)
    yield editor.unit
    headroom.ctl("enable")


def test_nothing_is_boosted_for_an_hour_or_until_it_is_enabled(front):
    headroom.ctl("disable-for", "1h")
    until(lambda: cgroups.cpu_weight(front) == USUAL, "the weight is the usual one")
    assert "Headroom is paused until " in headroom.ctl("status").stdout
    headroom.ctl("enable")
    until(lambda: cgroups.cpu_weight(front) == BOOSTED, "it is boosted again")
    assert "is paused until" not in headroom.ctl("status").stdout


def test_it_ends_by_itself(front):
    headroom.ctl("disable-for", "10s")
    until(lambda: cgroups.cpu_weight(front) == USUAL, "the weight is the usual one")
    until(lambda: cgroups.cpu_weight(front) == BOOSTED, "the time is over", within=60)


def test_what_the_user_has_frozen_stays_frozen(front):
    behind = apps.own_unit(BEHIND, "1", "sleep", "1000")
    headroom.wait_for_app(BEHIND)
    headroom.ctl("freeze", BEHIND)
    until(lambda: cgroups.is_frozen(behind), "it is frozen")
    headroom.ctl("disable-for", "1h")
    assert cgroups.is_frozen(behind)
    headroom.ctl("thaw", BEHIND)
    until(lambda: not cgroups.is_frozen(behind), "it runs again")
    apps.kill(behind)
