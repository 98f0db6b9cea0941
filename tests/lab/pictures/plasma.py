# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures of what users see in Plasma, from a real session:

    tests/lab/lab session plasma --package locales-all --bind DIR -- \\
        python3 $PWD/tests/lab/pictures/plasma.py DIR [NAME…]

Without names, it takes all. Look at each: nothing may be clipped, overlapping, empty or
untranslated.
"""

import contextlib
import subprocess
import sys
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import album  # noqa: E402
from seat import apps, cgroups, headroom, kwin, reader  # noqa: E402
from seat.busy import Busy  # noqa: E402
from seat.waiting import SLOWNESS, until  # noqa: E402

PAGE, APPLET = ["kcmshell6", "kcm_headroom"], ["plasmawindowed", "org.headroomd.headroom"]
GERMAN, MIRRORED, DOUBLE = (
    ("LANG=de_DE.UTF-8",),
    ("LANG=de_DE.UTF-8", "LANGUAGE=ar"),
    ("QT_SCALE_FACTOR=2",),
)
APPLET_SIZE, PAGE_SIZE, DOUBLE_SIZE = (500, 530), (900, 700), (1240, 760)
PATIENCE = 120


def look(name):
    """Set the look, breeze or breezedark, as System Settings does."""
    for program, what in (
        ("plasma-apply-colorscheme", {"breeze": "BreezeLight", "breezedark": "BreezeDark"}[name]),
        (
            "plasma-apply-desktoptheme",
            {"breeze": "breeze-light", "breezedark": "breeze-dark"}[name],
        ),
    ):
        subprocess.run([program, what], check=True, timeout=60 * SLOWNESS, capture_output=True)


@contextlib.contextmanager
def shown(command, size, *environment):
    """Show a window of a program at the upper left, with this size. Yields its pid."""
    unit = apps.own_unit(
        f"org.kde.{command[0]}",
        uuid.uuid4().hex,
        *command,
        properties=[f"Environment={each}" for each in environment],
    )
    try:
        path = cgroups.directory(unit)
        pid = until(
            lambda: next((pid for pid in cgroups.pids_in(path) if kwin.windows(pid)), None),
            f"{command[0]} has a window",
            within=PATIENCE,
        )
        kwin.place_pid(pid, 0, 0, *size)
        kwin.activate_pid(pid)
        yield pid
    finally:
        apps.kill(unit)


def daemon_speaks(*environment):
    """Restart the daemon in the language of the picture."""
    language = [each for each in environment if each.startswith("LANG")]
    return album.daemon_has(*language) if language else contextlib.nullcontext()


def at_rest(pid):
    """A picture of its window, once two in a row are the same."""
    before = None

    def same():
        nonlocal before
        last, before = before, kwin.picture_of(pid)
        return before == last and before

    return until(same, "it has come to rest", within=PATIENCE)


def page(name, *environment, size=PAGE_SIZE, theme="breeze", below=None):
    """The page in System Settings, or a page below it."""

    def take(directory):
        look(theme)
        with daemon_speaks(*environment), shown(PAGE, size, *environment) as pid:
            if below:
                reader.click_on(PAGE[0], below, "button")
                until(lambda: not reader.find(PAGE[0], below, "button"), "the page below is there")
            (directory / f"{name}.png").write_bytes(at_rest(pid))

    return name, take


def applet(name, *environment, size=APPLET_SIZE, theme="breeze", options=(), row=None):
    """The applet, with a frozen app and one that waits for the CPU."""

    def take(directory):
        look(theme)
        with (
            daemon_speaks(*environment),
            busy_desk(),
            shown([*APPLET, *options], size, *environment) as pid,
        ):
            until(
                lambda: len(reader.names(APPLET[0], "list item")) > 2,
                "the apps are there",
                within=PATIENCE,
            )
            if row:
                reader.click_on(APPLET[0], row, "list item")
            # Not at_rest(): its graphs change all the time.
            (directory / f"{name}.png").write_bytes(kwin.picture_of(pid))

    return name, take


@contextlib.contextmanager
def busy_desk():
    with contextlib.ExitStack() as held:
        for app_id in ("org.kde.kwrite", "org.kde.kate"):
            app = Busy(app_id, busy=app_id == "org.kde.kate", loops=3)
            held.callback(app.stop)
        kwin.minimise("org.kde.kwrite")
        headroom.ctl("freeze", "org.kde.kwrite")
        held.callback(headroom.ctl, "thaw", "org.kde.kwrite")
        yield


PICTURES = dict(
    [
        applet("applet-light"),
        applet("applet-dark", theme="breezedark"),
        applet("applet-row", row="Kate"),
        applet("applet-german", *GERMAN),
        applet("applet-right-to-left", *MIRRORED, options=("-reverse",)),
        applet("applet-double", *DOUBLE, size=DOUBLE_SIZE),
        page("settings-light"),
        page("settings-dark", theme="breezedark"),
        page("settings-german", *GERMAN),
        page("settings-double", *DOUBLE, size=DOUBLE_SIZE),
        page("settings-rules", below="Rules for Apps"),
        page("settings-limits", below="Limits and Times"),
        page("settings-capabilities", below="What Works on This Computer"),
        page(
            "settings-capabilities-german",
            *GERMAN,
            size=DOUBLE_SIZE,
            below="Was auf diesem Rechner funktioniert …",
        ),
    ]
)


if __name__ == "__main__":
    reader.listen()
    album.take(PICTURES, *sys.argv[1:])
