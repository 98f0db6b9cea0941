# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""Gentle reclaim with a real kernel: memory that a hidden app doesn't use moves to swap gradually.
Other apps keep theirs."""

import uuid

import pytest

from seat import apps, cgroups, headroom, machine
from seat.loads import BLOCK, python
from seat.waiting import until

APP = "org.example.Idle"
SETTING = "Memory/GentleReclaim"
HOLDS = BLOCK + "import signal\nheld = [bytearray(block) for _ in range(160)]\nsignal.pause()\n"


def in_swap(unit):
    return int((cgroups.directory(unit) / "memory.swap.current").read_text(encoding="ascii"))


@pytest.fixture
def idle_app():
    machine.swap_on_zram(256)
    unit = apps.own_unit(APP, uuid.uuid4().hex, *python(HOLDS))
    headroom.wait_for_app(APP)
    yield unit
    headroom.ctl("set", SETTING, "--default")
    apps.kill(unit)
    machine.no_swap()


def test_what_a_hidden_app_does_not_use_is_pushed_out(idle_app):
    headroom.wait_for_daemon()
    cursor = headroom.journal_cursor()
    pids = cgroups.pids_in(cgroups.directory(idle_app))
    assert in_swap(idle_app) == 0
    headroom.ctl("set", SETTING, "true")
    until(lambda: in_swap(idle_app), "part of it is in swap", within=60)
    print(f"{in_swap(idle_app)} bytes so far; {headroom.ctl('why', APP).stdout}")
    headroom.ctl("set", SETTING, "--default")
    until(
        lambda: {"reclaim", "reclaimed"}
        <= {act["HEADROOM_ACTION"] for act in headroom.acts(cursor) if act["HEADROOM_APP"] == APP},
        "the history has both the start and the end of the reclaim",
    )
    assert cgroups.pids_in(cgroups.directory(idle_app)) == pids and not cgroups.is_frozen(idle_app)
