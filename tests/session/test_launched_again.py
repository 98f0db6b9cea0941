# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A frozen app that is started by a call over the bus. It doesn't answer, and no new process starts
that could be detected. It is still thawed when the user starts it again."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from seat import apps, cgroups, headroom, konsole, kwin, launchers
from seat.waiting import until

EDITOR = "org.gnome.TextEditor"
AT_ONCE = 2  # seconds


@pytest.fixture(autouse=True, scope="module")
def activatable():
    """Sets DBusActivatable in the desktop file, as many GNOME apps do. Debian 13's Text Editor has
    all that this needs except the setting."""
    ours = Path.home() / ".local/share/applications" / f"{EDITOR}.desktop"
    ours.parent.mkdir(parents=True, exist_ok=True)
    text = Path(f"/usr/share/applications/{EDITOR}.desktop").read_text(encoding="utf-8")
    text = text.replace("\nDBusActivatable=false\n", "\nDBusActivatable=true\n")
    assert "\nDBusActivatable=true\n" in text
    ours.write_text(text, encoding="utf-8")
    plasma_reads_desktop_files()
    yield
    ours.unlink()
    plasma_reads_desktop_files()


def plasma_reads_desktop_files():
    subprocess.run(["kbuildsycoca6"], check=True, timeout=60, capture_output=True)


def editor_behind_konsole(closing):
    """The unit of the frozen editor."""
    apps.by_bus(EDITOR)
    entry = headroom.wait_for_app(
        EDITOR,
        lambda e: e["windows"] > 0 and any(map(is_adopted, e["units"])),
        "it was adopted",
        within=40,
    )
    unit = next(filter(is_adopted, entry["units"]))
    closing.append(unit)
    closing.extend(konsole.started())
    kwin.activate(konsole.APP)
    headroom.in_front(konsole.APP)
    headroom.ctl("freeze", EDITOR)
    until(lambda: cgroups.is_frozen(unit), "it is frozen")
    return unit


def is_adopted(unit):
    return unit.startswith("app-headroom-")


def goes_on(unit):
    until(lambda: not cgroups.is_frozen(unit), "it is thawed", within=AT_ONCE)
    headroom.in_front(EDITOR)
    told = headroom.history_since_paused("Text Editor")
    assert any("resumed Text Editor: it was launched again" in line for line in told), told


@pytest.mark.parametrize(
    "start", [launchers.by_krunner, launchers.by_kickoff], ids=["krunner", "kickoff"]
)
def test_it_goes_on(closing, start):
    unit = editor_behind_konsole(closing)
    start("Text Editor")
    goes_on(unit)


def test_and_after_kwin_was_started_anew(closing):
    old, since = kwin.process(), headroom.journal_cursor()
    os.kill(old, signal.SIGKILL)
    until(lambda: kwin.process() not in (None, old), "KWin is back", within=40)
    until(
        lambda: headroom.status()["window_source"] == "kwin",
        "its script reports windows",
        within=60,
    )
    until(
        lambda: any("reports which applications start" in line for line in headroom.journal(since)),
        "KWin reports app starts to Headroom again",
    )
    unit = editor_behind_konsole(closing)
    launchers.by_krunner("Text Editor")
    goes_on(unit)
