# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: which stalls it measures, and what it reports where the kernel gives no help."""

import json
import os

import pytest

from fake_kwin import FakeKwin
from private_bus import until


def test_the_bus_says_which_process_the_compositor_is(
    tree, bus, start_headroomd, start_ctl, tmp_path
):
    tree.show(
        os.getpid(), tree.unit("session.slice/plasma-kwin_wayland.service"), "kwin_wayland"
    )  # the fake runs in this process
    start_headroomd()
    recording = start_ctl("record", str(tmp_path / "recording"))
    assert recording.stderr.readline() == "Recording. Ctrl+C ends it.\n"

    def seen():
        lines = (tmp_path / "recording").read_text(encoding="utf-8").splitlines(True)
        return [line for line in lines if '"CompositorSeen"' in line and line.endswith("\n")]

    with FakeKwin(bus) as kwin:
        until(seen, "the compositor is in the recording")
        kwin.await_call("isScriptLoaded")  # its thread runs, and so can be told to end
        assert json.loads(seen()[0])["process"]["pid"] == os.getpid()
    with FakeKwin(bus) as kwin:
        until(lambda: len(seen()) == 2, "the next compositor is in the recording, too")
        kwin.await_call("isScriptLoaded")


def test_a_compositor_in_no_unit_is_exempt(kwin, start_headroomd):
    headroomd = start_headroomd()
    headroomd.await_log("the compositor's own stalls are not measured: ")
    kwin.await_call("isScriptLoaded")
    assert headroomd.is_alive()


def test_pressure_that_wakes_nobody_can_still_be_asked_for(tree, start_headroomd):
    """Plain files accept no triggers, like the files of a kernel before 6.5, or those of a unit
    that root owns."""
    (tree.proc / "pressure").mkdir()
    for resource in ("cpu", "io", "memory"):
        (tree.proc / "pressure" / resource).write_text(
            "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n", encoding="ascii"
        )
    headroomd = start_headroomd()
    available, reason, _ = headroomd.get("Capabilities")["pressure"]
    assert available and "only on request" in reason
    headroomd.await_log("stalls of the system are noticed only while sampling")
    assert (tree.proc / "pressure" / "memory").read_text(encoding="ascii").startswith("some avg10=")


MEMORY_STAT = """anon 900
file 5000
slab_unreclaimable 7
slab_reclaimable 70
inactive_anon 600
active_anon 300
inactive_file 4000
active_file 1000
unevictable 50
zswap 20
zswapped 60
"""


def measure(headroomd, app):
    return until(lambda: headroomd.call("Measure")[0].get(app), f"{app} is known")


def test_what_an_app_needs_is_told_beside_what_it_has(desk):
    one, _ = desk.app("firefox")
    other = desk.tree.unit("app.slice/app-firefox-2.scope")
    for unit in (one, other):
        unit.write("memory.current", "6000\n")
        unit.write("memory.swap.current", "100\n")
        unit.write("memory.stat", MEMORY_STAT)
        unit.write("memory.pressure", "some avg10=1.50 avg60=0.00 avg300=0.00 total=1\n")
    other.write("memory.pressure", "some avg10=12.00 avg60=0.00 avg300=0.00 total=1\n")
    (desk.tree.proc / "swaps").write_text(
        "Filename\tType\tSize\tUsed\tPriority\n/dev/dm-1 partition 1000\t1\t-2\n", encoding="ascii"
    )
    measures = measure(desk.start(), "firefox")
    assert measures == {
        "memory": 12000,
        "memory-needed": 2 * (6000 - 4000 - 70),
        "memory-slack": 2 * (4000 + 70),
        "memory-needed-measured": False,
        "memory-zswap": 2 * 20,
        "swap": 200,
        "swap-compressed": 2 * 60,
        "pressure-memory": 12.0,
        "worst-pressure": "memory",
        "hurt-rank": 0,
    }


def test_apps_are_ranked_by_how_badly_they_are_hit(desk):
    stalls = {"frozen": "0.00", "worse": "40.00", "front": "20.00", "behind": "20.70", "idle": ""}
    units = {}
    for name, share in stalls.items():
        units[name], window = desk.app(name)
        if share:
            units[name].write("io.pressure", f"some avg10={share} avg60=0.00 avg300=0.00 total=1\n")
        if name == "front":
            front = window
    headroomd = desk.start(focus=front)
    until(lambda: set(headroomd.call("Measure")[0]) == set(stalls), "all apps are known")
    until(lambda: headroomd.get("Focused") == "front", "one is in front")
    units["frozen"].settles()
    headroomd.freeze("frozen")
    measures = headroomd.call("Measure")[0]
    assert {name: each["hurt-rank"] for name, each in measures.items()} == {
        "frozen": 0,
        "worse": 1,
        "front": 2,
        "behind": 3,
        "idle": 4,
    }
    assert {each.get("worst-pressure") for each in measures.values()} == {"io", None}
    headroomd.thaw("frozen")
    assert headroomd.call("Measure")[0]["frozen"]["hurt-rank"] == 3


@pytest.mark.parametrize(
    "stat",
    [
        "",
        MEMORY_STAT.replace("inactive_file 4000", "inactive_file many"),
        MEMORY_STAT.replace("slab_reclaimable 70\n", ""),
    ],
)
def test_a_part_of_what_it_needs_is_not_told_for_the_whole(desk, stat):
    unit, _ = desk.app("firefox")
    unit.write("memory.stat", stat)
    found = measure(desk.start(), "firefox")
    assert found["memory"] == 4096
    assert not {"memory-needed", "memory-slack", "memory-needed-measured"} & found.keys()


@pytest.mark.parametrize(
    "used_of_zram, used_of_disk, compressed", [(5, 0, 100), (0, 5, 60), (5, 5, None)]
)
def test_what_of_its_swap_is_compressed(desk, used_of_zram, used_of_disk, compressed):
    unit, _ = desk.app("firefox")
    unit.write("memory.swap.current", "100\n")
    unit.write("memory.stat", MEMORY_STAT)
    (desk.tree.proc / "swaps").write_text(
        "Filename\tType\tSize\tUsed\tPriority\n"
        f"/dev/zram0 partition 1000\t{used_of_zram}\t100\n"
        f"/dev/dm-1 partition 1000\t{used_of_disk}\t-2\n",
        encoding="ascii",
    )
    assert measure(desk.start(), "firefox").get("swap-compressed") == compressed


def test_what_is_unknown_of_one_unit_is_unknown_of_the_app(desk):
    unit, _ = desk.app("firefox")
    other = desk.tree.unit("app.slice/app-firefox-2.scope")
    for each in (unit, other):
        each.write("memory.stat", MEMORY_STAT)
    other.write("memory.stat", "")
    found = measure(desk.start(), "firefox")
    assert found["memory"] == 2 * 4096 and "memory-needed" not in found


def test_the_machine_is_measured_as_the_kernel_says(tree, start_headroomd):
    (tree.proc / "pressure").mkdir()
    for resource, text in {
        "cpu": "some avg10=1.00 avg60=2.00 avg300=3.00 total=0\n",
        "io": "some avg10=nan avg60=2.00 total=0\n",
        "memory": (
            "some avg10=0.00 avg60=0.00 avg300=100.00 total=0\nfull avg10=9.00 avg60=9.00 "
            "avg300=9.00 total=0\n"
        ),
    }.items():
        (tree.proc / "pressure" / resource).write_text(text, encoding="ascii")
    assert start_headroomd().call("MeasureMachine")[0] == {
        "cpu": {"some-avg10": 1.0, "some-avg60": 2.0, "some-avg300": 3.0},
        "io": {"some-avg60": 2.0},
        "memory": {"some-avg10": 0.0, "some-avg60": 0.0, "some-avg300": 100.0},
    }


def test_the_foreground_is_measured_as_the_kernel_says(tree, desk):
    """Its units, and those of no other app."""
    (tree.proc / "pressure").mkdir()
    (tree.proc / "pressure" / "memory").write_text(
        "some avg10=9.00 avg60=9.00 avg300=9.00 total=0\n", encoding="ascii"
    )
    front, window = desk.app("front")
    front.write("memory.pressure", "some avg10=1.00 avg60=2.00 avg300=3.00 total=0\n")
    front.write("cpu.pressure", "some avg10=4.00 total=0\n")
    behind, _ = desk.app("behind")
    behind.write("memory.pressure", "some avg10=50.00 avg60=50.00 avg300=50.00 total=0\n")
    headroomd = desk.start(focus=window)
    until(lambda: "foreground-memory" in headroomd.call("MeasureMachine")[0], "one is in front")
    measures = headroomd.call("MeasureMachine")[0]
    assert {name: of for name, of in measures.items() if name.startswith("foreground")} == {
        "foreground-cpu": {"some-avg10": 4.0},
        "foreground-memory": {"some-avg10": 1.0, "some-avg60": 2.0, "some-avg300": 3.0},
    }


def test_a_machine_that_tells_nothing_has_no_measures(start_headroomd):
    assert start_headroomd().call("MeasureMachine")[0] == {}
