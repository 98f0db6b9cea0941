# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl doctor measures what weights give. The fake manager makes no cgroups, so they give
nothing; what they give on a disk is tested in the virtual machine."""

import json

import pytest


def scopes(systemd):
    return {
        arguments[0].split("-")[1]: dict(arguments[2])
        for method, arguments in systemd.calls
        if method == "StartTransientUnit"
    }


def test_two_compete_for_a_cpu(daemon, systemd, ctl):
    daemon.properties["Settings"] = {"Boost/CpuWeight": "300"}
    cpu = json.loads(ctl("doctor", "--measure-cpu", "--json").stdout)["measured"]["cpu"]
    made = scopes(systemd)
    assert {name: scope["CPUWeight"] for name, scope in made.items()} == {
        "front": 300,
        "other": 100,
    }
    assert {scope["Slice"] for scope in made.values()} == {"headroom.slice"}
    assert len(systemd.moved) == 2
    assert cpu["weight"] == 300 and cpu["expected"] == 75
    assert 20 < cpu["share"] < 80 and 0 < cpu["cpus"] <= 1.01
    assert cpu["works"] is (cpu["share"] >= 62.5)


def test_it_is_told_in_sentences(daemon, systemd, ctl):
    stdout = ctl("doctor", "--measure-cpu").stdout
    assert "Measured for two seconds: the active app would get " in stdout
    assert "Its weight stands for 86 %. So CPU weights " in stdout


@pytest.mark.parametrize("weight, is_close", [(100, True), (110, True), (111, False)])
def test_a_weight_close_to_the_others_has_no_verdict(daemon, systemd, ctl, weight, is_close):
    """Chance would decide: equal shares are nearly what it stands for."""
    daemon.properties["Settings"] = {"Boost/CpuWeight": str(weight)}
    cpu = json.loads(ctl("doctor", "--measure-cpu", "--json").stdout)["measured"]["cpu"]
    assert cpu["weight"] == weight and (cpu["works"] is None) is is_close


def test_without_a_verdict_the_shares_are_told(daemon, systemd, ctl):
    daemon.properties["Settings"] = {"Boost/CpuWeight": "100"}
    stdout = ctl("doctor", "--measure-cpu").stdout
    assert "Its weight stands for 50 %.\n" in stdout


def test_nothing_is_measured_unasked(daemon, systemd, ctl):
    ctl("doctor")
    assert not scopes(systemd)


def test_a_directory_on_no_disk(daemon, systemd, environment, ctl):
    environment["XDG_CACHE_HOME"] = "/proc"
    stderr = ctl("doctor", "--measure-io", check=1).stderr
    assert stderr.startswith("headroomctl: The disk below /proc can't be measured: ")
    assert not scopes(systemd)


def test_a_unit_that_can_not_be_made(daemon, systemd, ctl):
    systemd.result = "failed"
    stderr = ctl("doctor", "--measure-cpu", check=1).stderr
    assert "systemd could not make a unit for it: failed." in stderr


def test_without_the_daemon_nothing_competes(systemd, ctl):
    ctl("doctor", "--measure-cpu", check=3)
    assert not scopes(systemd)
