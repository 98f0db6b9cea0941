# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures of what users see in Plasma, from a real session:

    tests/lab/lab session plasma --vm --package locales-all --bind DIR -- \\
        python3 $PWD/tests/lab/pictures/plasma.py DIR [NAME…]

Without names, it takes all. Look at each: nothing may be clipped, overlapping, empty or
untranslated. Without --vm it is much faster, and the screens say what is missing in a container.
"""

import contextlib
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import album  # noqa: E402
from scenes import (  # noqa: E402
    APPLET,
    APPLET_SIZE,
    DOUBLE,
    GERMAN,
    MIRRORED,
    PATIENCE,
    WRITER,
    at_rest,
    daemon_speaks,
    delegate_io,
    in_front_of,
    look,
    shown,
    writing,
)
from seat import headroom, kwin, reader  # noqa: E402
from seat.busy import Busy  # noqa: E402
from seat.measuring import is_under_way  # noqa: E402
from seat.waiting import SLOWNESS, until  # noqa: E402

PAGE = ["kcmshell6", "kcm_headroom"]
TOP = ["konsole", "--hide-menubar", "--hide-tabbar", "-p", "ColorScheme={}", "-e"]
TOP_SIZE, PAGE_SIZE, DOUBLE_SIZE = (820, 420), (900, 700), (1240, 760)


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


@contextlib.contextmanager
def beside_a_writer(size, theme, *environment):
    """The applet, and an editor to be in front of it: the processes of the editor and of it."""
    look(theme)
    with (
        daemon_speaks(*environment),
        writing(*environment) as writer,
        shown(APPLET, size, *environment) as pid,
    ):
        yield writer, pid


def calm(name, *environment, size=APPLET_SIZE, theme="breeze"):
    """The applet while all is well, and KWrite in front."""

    def take(directory):
        with beside_a_writer(size, theme, *environment) as (writer, pid):
            in_front_of(pid, writer)
            _await_apps()
            until(lambda: headroom.status()["level"] == "calm", "all is calm", within=PATIENCE)
            (directory / f"{name}.png").write_bytes(kwin.picture_of(pid))

    return name, take


def busy(name, *environment, size=APPLET_SIZE, theme="breeze", row=None):
    """The applet, with a frozen app and one that waits for the CPU."""

    def take(directory):
        look(theme)
        with (
            daemon_speaks(*environment),
            busy_desk(),
            shown(APPLET, size, *environment) as pid,
        ):
            _await_apps()
            if row:
                reader.click_on(APPLET[0], row, "list item")
            # Not at_rest(): its graphs change all the time.
            (directory / f"{name}.png").write_bytes(kwin.picture_of(pid))

    return name, take


def measuring(name, *environment, size=APPLET_SIZE, theme="breeze"):
    """The details of a hidden app, while what it needs is measured."""

    def take(directory):
        with beside_a_writer(size, theme, *environment) as (writer, pid):
            app = Busy("org.kde.kate", busy=False)
            try:
                kwin.minimise_pid(app.pid)
                in_front_of(pid, writer)
                _await_apps()
                until(lambda: not headroom.is_seen("org.kde.kate"), "it is hidden")
                reader.click_on(APPLET[0], "Kate", "list item")
                reader.click_on(APPLET[0], "Measure", "button")
                until(lambda: is_under_way("org.kde.kate"), "it is measured")
                kwin.hand("mousemove", str(size[0]), str(size[1]))  # no tip covers it
                (directory / f"{name}.png").write_bytes(at_rest(pid))
            finally:
                app.stop()

    return name, take


def short(name, *environment, size=APPLET_SIZE, theme="breeze"):
    """The applet while the app in front waits for the CPU, after one of its rivals was paused."""

    def take(directory):
        look(theme)
        with daemon_speaks(*environment), contextlib.ExitStack() as held:
            for app_id in ("org.kde.kate", WRITER):
                app = Busy(app_id, loops=3)
                held.callback(app.stop)
            pid = held.enter_context(shown(APPLET, size, *environment))
            in_front_of(pid, app.pid)
            _await_apps()
            until(lambda: headroom.status()["level"] != "calm", "it is short", within=60)
            headroom.ctl("freeze", "org.kde.kate")
            held.callback(headroom.ctl, "thaw", "org.kde.kate")
            time.sleep(2 * SLOWNESS)  # the applet measures each second
            (directory / f"{name}.png").write_bytes(kwin.picture_of(pid))

    return name, take


def _await_apps():
    until(
        lambda: len(reader.names(APPLET[0], "list item")) > 1,
        "the apps are there",
        within=PATIENCE,
    )


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


def top(name, *environment, size=TOP_SIZE, colors="BlackOnWhite", theme="breeze"):
    """`headroomctl top` in Konsole."""

    def take(directory):
        look(theme)
        command = [*(word.format(colors) for word in TOP), "headroomctl", "top"]
        with (
            daemon_speaks(*environment),
            busy_desk(),
            shown(command, size, *environment) as pid,
        ):
            until(
                lambda: any(
                    app["state"] == "frozen" and app["id"] == "org.kde.kwrite"
                    for app in headroom.status()["apps"]
                ),
                "KWrite is paused",
            )
            time.sleep(6 * SLOWNESS)  # its chart grows by a sample each second
            (directory / f"{name}.png").write_bytes(kwin.picture_of(pid))

    return name, take


PICTURES = dict(
    [
        calm("applet-light"),
        calm("applet-dark", theme="breezedark"),
        calm("applet-german", *GERMAN),
        calm("applet-right-to-left", *MIRRORED),
        calm("applet-double", *DOUBLE, size=DOUBLE_SIZE),
        short("applet-short-light"),
        short("applet-short-dark", theme="breezedark"),
        short("applet-short-german", *GERMAN),
        short("applet-short-right-to-left", *MIRRORED),
        short("applet-short-double", *DOUBLE, size=DOUBLE_SIZE),
        measuring("applet-measuring-light"),
        measuring("applet-measuring-dark", theme="breezedark"),
        busy("applet-busy"),
        busy("applet-row", row="Kate"),
        page("settings-light"),
        page("settings-dark", theme="breezedark"),
        page("settings-german", *GERMAN),
        page("settings-right-to-left", *MIRRORED),
        page("settings-double", *DOUBLE, size=DOUBLE_SIZE),
        page("settings-rules", below="Rules for Apps"),
        page("settings-limits", below="Limits"),
        page("settings-limits-dark", theme="breezedark", below="Limits"),
        page("settings-limits-german", *GERMAN, below="Grenzen"),
        page("settings-limits-double", *DOUBLE, size=DOUBLE_SIZE, below="Limits"),
        page("settings-capabilities", below="What Works on This Computer"),
        page(
            "settings-capabilities-german",
            *GERMAN,
            size=DOUBLE_SIZE,
            below="Was auf diesem Rechner funktioniert …",
        ),
        top("top-light"),
        top("top-dark", colors="Breeze", theme="breezedark"),
        top("top-german", *GERMAN),
        top("top-right-to-left", *MIRRORED),
        top("top-double", *DOUBLE, size=DOUBLE_SIZE),
    ]
)


if __name__ == "__main__":
    delegate_io()
    reader.listen()
    album.take(PICTURES, *sys.argv[1:])
