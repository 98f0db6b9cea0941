# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures of a real memory shortage, from the virtual machine. Each is of the whole screen, then
of the applet and of the notification:

tests/lab/lab session plasma --vm --package locales-all --bind DIR -- \\
    python3 $PWD/tests/lab/pictures/hog.py DIR [NAME…]
"""

import contextlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import album  # noqa: E402
from scenes import (  # noqa: E402
    APPLET,
    APPLET_SIZE,
    DOUBLE,
    GERMAN,
    MIRRORED,
    delegate_io,
    in_front_of,
    look,
    panel_has,
    shown,
    writing,
)
from seat import headroom, kwin, shortage  # noqa: E402
from seat.waiting import Waited, until  # noqa: E402

APP, NAME = "org.example.Hog1", "Photo Indexer"
MOST = 20  # pictures from the freeze to the notification
DOUBLE_SIZE = (1000, 760)
TOLD = (
    "workspace.windowList().find(each => each.notification || each.criticalNotification)"
    "?.frameGeometry"
)


@contextlib.contextmanager
def in_the_menu(app_id):
    """Give the app a name and an icon, as apps of users have."""
    entry = Path.home() / f".local/share/applications/{app_id}.desktop"
    entry.parent.mkdir(parents=True, exist_ok=True)
    entry.write_text(
        f"[Desktop Entry]\nType=Application\nName={NAME}\nIcon=applications-graphics\nExec=sh\n",
        encoding="utf-8",
    )
    yield
    entry.unlink()


def notification():
    """Its place on the screen; None: there is none."""
    return kwin.ask(f"const g = {TOLD}; return g ? [g.x, g.y, g.width, g.height] : null;")


def series(directory, name):
    """Takes pictures until one shows the notification for the second time, or for the first time
    once the level is calm again. Returns the notification's place."""
    path, before = directory / f"{name}.png", None
    for _ in range(MOST):
        short = headroom.status()["level"] != "calm"
        place = notification()
        kwin.picture(path)
        # It fades in, and the applet draws the change: the second one counts.
        if place and (place == before or not short):
            return place
        before = place
    raise Waited("the user is notified")


def hog(name, *environment, theme="breeze", size=APPLET_SIZE):
    """The screen shortly after the hog was frozen, because it took all memory."""

    def take(directory):
        look(theme)
        with (
            in_the_menu(APP),
            panel_has(*environment),
            writing(*environment) as writer,
            shown(APPLET, size, *environment) as pid,
        ):
            in_front_of(pid, writer)
            applet = kwin.windows(pid)[0]
            with shortage.by_a_hog():
                told = series(directory, name)
            whole = directory / f"{name}.png"
            album.cut(whole, directory / f"{name}-applet.png", *applet)
            album.cut(whole, directory / f"{name}-notification.png", *told)

    return name, take


PICTURES = dict(
    [
        hog("hog"),
        hog("hog-german", *GERMAN),
        hog("hog-right-to-left", *MIRRORED),
        hog("hog-double", *DOUBLE, size=DOUBLE_SIZE),
        hog("hog-dark", theme="breezedark"),
    ]
)


if __name__ == "__main__":
    delegate_io()
    album.take(PICTURES, *sys.argv[1:])
