# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Gentle reclaim: which sources are queried while it is enabled, and that none is while it is
disabled. The policy's own tests cover what it does with the answers."""

import time

import pytest

import fake_sources as fakes
from private_bus import until

KATE = "org.kde.kate"
STAYS = "is not pushed out: "


@pytest.fixture
def start(desk, tree):
    def started():
        (tree.proc / "pressure").mkdir()
        for resource in ("cpu", "io", "memory"):
            (tree.proc / "pressure" / resource).write_text(
                "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n", encoding="ascii"
            )
        (tree.sys / "class/power_supply/BAT0").mkdir(parents=True)
        (tree.sys / "class/power_supply/BAT0/type").write_text("Battery\n", encoding="ascii")
        _, window = desk.app(KATE)
        headroomd = desk.start()
        until(lambda: KATE in headroomd.call("Measure")[0], "the app is known")
        desk.kwin.window(window, hidden=True)
        return headroomd

    return started


def why_it_stays(headroomd):
    return [line.partition(STAYS)[2] for line in headroomd.explain(KATE) if STAYS in line]


def switch(headroomd, on):
    headroomd.call("SetSetting", "(ss)", "Memory/GentleReclaim", on)


def test_power_is_asked_for_while_it_is_switched_on(bus, start):
    with fakes.UPower(bus) as upower:
        headroomd = start()
        assert why_it_stays(headroomd) == []
        switch(headroomd, "true")
        until(
            lambda: why_it_stays(headroomd)
            == ["it was used, or resources were short, less than a minute ago."],
            "the machine is reported to run on mains",
        )
        upower.runs_on(battery=True)
        until(
            lambda: why_it_stays(headroomd) == ["the computer runs on battery."],
            "the machine is reported to run on battery",
        )
        switch(headroomd, "false")
        assert why_it_stays(headroomd) == []


def test_nobody_knows_of_power_without_upower(start):
    headroomd = start()
    switch(headroomd, "true")
    until(
        lambda: why_it_stays(headroomd) == ["it isn't known whether the computer runs on battery."],
        "the power source is reported as unknown",
    )


def test_a_hidden_app_is_asked_for_a_little(bus, tree, desk, start):
    """This takes more than a minute, since an app must have been in the background for that
    long."""
    gib = 1 << 30
    with fakes.UPower(bus):
        headroomd = start()
        meminfo = {
            "MemTotal": 8 * gib,
            "MemAvailable": 4 * gib,
            "Active(file)": gib,
            "SwapTotal": 4 * gib,
            "SwapFree": 4 * gib,
        }
        (tree.proc / "meminfo").write_text(
            "".join(f"{name}: {amount // 1024} kB\n" for name, amount in meminfo.items()),
            encoding="ascii",
        )
        (tree.proc / "vmstat").write_text("pswpin 0\npswpout 0\n", encoding="ascii")
        unit = next(unit for unit in tree.units if KATE in unit.name)
        unit.write("memory.current", f"{gib}\n")
        unit.write("memory.reclaim", "")
        for resource in ("io", "memory"):
            unit.write(f"{resource}.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=7\n")
        switch(headroomd, "true")
        deadline = time.monotonic() + 100
        while time.monotonic() < deadline and not unit.read("memory.reclaim"):
            time.sleep(0.5)  # a thread of the daemon writes the file, and no event reports that
        assert unit.read("memory.reclaim").strip() == f"{gib // 100 // 4096 * 4096} swappiness=0"
        headroomd.await_log(f"pushing unused memory of {KATE} out: it is hidden")
        assert any("is being pushed out: " in line for line in headroomd.explain(KATE))
        assert (unit.attribute("user.oomd_avoid"), unit.mark("avoid")) == ("t", "1")
        desk.kwin.window(desk.windows[0], hidden=False)
        headroomd.await_log(f"{KATE} is visible [reclaimed app-{KATE}-1.scope]")
        assert [entry[1] for entry in headroomd.history() if entry[1].startswith("reclaim")] == [
            "reclaim",
            "reclaimed",
        ]
        assert (unit.attribute("user.oomd_avoid"), unit.mark("avoid")) == (None, None)
