# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""uresourced (https://gitlab.freedesktop.org/benzea/uresourced) did a part of this before. It has
ten defects and limits. The list names the tests that would have found each; those that had none are
here.

1. A stream that ends while it runs leaves its boost behind:
   tests/bus/test_headroomd_audio.py::test_what_goes_while_it_runs_leaves_nothing and
   tests/bus/test_headroomd_audio.py::test_who_records_is_boosted_and_no_longer_when_the_node_goes
2. Only pipewire-pulse's clients are known:
   tests/session/test_audio.py::test_each_player_is_known_and_left_alone_while_it_plays
3. The pid within a sandbox is taken for a pid outside, and a client without a pid causes a crash:
   tests/bus/test_headroomd_audio.py::test_the_number_in_a_sandbox_is_not_taken_for_ours and
   tests/bus/test_headroomd_audio.py::test_what_cannot_be_told_is_nobodys
4. A PipeWire that is restarted is not found again:
   tests/bus/test_headroomd_audio.py::test_the_server_is_killed_and_comes_back and
   tests/session/test_audio.py::test_after_a_restart_of_all_of_it
5. Games that ran before are missed:
   tests/bus/test_headroomd_duties.py::test_what_was_there_before_us_is_known
6. Every directory below app.slice gets weights, even one that is no unit:
   tests/bus/test_headroomd_peers_defects.py::test_a_cgroup_within_a_unit_is_none_of_ours
7. Properties are set permanently, by files in /etc:
   tests/bus/test_headroomd.py::test_focus_boosts_and_its_loss_unsets and
   tests/bus/test_headroomd_peers_defects.py::test_nothing_that_is_set_outlives_the_session
8. It supports only GNOME: tests/session/test_focus.py::test_the_focus_moved_twenty_times,
   tests/session/test_sway.py::test_the_focus_moved_twenty_times,
   tests/session/test_x11.py::test_the_focus_moved_twenty_times
9. It neither responds to pressure nor shows anything:
   tests/bus/test_headroomd_exempt.py::test_nothing_speaks_against_it,
   tests/bus/test_headroomctl_status.py::test_the_table_is_aligned_and_plain_in_a_pipe
10. The path of the user's cgroup is hard-coded:
   tests/bus/test_headroomd_peers_defects.py::test_a_manager_that_is_elsewhere_is_found
"""

import re
from pathlib import Path

from cgroup_tree import MANAGER
from fake_kwin import normal_window
from private_bus import until

ROOT = Path(__file__).resolve().parents[2]
KATE = "org.kde.kate"


def test_each_test_that_is_named_above_is_there():
    named = re.findall(r"(tests/[\w/]+\.py)::(\w+)", __doc__)
    assert len({number for number in re.findall(r"^(\d+)\. ", __doc__, re.MULTILINE)}) == 10
    missing = [
        f"{path}::{test}"
        for path, test in named
        if f"def {test}(" not in (ROOT / path).read_text(encoding="utf-8")
    ]
    assert not missing


def test_a_cgroup_within_a_unit_is_none_of_ours(desk):
    """cgroupify and browsers create them, one for each process. The window's process is in one."""
    kate = desk.tree.unit(f"app.slice/app-{KATE}-1.scope")
    inner = [
        desk.tree.unit(f"app.slice/app-{KATE}-1.scope/{name}")
        for name in ("4711", "tab.scope", "browser.service")
    ]
    window = desk.window(desk.tree.sleep(inner[1]), KATE)
    headroomd = desk.start(focus=window)
    until(lambda: headroomd.of_app(KATE, "Boosted"), "kate is boosted")
    assert [arguments[0] for arguments in desk.systemd.await_calls("SetUnitProperties", 1)] == [
        kate.name
    ]
    headroomd.call("Measure")
    assert [list(unit) for unit in [headroomd.of_app(KATE, "Units")]] == [[kate.name]]
    assert not any(cgroup.mark(name) for cgroup in inner for name in ("weights", "frozen"))


def test_nothing_that_is_set_outlives_the_session(desk):
    _, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    until(lambda: headroomd.of_app(KATE, "Boosted"), "kate is boosted")
    desk.kwin.focus(None)
    headroomd.terminate()
    set_for = [
        runtime
        for method, (_unit, runtime, _properties) in desk.systemd.calls
        if method == "SetUnitProperties"
    ]
    assert len(set_for) >= 2 and all(set_for)


def test_a_manager_that_is_elsewhere_is_found(tree, bus, kwin, systemd, start_headroomd):
    """It is below other slices than logind's."""
    systemd.tree = tree
    elsewhere = f"desks.slice/desks-first.slice/{MANAGER.rpartition('/')[2]}"
    kate = tree.unit(f"app.slice/app-{KATE}-1.scope", under=elsewhere)
    ours = f"/{elsewhere}/session.slice/headroomd.service"
    headroomd = start_headroomd(
        before=f'mkdir {tree.proc}/$$ && echo "0::{ours}" > {tree.proc}/$$/cgroup'
    )
    kwin.await_call("isScriptLoaded")
    window = normal_window(tree.sleep(kate), KATE)
    kwin.snapshot(window, focus=window)
    until(lambda: headroomd.get("Focused") == KATE, "kate is in front")
    until(lambda: kate.mark("weights"), "kate is boosted")
