# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A picture of a real memory shortage, from the virtual machine:

tests/lab/lab session plasma --vm --bind DIR -- python3 $PWD/tests/lab/pictures/hog.py DIR
"""

import contextlib
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import album  # noqa: E402
from plasma import APPLET, APPLET_SIZE, look, shown  # noqa: E402
from seat import headroom, kwin, machine  # noqa: E402
from seat.loads import Load  # noqa: E402
from seat.waiting import SLOWNESS, until  # noqa: E402

FREE_MIB, ZRAM_MIB = 450, 512
APP, NAME = "org.example.Hog1", "Photo Indexer"


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


def hog(directory):
    """The screen, after the hog was frozen because it took all memory."""
    look("breeze")
    with contextlib.ExitStack() as held:
        held.enter_context(in_the_menu(APP))
        held.enter_context(shown(APPLET, APPLET_SIZE))
        held.callback(machine.no_swap)
        held.enter_context(machine.only_free(FREE_MIB))
        machine.swap_on_zram(ZRAM_MIB)
        load = Load("hog", instance="autostart")
        held.callback(load.stop)
        until(load.is_halted, "the hog is frozen, or the kernel has killed it", within=90)
        until(lambda: headroom.app(APP)["state"] == "frozen", "it is known to be frozen")
        until(
            lambda: kwin.ask(
                "return workspace.windowList().some("
                "each => each.notification || each.criticalNotification);"
            ),
            "the user is told",
            within=60,
        )
        time.sleep(5 * SLOWNESS)  # the notification fades in, and the applet draws the change
        kwin.picture(directory / "hog.png")


if __name__ == "__main__":
    album.take({"hog": hog}, *sys.argv[1:])
