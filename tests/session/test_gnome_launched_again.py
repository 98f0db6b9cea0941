# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A frozen app that GNOME Shell only calls over the bus: for a new window, or because its
notification was clicked on. The app doesn't answer, and no new process starts that could be
detected. The extension reports it. Each test has an app of its own, since such a report counts once
a minute for each."""

import json
from pathlib import Path

import pytest
from gi.repository import Gio, GLib

from seat import apps, cgroups, gnome, headroom
from seat.gnome_front import in_front
from seat.waiting import SLOWNESS, until

EDITOR, CALCULATOR = "org.gnome.TextEditor", "org.gnome.Calculator"
PROGRAMS = {EDITOR: "gnome-text-editor", CALCULATOR: "gnome-calculator"}
AT_ONCE = 2  # seconds


@pytest.fixture(autouse=True, scope="module")
def activatable(extension):
    """Sets DBusActivatable in the desktop file, as many GNOME apps do. Debian 13's Text Editor has
    all that this needs except the setting."""
    assert extension is None
    until(lambda: headroom.status()["window_source"] == "gnome-shell", "the extension reports")
    ours = Path.home() / ".local/share/applications" / f"{EDITOR}.desktop"
    ours.parent.mkdir(parents=True, exist_ok=True)
    text = Path(f"/usr/share/applications/{EDITOR}.desktop").read_text(encoding="utf-8")
    was_so = "\nDBusActivatable=true\n" in text
    text = text.replace("\nDBusActivatable=false\n", "\nDBusActivatable=true\n")
    assert "\nDBusActivatable=true\n" in text
    assert "\nStartupNotify=true\n" in text and "\n[Desktop Action new-window]\n" in text
    ours.write_text(text, encoding="utf-8")
    shell_has_read(True)
    yield
    ours.unlink()
    shell_has_read(was_so)


def shell_has_read(activatable_now):
    system = "imports.gi.Shell.AppSystem.get_default()"
    until(
        lambda: gnome.evaluate(
            f"return {system}.lookup_app('{EDITOR}.desktop')?.get_app_info()"
            ".get_boolean('DBusActivatable') ?? null;"
        )
        is activatable_now,
        "the Shell has read the desktop file",
        within=60,
    )


def frozen_behind(app_id, other, closing):
    """The pid and the unit of the frozen app."""
    pids = {}
    for each in (app_id, other):
        (apps.by_bus if each == EDITOR else gnome.from_menu)(each)
        pids[each] = gnome.await_program(PROGRAMS[each])
        in_front(each)  # so it is in its own unit, which is stopped at the end
        closing.append(cgroups.unit_of(pids[each]))
    unit = cgroups.unit_of(pids[app_id])
    headroom.ctl("freeze", app_id)
    until(lambda: cgroups.is_frozen(unit), "it is frozen")
    return pids[app_id], unit


def is_thawed(unit, name):
    until(lambda: not cgroups.is_frozen(unit), "it is thawed", within=AT_ONCE)
    told = headroom.history_since_paused(name)
    assert any(f"resumed {name}: it was launched again" in line for line in told), told


def test_by_a_new_window(closing):
    pid, unit = frozen_behind(EDITOR, CALCULATOR, closing)
    before = gnome.windows().count(pid)
    gnome.from_menu(EDITOR)
    is_thawed(unit, "Text Editor")
    until(lambda: gnome.windows().count(pid) > before, "its new window is up", within=60)


def notify(app_id):
    """As the app itself would."""
    arguments = (
        "Headroom's test",
        0,
        "",
        "It is done",
        "",
        ["default", "Show"],
        {"desktop-entry": GLib.Variant("s", app_id)},
        -1,
    )
    Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
        "org.freedesktop.Notifications",
        "/org/freedesktop/Notifications",
        "org.freedesktop.Notifications",
        "Notify",
        GLib.Variant("(susssasa{sv}i)", arguments),
        None,
        Gio.DBusCallFlags.NONE,
        60000 * SLOWNESS,
    )


def test_by_a_click_on_its_notification(closing):
    """The Shell activates no window. It only sends a signal to the app."""
    _, unit = frozen_behind(CALCULATOR, EDITOR, closing)
    notify(CALCULATOR)
    source = (
        "Main.messageTray.getSources().find(each => "
        f"each.app?.get_id() === {json.dumps(CALCULATOR + '.desktop')})"
    )
    until(lambda: gnome.evaluate(f"return !!{source};"), "the Shell shows it")
    assert cgroups.is_frozen(unit), "a notification alone is no reason"
    gnome.evaluate(f"{source}.notifications.at(-1).activate();")
    is_thawed(unit, "Calculator")
