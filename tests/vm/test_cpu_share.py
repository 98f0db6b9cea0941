# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The focused app gets a larger share of a contended processor, by the accounts of systemd and the
kernel."""

import json

import pytest

from seat import cgroups, headroom, kwin
from seat.busy import LIGHT, Busy, share
from seat.waiting import until


@pytest.fixture(scope="module")
def pair():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    one, other = Busy.each("org.example.One", "org.example.Other", window=LIGHT)
    yield one, other
    one.stop()
    other.stop()


def focus(app, unboosted):
    kwin.activate_pid(app.pid)
    until(
        lambda: headroom.status()["focused"] == app.app_id, f"{app.app_id} has the focus", within=30
    )
    until(lambda: cgroups.cpu_weight(app.unit) == 500, f"{app.unit} is boosted", within=30)
    until(
        lambda: cgroups.cpu_weight(unboosted.unit) == 100,
        f"{unboosted.unit} is no longer boosted",
        within=30,
    )


def test_share_of_one_processor(pair):
    one, other = pair
    focus(one, other)
    assert headroom.app(one.app_id)["boosted"]
    shares = {"one in front": share(one, other)}
    focus(other, one)
    shares["other in front"] = share(other, one)

    headroom.user("stop", "headroomd.service")
    until(lambda: cgroups.cpu_weight(other.unit) == 100, "the weights are restored", within=30)
    cgroups.until_unmarked(other.path)
    shares["after Headroom was stopped"] = share(one, other)
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()

    for name, value in shares.items():
        print(f"{name}: {value:.1%}")
    assert shares["one in front"] >= 0.75
    assert shares["other in front"] >= 0.75
    assert 0.45 <= shares["after Headroom was stopped"] <= 0.55


def test_doctor_measures_what_weights_give():
    measured = json.loads(headroom.ctl("doctor", "--measure-cpu", "--json").stdout)["measured"]
    print(measured)
    assert measured["cpu"]["works"] is True
    assert abs(measured["cpu"]["share"] - measured["cpu"]["expected"]) <= 5
    assert measured["io"] is None


def test_weights_are_given_back_after_a_kill(pair):
    one, other = pair
    focus(one, other)
    headroom.user("kill", "--signal=KILL", "headroomd.service")
    # The next daemon boosts the foreground app again. So the weight to check is that of the app
    # that is no longer in front.
    until(
        lambda: headroom.ctl("status", "--json", check=False).returncode == 0,
        "systemd has restarted the daemon",
        within=30,
    )
    kwin.activate_pid(other.pid)
    until(
        lambda: cgroups.cpu_weight(one.unit) == 100,
        "the weight that the killed daemon set is gone",
        within=30,
    )
    cgroups.until_unmarked(one.path)


def test_a_weight_that_somebody_else_set_is_left_alone(pair):
    one, other = pair
    focus(other, one)
    headroom.user("set-property", "--runtime", one.unit, "CPUWeight=300")
    kwin.activate_pid(one.pid)
    until(
        lambda: headroom.status()["focused"] == one.app_id, f"{one.app_id} has the focus", within=30
    )
    until(
        lambda: "another program" in headroom.ctl("why", one.app_id).stdout,
        "`headroomctl why` says why there is no boost",
        within=30,
    )
    assert cgroups.cpu_weight(one.unit) == 300
