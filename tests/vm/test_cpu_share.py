# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The focused app gets a larger share of a contended processor, by the accounts of systemd and the
kernel."""

import contextlib
import json
import os
import shlex
from pathlib import Path

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


def set_weight(unit, weight):
    """systemd answers first and writes to the kernel's file afterwards."""
    headroom.user("set-property", "--runtime", unit, f"CPUWeight={weight}")
    until(lambda: cgroups.cpu_weight(unit) == weight, f"{unit} has the weight {weight}")


def test_a_weight_that_somebody_else_set_is_left_alone(pair):
    one, other = pair
    focus(other, one)
    set_weight(one.unit, 300)
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


@contextlib.contextmanager
def service_with_a_file(app_id):
    unit = f"app-{app_id}.service"
    file = Path(os.environ["XDG_RUNTIME_DIR"]) / "systemd/user" / unit
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[Service]\nExecStart={shlex.join(LIGHT)}\n", encoding="utf-8")
    headroom.user("daemon-reload")
    headroom.user("start", unit)
    try:
        yield unit
    finally:
        headroom.user("stop", unit)
        headroom.user("revert", unit)
        file.unlink(missing_ok=True)
        headroom.user("daemon-reload")


def weight_kept_for(unit):
    return headroom.user("show", "--value", "-p", "CPUWeight", unit).stdout.strip()


@pytest.mark.parametrize("since, kept", [(None, "[not set]"), (300, "300")])
def test_a_service_that_ends_boosted_keeps_only_what_somebody_else_set(since, kept):
    app_id = "org.example.Kept"
    with service_with_a_file(app_id) as unit:
        headroom.wait_for_app(app_id, lambda entry: entry["windows"] > 0, "its window is up", 60)
        pid = int(headroom.user("show", "--value", "-p", "MainPID", unit).stdout)
        # Headroom may still list the window of the test before this one.
        until(lambda: kwin.windows(pid), "its own window is up", within=60)
        kwin.activate_pid(pid)
        until(lambda: cgroups.cpu_weight(unit) == 500, f"{unit} is boosted", within=30)
        if since:
            set_weight(unit, since)
        headroom.user("stop", unit)
        headroom.user("stop", "headroomd.service")  # which completes what it has begun
        assert weight_kept_for(unit) == kept
        headroom.user("start", "headroomd.service")
        headroom.wait_for_daemon()
        # Though systemd has made a cgroup for it, since its weight was unset.
        assert headroom.app(app_id) is None
        headroom.user("start", unit)
        headroom.wait_for_app(app_id, lambda entry: entry["windows"] > 0, "it is back", 60)
