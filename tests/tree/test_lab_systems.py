# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The lab's systems: which packages each release has, and that releases don't share a system."""

import sys

from project import ROOT

sys.path.insert(0, str(ROOT / "tests/lab"))

from headroom_lab import rootfs  # noqa: E402

OF_ONE_RELEASE = "clang-format-19"


def test_what_only_one_release_has_is_in_its_list(monkeypatch):
    monkeypatch.setattr(rootfs, "SUITE", "trixie")
    here = rootfs.packages("build")
    monkeypatch.setattr(rootfs, "SUITE", "forky")
    there = rootfs.packages("build")
    assert OF_ONE_RELEASE in here and OF_ONE_RELEASE not in there
    assert "g++" in there and set(there) < set(here)


def test_each_release_has_systems_of_its_own(monkeypatch):
    of = {}
    for suite in ("trixie", "forky"):
        monkeypatch.setattr(rootfs, "SUITE", suite)
        of[suite] = rootfs.directory("plasma")
    assert of["trixie"].name.startswith("plasma-trixie-") and of["forky"].name.startswith(
        "plasma-forky-"
    )


def test_a_list_can_be_added_to_a_system_by_its_name(monkeypatch, tmp_path):
    (tmp_path / "two.list").write_text("# two\nfoot\nmpv # plays\n", encoding="utf-8")
    monkeypatch.setattr(rootfs, "_LISTS", tmp_path)
    assert rootfs.names_of(["@two", "xterm", "foot"]) == ["foot", "mpv", "xterm"]
