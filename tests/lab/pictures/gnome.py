# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures of what people see in GNOME, from a real session: `tests/lab/lab session gnome --bind DIR -- python3 $PWD/tests/lab/pictures/gnome.py DIR [NAME…]`.
Without names, all of them. Each is to be looked at: nothing clipped, overlapping, empty or untranslated."""

import contextlib
import subprocess
import sys
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import album  # noqa: E402
from seat import apps, cgroups, gnome, headroom, indicator  # noqa: E402
from seat.waiting import SLOWNESS, until  # noqa: E402

PREFERENCES = ["gnome-extensions", "prefs", "headroom@headroomd.org"]
WINDOW = "global.display.list_all_windows().find(each => each.get_title() === 'Headroom')"


def look(scheme, scale=1.0):
    """default or prefer-dark, as GNOME's settings set it; and how large."""
    for key, value in (("color-scheme", scheme), ("text-scaling-factor", str(scale))):
        subprocess.run(["gsettings", "set", "org.gnome.desktop.interface", key, value], check=True, timeout=20 * SLOWNESS)


def area(path, x, y, width, height):
    gnome.evaluate(f"""
        const {{Gio, Shell}} = imports.gi;
        const stream = Gio.File.new_for_path('{path}').replace(null, false, Gio.FileCreateFlags.NONE, null);
        new Shell.Screenshot().screenshot_area({round(x)}, {round(y)}, {round(width)}, {round(height)}, stream, (shot, result) => {{
            shot.screenshot_area_finish(result);
            stream.close(null);
        }});""")
    until(lambda: path.exists() and path.stat().st_size, f"{path.name} is taken")


@contextlib.contextmanager
def busy_desk():
    """An editor that was frozen, a calculator, and a busy loop beside it."""
    gnome.overview(False)
    gnome.extension(True)
    until(lambda: headroom.status()["window_source"] == "gnome-shell", "the extension is heard")
    loop = 'taskset -c 1 sh -c "while :; do :; done" & '
    units = []
    for app_id, command in (("org.gnome.TextEditor", "exec gnome-text-editor --standalone"), ("org.gnome.Calculator", loop * 3 + "exec gnome-calculator")):
        units.append(apps.own_unit(app_id, uuid.uuid4().hex, "sh", "-c", command))
        headroom.in_front(app_id, within=60)
    headroom.ctl("freeze", "org.gnome.TextEditor")
    until(lambda: cgroups.is_frozen(units[0]), "the editor stands still")
    try:
        yield
    finally:
        apps.kill(*units)


def menu(name, scheme="default", scale=1.0):
    def take(directory):
        look(scheme, scale)
        with busy_desk():
            indicator.open_menu("")
            until(lambda: len(indicator.lines()) > 5, "the menu is filled")
            box = gnome.evaluate(f"const box = {indicator.INDICATOR}.menu.actor; return [...box.get_transformed_position(), ...box.get_transformed_size()];")
            area(directory / f"{name}.png", max(box[0], 0), 0, box[2], box[1] + box[3])
            indicator.close_menu()
    return name, take


def preferences(name, scheme="default", scale=1.0):
    def take(directory):
        look(scheme, scale)
        gnome.overview(False)
        gnome.extension(True)
        subprocess.run(PREFERENCES, check=True, timeout=60 * SLOWNESS)
        try:
            pid = until(lambda: gnome.evaluate(f"return {WINDOW}?.get_pid();"), "the preferences are there", within=60)
            gnome.evaluate(f"Main.activateWindow({WINDOW});")
            until(lambda: gnome.focused_pid() == pid, "they are in front")
            x, y, width, height = gnome.evaluate(f"const r = {WINDOW}.get_frame_rect(); return [r.x, r.y, r.width, r.height];")
            area(directory / f"{name}.png", x, y, width, height)
        finally:
            gnome.evaluate(f"{WINDOW}?.delete(global.get_current_time());")
            until(lambda: not gnome.evaluate(f"return !!{WINDOW};"), "they are closed")
    return name, take


PICTURES = dict([
    menu("gnome-light", "prefer-light"),
    menu("gnome-dark", "prefer-dark"),
    menu("gnome-double", scale=2.0),
    preferences("gnome-preferences"),
])


if __name__ == "__main__":
    album.take(PICTURES, *sys.argv[1:])
