# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: which app it names as the cause of a shortage, the same to all views."""

from private_bus import until
from sandboxed import caller
from short_of_memory import Figures

KATE, HOG = "org.kde.kate", "org.example.Hog"
NONE = ("", "", "", "", False)


def culprit(headroomd):
    return headroomd.get("Culprit")


def test_while_nothing_is_short_a_pause_has_another_reason(desk):
    desk.app(HOG)
    headroomd = desk.start()
    assert culprit(headroomd) == NONE and headroomd.get("CulpritSummary") == ""
    headroomd.freeze(HOG)
    assert culprit(headroomd) == NONE
    headroomd.thaw(HOG)


def test_a_hog_is_named_from_its_pause_until_it_is_resumed(bus, desk, hog):
    _, front = desk.app(KATE)
    with Figures(desk.tree, hog) as figures, caller(bus, "free") as view:
        headroomd = desk.start(focus=front)
        until(lambda: HOG in headroomd.call("Measure")[0], "the app is known")
        assert view.get("Culprit") == [list(NONE)]
        figures.grow()
        desk.tree.makes_the_daemon_sample()
        figures.stall()
        until(lambda: culprit(headroomd)[4], "it is paused")
        app, sentence, resource, shortage, _ = culprit(headroomd)
        assert (app, resource, shortage) == (HOG, "memory", "memory ran short")
        assert sentence.startswith(f"paused {HOG}: it is using "), sentence
        assert headroomd.get("CulpritSummary") == f"paused {HOG}"
        assert headroomd.get("CanFreezeCulprit") is False, "it is paused already"
        headroomd.thaw(HOG)
        until(lambda: not culprit(headroomd)[4], "it is resumed")
        assert headroomd.get("CanFreezeCulprit") is True
        seen = [
            tuple(values[1]["Culprit"])
            for _, _, signal, values in view.heard()
            if signal == "PropertiesChanged" and "Culprit" in values[1]
        ]
        assert (HOG, sentence, "memory", "memory ran short", True) in seen
        assert seen[-1][4] is False
