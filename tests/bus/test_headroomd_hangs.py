# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Files that never answer: the memory of a locked process, a home directory on a network that is
down. headroomd keeps running, and treats the content as unknown."""

import contextlib
import os
import time

import pytest
from gi.repository import GLib

from cgroup_tree import LOGIN
from fake_app import FakeApp
from private_bus import until

KATE = "org.kde.kate"
PLAYER = "org.example.Player"
# Seconds. It takes milliseconds, and with sanitizers on a busy machine more than one second. What
# hangs does so until the test ends that, so a daemon that waits for it is much later.
AT_ONCE = 4


class Silent:
    """A file on which every open() blocks until it is written: a pipe."""

    def __init__(self, path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(path)

    def speaks(self, text=""):
        """Ends the wait of all readers. It is a plain file from then on."""
        plain = self.path.with_name(self.path.name + ".new")
        plain.write_text(text, encoding="utf-8")
        with open(self.path, "wb", buffering=0) as pipe:
            plain.rename(self.path)
            pipe.write(text.encode())


def hangs(headroomd, what):
    """Waits until a thread with this name blocks on such a file. Threads that don't block end
    immediately."""

    return until(
        lambda: list(headroomd.threads().values()).count(what), f"a thread called {what} blocks"
    )


def goes_on(desk, headroomd, front, behind):
    """The daemon answers immediately, boosts what comes to the front, and thaws a frozen app by the
    focus."""
    (front_unit, front_window), (behind_unit, behind_window) = front, behind
    behind_unit.settles()
    begin = time.monotonic()
    headroomd.freeze(behind_window["app"])
    assert behind_unit.is_frozen()
    desk.kwin.focus(behind_window)
    until(lambda: behind_unit.read("cpu.weight") == "500\n", "the app behind is boosted")
    assert not behind_unit.is_frozen()
    assert headroomd.get("Focused") == behind_window["app"]
    desk.kwin.focus(front_window)
    until(lambda: front_unit.read("cpu.weight") == "500\n", "the app in front is boosted")
    assert headroomd.get("Focused") == front_window["app"]
    assert time.monotonic() - begin < AT_ONCE


def goes_on_beside(hanging, desk, headroomd, front, behind):
    """The same, while a thread with this name hangs."""
    hangs(headroomd, hanging)
    goes_on(desk, headroomd, front, behind)
    assert hanging in headroomd.threads().values(), "it went on only once nothing hung any more"


def ends_at_once(desk, headroomd):
    begin = time.monotonic()
    assert headroomd.terminate() == 0
    assert time.monotonic() - begin < AT_ONCE
    assert desk.tree.nothing_is_frozen()


@pytest.fixture
def front(desk):
    return desk.app(KATE)


@pytest.fixture
def behind(desk):
    return desk.app("firefox")


# Processes


class Session:
    """A login's own scope, and what was started there. A process there that shows a window or takes
    an app's name is adopted."""

    def __init__(self, desk):
        self._tree = desk.tree
        self._unit = desk.tree.unit("session-1.scope", under=LOGIN)

    def starts(self):
        return self._tree.sleep(self._unit, "python3")

    def has_started(self, pid):
        self._tree.show(pid, self._unit, "python3")


@pytest.fixture
def starter(desk):
    return Session(desk)


def environment(desk, pid):
    return desk.tree.proc / str(pid) / "environ"


def mark(pid, app=PLAYER):
    """GIO's variables in the environment of a process that it has started."""
    return (
        f"A=b\0GIO_LAUNCHED_DESKTOP_FILE=/usr/share/applications/{app}.desktop\0"
        f"GIO_LAUNCHED_DESKTOP_FILE_PID={pid}\0"
    )


def adopted(desk):
    return [call[1][0] for call in desk.systemd.calls if call[0] == "StartTransientUnit"]


def test_a_process_that_cannot_be_read_is_nobody_until_it_can(desk, starter, front, behind):
    pid = starter.starts()
    silent = Silent(environment(desk, pid))
    window = desk.window(pid, "python3")
    headroomd = desk.start(focus=front[1])
    goes_on_beside("headroom-hint", desk, headroomd, front, behind)
    desk.kwin.focus(window)
    assert (
        headroomd.get("Focused") == ""
    ), "its app is unknown, and the window's own name doesn't count"
    assert adopted(desk) == []
    silent.speaks(mark(pid))
    desk.systemd.await_call("StartTransientUnit")
    assert adopted(desk)[0].startswith(f"app-headroom-{PLAYER}-")
    until(lambda: headroomd.get("Focused") == PLAYER, "its app is reported as focused")


def test_a_unit_with_a_name_is_boosted_whoever_its_process_is(desk, front):
    unit = desk.tree.unit(f"app.slice/app-{PLAYER}-1.scope")
    pid = desk.tree.sleep(unit)
    silent = Silent(environment(desk, pid))
    window = desk.window(pid, "python3")
    headroomd = desk.start(focus=front[1])
    hangs(headroomd, "headroom-hint")
    desk.kwin.focus(window)
    until(lambda: unit.read("cpu.weight") == "500\n", "the unit is boosted")
    assert headroomd.get("Focused") == PLAYER


def test_many_that_cannot_be_read_do_not_stand_in_the_way_of_others(desk, starter, front, behind):
    hostile = desk.tree.unit("app.slice/app-hostile-1.scope")
    silent = []
    for _ in range(40):
        pid = desk.tree.sleep(hostile)
        silent.append(Silent(environment(desk, pid)))
        desk.window(pid, "hostile")
    pid = starter.starts()
    environment(desk, pid).write_text(mark(pid), encoding="utf-8")
    desk.window(pid, "python3")
    headroomd = desk.start(focus=front[1])
    desk.systemd.await_call("StartTransientUnit")
    assert adopted(desk)[0].startswith(f"app-headroom-{PLAYER}-")
    goes_on_beside("headroom-hint", desk, headroomd, front, behind)
    assert len(headroomd.threads()) < 20
    ends_at_once(desk, headroomd)


def test_a_launch_that_cannot_be_verified_stops_nothing(desk, starter, front, behind):
    headroomd = desk.start(focus=front[1])
    for each in range(100):
        pid = starter.starts()
        if each % 10 == 0:
            Silent(environment(desk, pid))
        path = list(f"/usr/share/applications/{PLAYER}.desktop\0".encode())
        headroomd.connection.emit_signal(
            None,
            "/org/gtk/gio/DesktopAppInfo",
            "org.gtk.gio.DesktopAppInfo",
            "Launched",
            GLib.Variant("(aysxasa{sv})", (path, "", pid, [], {})),
        )
    goes_on(desk, headroomd, front, behind)
    ends_at_once(desk, headroomd)


# Desktop files


class Home:
    """A home in which some desktop files don't answer. The system has the same ones, with names."""

    def __init__(self, runtime):
        self._user = runtime / ".local/share/applications"
        self._system = runtime / "data/applications"
        self._system.mkdir(parents=True)

    def installs(self, app, name, lines=""):
        text = f"[Desktop Entry]\nType=Application\nName={name}\nExec=sh\n{lines}"
        (self._system / f"{app}.desktop").write_text(text, encoding="utf-8")

    def hangs(self, app):
        return Silent(self._user / f"{app}.desktop")


@pytest.fixture
def home(tmp_path):
    made = Home(tmp_path)
    made.installs(KATE, "Kate")
    made.installs("firefox", "Firefox")
    return made


def test_a_home_that_hangs_stops_nothing(desk, home, front, behind):
    hanging = {app: home.hangs(app) for app in (KATE, "firefox")}
    headroomd = desk.start(focus=front[1])
    goes_on_beside("headroom-files", desk, headroomd, front, behind)
    assert headroomd.of_app(KATE, "Name") == KATE, "its name is unknown"
    assert "it isn't known yet what kind of app firefox is" in "\n".join(
        headroomd.explain("firefox")
    )
    headroomd.await_log("desktop files can't be read")
    for silent in hanging.values():
        silent.speaks()
    until(
        lambda: headroomd.of_app(KATE, "Name") == "Kate"
        and headroomd.of_app("firefox", "Name") == "Firefox",
        "both names are known",
    )
    assert headroomd.log.count("desktop files can't be read") == 1, "the journal has it once"


def test_it_ends_while_the_home_hangs(desk, home, front, behind):
    hanging = []
    for number in range(40):
        app = f"org.example.App{number}"
        hanging.append(home.hangs(app))
        desk.app(app)
    headroomd = desk.start(focus=front[1])
    goes_on_beside("headroom-files", desk, headroomd, front, behind)
    assert len(headroomd.threads()) < 20
    headroomd.freeze("firefox")
    ends_at_once(desk, headroomd)


def test_a_name_on_the_bus_is_an_applications_once_that_is_known(
    desk, bus, home, front, behind, starter
):
    """An app that the bus starts has no window yet, and is adopted because of its name."""
    home.installs(PLAYER, "Player")
    silent = home.hangs(PLAYER)
    headroomd = desk.start(focus=front[1])
    with contextlib.closing(FakeApp(bus, PLAYER, place=starter.has_started)):
        goes_on_beside("headroom-files", desk, headroomd, front, behind)
        assert adopted(desk) == []
        silent.speaks()
        desk.systemd.await_call("StartTransientUnit")
        assert adopted(desk)[0].startswith(f"app-headroom-{PLAYER}-")
