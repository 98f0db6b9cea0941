# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Memory runs short because of one hidden app. Each of its duties alone prevents a freeze, and is
named. Once the duty ends, the app is frozen. The daemon and its actions are real. The kernel's
figures are made up, since no test may do that to the machine it runs on."""

import contextlib
import os
import socket
import subprocess
import sys

import pytest
from gi.repository import GLib

import fake_sources as fakes
from private_bus import PATIENCE, drop_name, take_name, until
from private_pipewire import Player, PrivatePipewire
from short_of_memory import Figures
from somebody_else import SomebodyElse

ELISA = "org.kde.elisa"
LINGERS = 15  # seconds; a stream counts for as long after its end, and no other duty for longer


class Scene:
    """A hidden app that is about to take all memory, and what a case needs to give it a duty."""

    def __init__(self, bus, desk, tmp_path):
        self.bus = bus
        self.desk = desk
        self.runtime = tmp_path
        self.unit, self.window = desk.app(ELISA)
        self.window["hidden"] = True
        self.pid = self.window["pid"]
        self.headroomd = None
        desk.other, desk.other_window = desk.app("org.kde.kate")

    def start(self, **options):
        self.headroomd = self.desk.start(focus=self.desk.other_window, **options)
        until(lambda: ELISA in self.headroomd.call("Measure")[0], "the app is known")

    def shows(self, pid):
        """Adds a process to the table as one of the app's."""
        self.desk.tree.show(pid, self.unit, "elisa")

    def says(self, words):
        return any(
            line.startswith("It would not be paused") and line.endswith(f": {words}.")
            for line in self.headroomd.explain(ELISA)
        )

    def is_warned_of(self, words):
        return any(
            action == "warn" and app == ELISA and words in reason
            for _, action, app, _, _, reason, *_ in self.headroomd.history()
        )


def listed(make, item):
    """A service of the desktop that lists the app, and later lists nothing."""

    @contextlib.contextmanager
    def case(scene):
        with (
            SomebodyElse(scene.bus) as app,
            fakes.tray_item(app.connection),
            make(scene.bus) as fake,
        ):
            scene.shows(fake.pid or app.pid)
            scene.start()
            fake.lists(item(app))
            yield fake.lists

    return case


def opened(path):
    """A process of the app has a file open."""

    @contextlib.contextmanager
    def case(scene):
        entry = scene.desk.tree.proc / str(scene.pid) / "fd" / "7"
        entry.symlink_to(path)
        scene.start()
        yield entry.unlink

    return case


@contextlib.contextmanager
def lock_awaited(scene):
    locks = scene.desk.tree.proc / "locks"
    locks.write_text(
        f"1: POSIX  ADVISORY  WRITE {scene.pid} 08:01:42 0 EOF\n1: -> POSIX  ADVISORY  WRITE 1 "
        f"08:01:42 0 EOF\n",
        encoding="ascii",
    )
    scene.start()
    yield lambda: locks.write_text(
        f"1: POSIX  ADVISORY  WRITE {scene.pid} 08:01:42 0 EOF\n", encoding="ascii"
    )


@contextlib.contextmanager
def unreadable(scene):
    files = scene.desk.tree.proc / str(scene.pid) / "fd"
    files.rmdir()
    scene.start()
    yield files.mkdir


def connected(family, address):
    """Another program is connected to a socket on which the app listens. The other end belongs to
    the test's process."""

    @contextlib.contextmanager
    def case(scene):
        with contextlib.ExitStack() as held:
            listener = held.enter_context(socket.socket(family))
            listener.bind(address(scene))
            listener.listen()
            client = held.enter_context(socket.socket(family))
            client.connect(listener.getsockname())
            accepted = held.enter_context(listener.accept()[0])
            for number, each in enumerate((listener, accepted)):
                (scene.desk.tree.proc / str(scene.pid) / "fd" / str(number)).symlink_to(
                    f"socket:[{os.fstat(each.fileno()).st_ino}]"
                )
            scene.start()
            yield client.close

    return case


# A display server that draws nothing. It accepts the app and nothing else.
SERVER = """
import socket, sys
with socket.socket(socket.AF_UNIX) as listener:
    listener.bind(sys.argv[1])
    listener.listen(1024)
    listener.settimeout(60)
    print("listens", flush=True)
    with listener.accept()[0]:
        sys.stdin.read()
"""


@contextlib.contextmanager
def on_another_display(scene):
    """The app is connected to the session's own display, too. The test's process serves that, as it
    is KWin here."""

    def connects(number, path):
        client = socket.socket(socket.AF_UNIX)
        client.connect(str(path))
        (scene.desk.tree.proc / str(scene.pid) / "fd" / str(number)).symlink_to(
            f"socket:[{os.fstat(client.fileno()).st_ino}]"
        )
        return client

    other = scene.runtime / "wayland-1"
    with contextlib.ExitStack() as held:
        own = held.enter_context(socket.socket(socket.AF_UNIX))
        own.bind(str(scene.runtime / "wayland-0"))
        own.listen(1024)
        server = held.enter_context(
            subprocess.Popen(
                [sys.executable, "-c", SERVER, str(other)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        )
        assert server.stdout.readline() == b"listens\n"
        held.enter_context(connects(3, scene.runtime / "wayland-0"))
        client = held.enter_context(connects(4, other))
        scene.start(before="export WAYLAND_DISPLAY=wayland-0")
        yield client.close


@contextlib.contextmanager
def in_wine(scene):
    exe = scene.desk.tree.proc / str(scene.pid) / "exe"
    before = os.readlink(exe)
    exe.unlink()
    exe.symlink_to("/usr/lib/wine/wine64-preloader")
    scene.start()

    def take_away():
        exe.unlink()
        exe.symlink_to(before)

    yield take_away


@contextlib.contextmanager
def called(scene):
    """It owns a name that file managers share, and that any program may call."""
    with SomebodyElse(scene.bus) as app:
        scene.shows(app.pid)
        scene.start()
        name = "org.freedesktop.FileManager1"
        take_name(app.connection, name)
        yield lambda: drop_name(app.connection, name)


@contextlib.contextmanager
def copied(scene):
    """It copied while it was in front, and another app is in front now. The setting drops the
    exemption for having been in front, so that the clipboard alone prevents the freeze."""
    scene.start()
    scene.headroomd.call("SetSetting", "(ss)", "Freeze/UnfocusedSeconds", "0")
    scene.desk.kwin.focus(scene.window)
    assert scene.desk.kwin.report({"source": "kwin", "type": "copied"}) == ""
    scene.desk.kwin.focus(scene.desk.other_window)
    yield lambda: scene.desk.kwin.report({"source": "kwin", "type": "uncopied"})


def streaming(kind, role="Music"):
    """It plays or records. A stream that has just ended still counts, so the end takes a while."""

    @contextlib.contextmanager
    def case(scene):
        pipewire = PrivatePipewire(scene.runtime)
        pipewire.start()
        player = Player(pipewire, node={"media.class": kind, "media.role": role})
        try:
            scene.shows(player.pid)
            scene.start()
            player.say("run")
            yield player.close
        finally:
            player.close()
            pipewire.close()

    return case


@contextlib.contextmanager
def held(scene):
    scene.start()
    number = scene.headroomd.hold(ELISA, "burns a disc")
    yield lambda: scene.headroomd.release(number)


@contextlib.contextmanager
def ruled_out(scene):
    scene.start()
    scene.headroomd.call("SetSetting", "(ss)", f"App-{ELISA}/Rule", "never")
    yield lambda: scene.headroomd.call("SetSetting", "(ss)", f"App-{ELISA}/Rule", "")


@contextlib.contextmanager
def read_aloud(scene):
    with fakes.Accessibility(scene.bus) as fake:
        scene.start()
        fake.reads(True)
        yield lambda: fake.reads(False)


@contextlib.contextmanager
def warn_only(scene):
    scene.start()
    scene.headroomd.call("SetSetting", "(ss)", "Pressure/Response", "warn")
    yield lambda: scene.headroomd.call("SetSetting", "(ss)", "Pressure/Response", "")


def window_that_is(**so):
    @contextlib.contextmanager
    def case(scene):
        before = dict(scene.window)
        scene.window.update(so)
        scene.start()
        yield lambda: scene.desk.kwin.window(before)

    return case


@contextlib.contextmanager
def in_front(scene):
    """It is in front. Once another app is, the exemption lasts for ten more seconds."""
    scene.start()
    scene.desk.kwin.focus(scene.window)
    yield lambda: scene.desk.kwin.focus(scene.desk.other_window)


CASES = {
    "tray icon": (
        listed(fakes.Tray, lambda app: f"{app.connection.get_unique_name()}/StatusNotifierItem"),
        f"{ELISA} has an icon in the tray",
    ),
    "GameMode": (
        listed(fakes.GameMode, lambda app: (app.pid, "/com/feralinteractive/GameMode/Games/1")),
        f"{ELISA} is a game registered with GameMode",
    ),
    "background portal": (
        listed(fakes.BackgroundMonitor, lambda _: {"app_id": GLib.Variant("s", ELISA)}),
        f"{ELISA} was allowed to run in the background",
    ),
    "Plasma inhibitor": (
        listed(fakes.PolicyAgent, lambda _: ("Elisa", "a disc")),
        f"{ELISA} keeps the session from sleeping or ending (a disc)",
    ),
    "logind inhibitor": (
        listed(
            fakes.Logind, lambda app: ("sleep", "Elisa", "a disc", "block", os.getuid(), app.pid)
        ),
        f"{ELISA} keeps the session from sleeping or ending (a disc)",
    ),
    "GNOME inhibitor": (
        listed(
            lambda bus: fakes.SessionManager(bus, ELISA), lambda _: fakes.SessionManager.inhibitor
        ),
        f"{ELISA} keeps the session from sleeping or ending",
    ),
    "MPRIS": (listed(fakes.MediaPlayer, lambda _: "Playing"), f"{ELISA} is playing media"),
    "progress": (
        listed(fakes.Downloader, lambda _: f"application://{ELISA}.desktop"),
        f"{ELISA} shows the progress of a task",
    ),
    "FUSE": (opened("/dev/fuse"), f"{ELISA} serves files to others (FUSE)"),
    "camera": (opened("/dev/video0"), f"{ELISA} has a camera open"),
    "sound card": (opened("/dev/snd/pcmC0D0p"), f"{ELISA} has a sound card open"),
    "clipboard": (copied, f"{ELISA} owns the clipboard"),
    "lock": (lock_awaited, f"another process waits for a file that {ELISA} has locked"),
    "connection": (
        connected(socket.AF_UNIX, lambda scene: str(scene.runtime / "served")),
        f"another program is connected to {ELISA}",
    ),
    "connection by TCP": (
        connected(socket.AF_INET, lambda _: ("127.0.0.1", 0)),
        f"another program is connected to {ELISA}",
    ),
    "another display": (on_another_display, f"{ELISA} has windows on another display"),
    "Wine": (in_wine, f"{ELISA} runs in Wine, and other programs there may depend on it"),
    "file manager": (called, f"{ELISA} serves other programs over D-Bus"),
    "nobody can see": (unreadable, f"the open files of {ELISA} can't be listed"),
    "is playing": (streaming("Stream/Output/Audio"), f"{ELISA} is playing sound or video"),
    "is recording": (streaming("Stream/Input/Audio"), f"{ELISA} is recording"),
    "is recording the screen": (
        streaming("Stream/Input/Video", "Screen"),
        f"{ELISA} is recording the screen",
    ),
    "hold": (held, f"{ELISA} is held: burns a disc"),
    "rule": (ruled_out, f"your rule for {ELISA} exempts it"),
    "warnings only": (warn_only, "you have chosen that nothing is paused"),
    "screen reader": (
        read_aloud,
        f"a screen reader is running, and would have to wait for {ELISA}",
    ),
    "in sight": (window_that_is(hidden=False), f"{ELISA} is visible"),
    "full screen": (window_that_is(hidden=False, fullscreen=True), f"{ELISA} fills a screen"),
    "in front": (in_front, None),
}


@pytest.fixture
def scene(bus, desk, tmp_path):
    made = Scene(bus, desk, tmp_path)
    (desk.tree.proc / str(made.pid) / "fd").mkdir()
    made.unit.write("cgroup.procs", f"{made.pid}\n")
    made.unit.settles()  # as soon as it is frozen
    return made


def runs_short(scene, figures):
    figures.grow()
    scene.desk.tree.makes_the_daemon_sample()


@pytest.mark.parametrize("name", CASES)
def test_it_is_exempt_and_named_and_without_it_frozen(scene, name):
    case, words = CASES[name]
    with Figures(scene.desk.tree, scene.unit) as figures, case(scene) as take_away:
        runs_short(scene, figures)
        if words:
            until(lambda: scene.says(words), "the duty is named")
        figures.stall()
        until(
            lambda: scene.is_warned_of(words or "is the active app"),
            "the user is told why it is not frozen",
        )
        assert not scene.unit.is_frozen()
        take_away()
        until(scene.unit.is_frozen, "it is frozen", LINGERS + PATIENCE)
    assert not scene.desk.other.is_frozen()


def test_nothing_speaks_against_it(scene):
    with Figures(scene.desk.tree, scene.unit) as figures:
        scene.start()
        runs_short(scene, figures)
        figures.stall()
        until(scene.unit.is_frozen, "it is frozen")
    assert not scene.desk.other.is_frozen()
