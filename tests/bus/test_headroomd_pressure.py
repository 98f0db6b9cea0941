# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: whose stalls it looks at, and what it says where the kernel doesn't help."""

import json
import os

from fake_kwin import FakeKwin
from private_bus import until


def test_the_bus_says_which_process_the_compositor_is(tree, bus, start_headroomd, start_ctl, tmp_path):
    tree.show(os.getpid(), tree.unit("session.slice/plasma-kwin_wayland.service"), "kwin_wayland")  # the fake is of this process
    start_headroomd()
    recording = start_ctl("record", str(tmp_path / "recording"))
    assert recording.stderr.readline() == "Recording. Ctrl+C ends it.\n"

    def seen():
        lines = (tmp_path / "recording").read_text(encoding="utf-8").splitlines()
        return [line for line in lines if '"CompositorSeen"' in line]
    with FakeKwin(bus) as kwin:
        until(seen, "the compositor in the recording")
        kwin.await_call("unloadScript")  # its thread runs, and so can be told to end
        assert json.loads(seen()[0])["process"]["pid"] == os.getpid()
    with FakeKwin(bus) as kwin:
        until(lambda: len(seen()) == 2, "the next one, too")
        kwin.await_call("unloadScript")


def test_a_compositor_in_no_unit_is_let_be(kwin, start_headroomd):
    headroomd = start_headroomd()
    headroomd.await_log("the compositor's own stalls are not seen: ")
    kwin.await_call("unloadScript")
    assert headroomd.is_alive()


def test_pressure_that_wakes_nobody_can_still_be_asked_for(tree, start_headroomd):
    """Plain files take no triggers: neither would the files of a kernel before 6.5, nor those of a unit that is root's."""
    (tree.proc / "pressure").mkdir()
    for resource in ("cpu", "io", "memory"):
        (tree.proc / "pressure" / resource).write_text("some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n", encoding="ascii")
    headroomd = start_headroomd()
    available, reason, _ = headroomd.get("Capabilities")["pressure"]
    assert available and "wakes nobody" in reason
    headroomd.await_log("stalls of the system are seen only while looking")
    assert (tree.proc / "pressure" / "memory").read_text(encoding="ascii").startswith("some avg10=")
