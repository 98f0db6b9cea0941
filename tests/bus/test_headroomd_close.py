# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Close answers what it knows when it answers."""

import contextlib

import pytest
from gi.repository import GLib

from fake_niri import FakeNiri
from headroomd import error_of
from private_bus import until

KATE = "org.kde.kate"


def test_a_compositor_that_cant_be_asked_any_more(tmp_path, tree, systemd, start_headroomd):
    systemd.tree = tree
    window = {"id": 4, "pid": tree.sleep(tree.unit(f"app.slice/app-{KATE}-1.scope")), "app_id": KATE}
    with contextlib.closing(FakeNiri(tmp_path, [window])) as niri:
        headroomd = start_headroomd()
        until(lambda: headroomd.get("WindowSource") == "niri", "it is heard")
        until(lambda: headroomd.of_app(KATE, "Windows") == 1, "its window is known")
        niri.stops_listening()
        with pytest.raises(GLib.Error) as error:
            headroomd.call("Close", "(s)", KATE)
    name, sentence = error_of(error)
    assert name == "Failed"
    assert sentence.startswith("connecting to") and "niri" in sentence
