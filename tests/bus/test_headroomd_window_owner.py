# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A window whose connection belongs to GNOME Shell is attributed to the owner of the bus name that
equals its app id."""

import contextlib
import os

import pytest

from fake_app import FakeApp
from fake_kwin import FakeGnomeShell, normal_window
from private_bus import until

FILES, EDITOR = "org.example.Files", "org.example.Editor"


@pytest.fixture
def desktop_file(tmp_path):
    folder = tmp_path / "data" / "applications"
    folder.mkdir(parents=True)
    (folder / f"{FILES}.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=Files\nExec=sh\n", encoding="ascii"
    )


@pytest.fixture
def shell(tree, bus):
    """On the bus, it is the test's own process."""
    tree.show(
        os.getpid(), tree.unit("session.slice/org.gnome.Shell@wayland.service"), "gnome-shell"
    )
    with FakeGnomeShell(bus) as fake:
        yield fake


@pytest.fixture
def window_of():
    """The report of a window of the shell's process."""
    return lambda app, window_id="files": normal_window(os.getpid(), app, window_id)


@pytest.fixture
def start(tree, systemd, shell, start_headroomd):
    def start(*windows, focus):
        systemd.tree = tree
        headroomd = start_headroomd()
        until(lambda: headroomd.get("WindowSource") == "mutter", "the shell is found by its name")
        assert (
            shell.report(
                {
                    "source": "gnome-shell",
                    "sent": 1,
                    "type": "snapshot",
                    "windows": windows,
                    "focus": focus,
                }
            )
            == ""
        )
        return headroomd

    return start


def app_of(tree, bus, name):
    unit = tree.unit(f"app.slice/app-{name}-1.scope")
    return unit, FakeApp(bus, name, place=lambda pid: tree.show(pid, unit, "files"))


@pytest.mark.usefixtures("desktop_file")
def test_it_is_in_front_and_thawed_by_the_focus(tree, bus, shell, start, window_of):
    unit, app = app_of(tree, bus, FILES)
    editor = normal_window(
        tree.sleep(tree.unit(f"app.slice/app-{EDITOR}-1.scope")), EDITOR, "editor"
    )
    with contextlib.closing(app):
        headroomd = start(editor, window_of(FILES), focus="files")
        until(lambda: headroomd.get("Focused") == FILES, "the name's owner is in front")
        assert headroomd.of_app(FILES, "Windows") == 1
        assert (
            shell.report({"source": "gnome-shell", "sent": 1, "type": "focus", "focus": "editor"})
            == ""
        )
        assert (
            shell.report(
                {
                    "source": "gnome-shell",
                    "sent": 1,
                    "type": "window",
                    "window": window_of(FILES) | {"hidden": True},
                }
            )
            == ""
        )
        unit.settles()
        headroomd.freeze(FILES)
        assert unit.is_frozen()
        assert (
            shell.report({"source": "gnome-shell", "sent": 1, "type": "focus", "focus": "files"})
            == ""
        )
        until(lambda: not unit.is_frozen(), "it is thawed")
        assert headroomd.get("Focused") == FILES


@pytest.mark.usefixtures("desktop_file")
def test_it_is_known_as_soon_as_the_name_is_taken_and_no_longer_than_that(
    tree, bus, start, window_of
):
    headroomd = start(window_of(FILES), focus="files")
    assert headroomd.get("Focused") == ""
    for _ in range(2):
        unit, app = app_of(tree, bus, FILES)
        with contextlib.closing(app):
            until(lambda: headroomd.get("Focused") == FILES, "the name has an owner")
        until(lambda: headroomd.get("Focused") == "", "the name has no owner any more")
        unit.disappears()


def test_what_is_no_applications_name_is_the_shells_own(tree, bus, start, window_of):
    """A portal owns its name, too, and its dialog belongs to the app that has requested it."""
    _, app = app_of(tree, bus, FILES)
    with contextlib.closing(app):
        headroomd = start(window_of(FILES), focus="files")
        until(headroomd.rests, "the daemon rests")
        assert headroomd.get("Focused") == ""
