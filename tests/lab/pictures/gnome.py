# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures of what users see in GNOME, from a real session:

    tests/lab/lab session gnome --package locales-all --bind DIR -- \\
        python3 $PWD/tests/lab/pictures/gnome.py DIR [NAME…]

Without names, it takes all. Look at each: nothing may be clipped, overlapping, empty or
untranslated.
"""

import contextlib
import os
import subprocess
import sys
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import album  # noqa: E402
from seat import apps, cgroups, gnome, headroom, indicator  # noqa: E402
from seat.waiting import SLOWNESS, until  # noqa: E402

PREFERENCES = ["gnome-extensions", "prefs", "headroom@headroomd.org"]
WINDOW = "global.display.list_all_windows().find(each => each.get_title() === 'Headroom')"


def look(scheme, scale=1.0):
    """Set the color scheme, default or prefer-dark, and the text scale, as GNOME's settings do."""
    for key, value in (
        ("interface color-scheme", scheme),
        ("interface text-scaling-factor", str(scale)),
        ("notifications show-banners", "false"),
    ):
        subprocess.run(
            ["gsettings", "set", *f"org.gnome.desktop.{key}".split(), value],
            check=True,
            timeout=20 * SLOWNESS,
        )


def area(path, x, y, width, height):
    gnome.evaluate(f"""
        const {{Gio, Shell}} = imports.gi;
        const stream = Gio.File.new_for_path('{path}')
            .replace(null, false, Gio.FileCreateFlags.NONE, null);
        new Shell.Screenshot().screenshot_area(
            {round(x)}, {round(y)}, {round(width)}, {round(height)}, stream, (shot, result) => {{
                shot.screenshot_area_finish(result);
                stream.close(null);
            }});""")
    until(lambda: path.exists() and path.stat().st_size, f"{path.name} is taken")


@contextlib.contextmanager
def busy_desk():
    """A frozen editor, and a calculator with three busy loops beside it."""
    gnome.overview(False)
    gnome.extension(True)
    until(lambda: headroom.status()["window_source"] == "gnome-shell", "the extension is heard")
    loop = 'taskset -c 1 sh -c "while :; do :; done" & '
    units = []
    for app_id, command in (
        ("org.gnome.TextEditor", "exec gnome-text-editor --standalone"),
        ("org.gnome.Calculator", loop * 3 + "exec gnome-calculator"),
    ):
        units.append(apps.own_unit(app_id, uuid.uuid4().hex, "sh", "-c", command))
        headroom.in_front(app_id, within=60)
    headroom.ctl("freeze", "org.gnome.TextEditor")
    until(lambda: cgroups.is_frozen(units[0]), "the editor stands still")
    try:
        yield
    finally:
        apps.kill(*units)


def restart_shell():
    old = gnome.evaluate("return imports.gi.GLib.getenv('INVOCATION_ID');")
    (Path(os.environ["XDG_RUNTIME_DIR"]) / "gnome-shell-disable-extensions").unlink(missing_ok=True)
    headroom.user("restart", "org.gnome.Shell@wayland.service")
    until(
        lambda: gnome.is_up()
        and gnome.evaluate("return imports.gi.GLib.getenv('INVOCATION_ID');") != old,
        "the Shell is back",
        within=60,
    )


@contextlib.contextmanager
def shell_has(**environment):
    """Restart the Shell and Headroom with this environment: another language or text direction."""
    if not environment:
        yield
        return
    try:
        with album.daemon_has(*(f"{name}={value}" for name, value in environment.items())):
            restart_shell()
            yield
    finally:
        restart_shell()


def menu_area(path):
    """Take the picture of the open menu, with the panel above it, once it no longer grows."""
    before = None

    def rests():
        nonlocal before
        last, before = before, gnome.evaluate(
            f"const box = {indicator.INDICATOR}.menu.actor; "
            "return [...box.get_transformed_position(), ...box.get_transformed_size()];"
        )
        return before == last

    until(rests, "the menu no longer grows")
    x, y, width, height = before
    area(path, max(x, 0), 0, width, y + height)


def menu(name, scheme="default", scale=1.0, **environment):
    def take(directory):
        look(scheme, scale)
        with shell_has(**environment), busy_desk():
            indicator.open_menu("")
            until(lambda: len(indicator.lines()) > 5, "the menu is filled")
            menu_area(directory / f"{name}.png")
            indicator.close_menu()

    return name, take


def without_daemon(name, scheme="default"):
    """The menu after a crash."""

    def take(directory):
        look(scheme)
        gnome.overview(False)
        gnome.extension(True)
        daemon = f"{indicator.INDICATOR}._daemon"
        headroom.user("stop", "headroomd.service")
        try:
            until(
                lambda: gnome.evaluate(f"return {daemon}._unit._active === 'inactive';"),
                "systemd was asked",
            )
            gnome.evaluate(f"{daemon}._unit._active = 'failed'; {daemon}._unit._changed();")
            gnome.evaluate(f"{indicator.INDICATOR}.menu.open();")
            menu_area(directory / f"{name}.png")
            indicator.close_menu()
        finally:
            headroom.user("start", "headroomd.service")
            headroom.wait_for_daemon()

    return name, take


def at_rest(path, *place):
    """Take the picture once three in a row are the same. Until the daemon has answered, nothing of
    it is shown."""
    seen = []

    def same():
        path.unlink(missing_ok=True)
        area(path, *place)
        time.sleep(1)  # between two looks
        # Without the header, which contains the time.
        seen.append(path.read_bytes().partition(b"IDAT")[2])
        return len(seen) > 3 and seen[-1] == seen[-2] == seen[-3]

    until(same, "it has come to rest", within=60)


def service_has(**environment):
    """Have the process that shows preferences started anew, with this environment."""
    subprocess.run(
        [
            "dbus-update-activation-environment",
            *(f"{name}={value}" for name, value in environment.items()),
        ],
        check=True,
        timeout=20 * SLOWNESS,
    )
    subprocess.run(
        ["pkill", "-f", "org.gnome.Shell.Extensions"], check=False, timeout=20 * SLOWNESS
    )


def preferences(name, *how, language="C.UTF-8", **more):
    """Pictures of the preferences, with the daemon's sentences in this language."""

    def take(directory):
        with album.daemon_has(f"LANG={language}"):
            headroom.wait_for_daemon()
            window(directory / f"{name}.png", *how, language=language, **more)

    return name, take


def window(path, scheme="default", scale=1.0, language="C.UTF-8", wanted=None):
    """wanted: the name of another page than the first."""
    look("default", scale)
    gnome.overview(False)
    gnome.extension(True)
    # Without a portal libadwaita can't read the color scheme.
    service_has(ADW_DEBUG_COLOR_SCHEME=scheme, LANG=language, LC_CTYPE=language)
    try:
        # The bus may pass the first call to the process that is just ending.
        until(
            lambda: subprocess.run(
                PREFERENCES, check=False, timeout=60 * SLOWNESS, capture_output=True
            ).returncode
            == 0,
            "they are called for",
        )
        pid = until(
            lambda: gnome.evaluate(f"return {WINDOW}?.get_pid();"),
            "the preferences are there",
            within=60,
        )
        if wanted:
            indicator.want_page(wanted)
            until(lambda: not indicator.wanted_page(), "the page is shown")
        gnome.evaluate(f"Main.activateWindow({WINDOW});")
        until(lambda: gnome.focused_pid() == pid, "they are in front")
        x, y, width, height = gnome.evaluate(
            f"const r = {WINDOW}.get_frame_rect(); return [r.x, r.y, r.width, r.height];"
        )
        at_rest(path, x, y, width, height)
    finally:
        gnome.evaluate(f"{WINDOW}?.delete(global.get_current_time());")
        until(lambda: not gnome.evaluate(f"return !!{WINDOW};"), "they are closed")


PICTURES = dict(
    [
        menu("gnome-light", "prefer-light"),
        menu("gnome-dark", "prefer-dark"),
        menu("gnome-double", scale=2.0),
        without_daemon("gnome-failed", "prefer-light"),
        without_daemon("gnome-failed-dark", "prefer-dark"),
        menu("gnome-german", LC_ALL="de_DE.UTF-8"),
        menu("gnome-right-to-left", LC_ALL=album.ARABIC, CLUTTER_TEXT_DIRECTION="rtl"),
        preferences("gnome-preferences"),
        preferences("gnome-preferences-dark", "prefer-dark"),
        preferences("gnome-preferences-german", language="de_DE.UTF-8"),
        preferences("gnome-preferences-right-to-left", language=album.ARABIC),
        preferences("gnome-preferences-double", scale=2.0),
        preferences("gnome-computer", wanted="capabilities"),
        preferences("gnome-computer-dark", "prefer-dark", wanted="capabilities"),
        preferences("gnome-computer-german", language="de_DE.UTF-8", wanted="capabilities"),
        preferences("gnome-computer-right-to-left", language=album.ARABIC, wanted="capabilities"),
        preferences("gnome-computer-double", scale=2.0, wanted="capabilities"),
    ]
)


if __name__ == "__main__":
    album.take(PICTURES, *sys.argv[1:])
