# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A hidden app takes the processor that the foreground app needs. It is napped, which shows in the
kernel's files, and it keeps running."""

import pytest

from seat import apps, cgroups, headroom, kwin, quiet
from seat.busy import LIGHT, Busy, Grinder
from seat.waiting import until

HOG = Grinder.app_id
NAPPED, USUAL = 20, 100


@pytest.fixture(scope="module")
def front():
    """A window with two loops on one processor: it has to wait for it, whatever its weight is."""
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    app = Busy("org.example.Front", loops=2, window=LIGHT)
    kwin.activate_pid(app.pid)
    headroom.in_front(app.app_id, within=60)
    yield app
    app.stop()


@pytest.fixture
def cursor(front):
    """The journal's cursor before the hog starts."""
    return headroom.journal_cursor()


@pytest.fixture
def hog(cursor):
    with Grinder() as grinder:
        yield grinder.unit


def test_a_hidden_hog_gets_the_weight_of_a_nap(front, cursor, hog):
    path = cgroups.directory(hog)
    until(
        lambda: cgroups.cpu_weight(hog) == NAPPED, "the kernel has the weight of a nap", within=60
    )
    said = until(
        lambda: headroom.acts_on(headroom.acts(cursor), "nap", HOG), "the journal has the nap"
    )
    print(said[0]["MESSAGE"])
    assert cgroups.cpu_weight(front.unit) == 500
    assert headroom.app(HOG)["state"] == "napped"
    pids, before = set(cgroups.pids_in(path)), quiet.used_us(hog)
    until(lambda: quiet.used_us(hog) > before, "it keeps running", within=30)
    assert set(cgroups.pids_in(path)) == pids and not cgroups.is_frozen(hog)

    headroom.user("stop", "headroomd.service")
    until(lambda: cgroups.cpu_weight(hog) == USUAL, "the weight is unset", within=30)
    cgroups.until_unmarked(path)
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()


def test_a_nap_ends_with_what_called_for_it(front, cursor, hog):
    until(lambda: cgroups.cpu_weight(hog) == NAPPED, "it is napped", within=60)
    apps.kill(front.unit)
    until(
        lambda: cgroups.cpu_weight(hog) == USUAL,
        "the nap ends, as no app needs what it takes",
        within=90,
    )
    cgroups.until_unmarked(cgroups.directory(hog))

    def acts():
        return [
            act["HEADROOM_ACTION"] for act in headroom.acts(cursor) if act["HEADROOM_APP"] == HOG
        ]

    until(lambda: len(acts()) >= 2, lambda: f"the journal has both: {acts()}")
    assert acts()[:2] == ["nap", "wake"]  # the desktop itself may soon need the processor again
