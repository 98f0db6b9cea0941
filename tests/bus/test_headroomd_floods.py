# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Too many messages, incomplete ones, and nonsense. The daemon's memory stays the same, no work
goes on afterwards, and the focus is right."""

import contextlib
import itertools
import os
import threading
import time

import pytest
from gi.repository import Gio, GLib

from fake_hyprland import FakeHyprland
from fake_kwin import HEADROOM, ROOT, FakeGnomeShell, FakeKwin, normal_window
from fake_niri import FakeNiri
from fake_sway import FakeSway
from fake_wayland import FakeStarts, FakeWayland
from private_bus import until

pytestmark = pytest.mark.usefixtures("freed_memory_is_free")

KATE, FIREFOX = "org.kde.kate", "firefox"
A_SECOND = 10_000
AT_ONCE = 100
MANY = 5000  # windows; a few more than are remembered
MORE_MEMORY_KB = 8 << 10
NO_MORE_MEMORY_KB = 2 << 10  # where it was all allocated before
SOON = 1  # second, besides what the machine lets any program wait


@pytest.fixture(params=[FakeSway, FakeNiri, FakeHyprland, FakeWayland], ids=lambda kind: kind.name)
def kind(request):
    return request.param


@pytest.fixture
def two_apps(tree, systemd):
    systemd.tree = tree
    windows = []
    for number, app in enumerate((KATE, FIREFOX)):
        unit = tree.unit(f"app.slice/app-{app}-1.scope")
        windows.append({"id": 10 + number, "pid": tree.sleep(unit), "app_id": app})
    return windows


@pytest.fixture
def start_compositor(kind, tmp_path, two_apps):
    with contextlib.ExitStack() as started:
        yield lambda number=1: started.enter_context(
            contextlib.closing(kind(tmp_path, two_apps, number))
        )


@pytest.fixture
def heard(start_compositor, start_headroomd):
    """A compositor, and a daemon that is connected to it and reports KATE as focused."""
    compositor = start_compositor()
    headroomd = start_headroomd()
    until(
        lambda: headroomd.get("Focused") == KATE,
        f"{compositor.name} is connected, and kate is in front",
    )
    assert headroomd.get("WindowSource") == compositor.name
    return compositor, headroomd


@contextlib.contextmanager
def as_before(headroomd, focused=FIREFOX, more_kb=MORE_MEMORY_KB):
    """Asserts that what happens meanwhile leaves nothing behind."""
    memory = headroomd.memory_kb()
    yield
    until(lambda: headroomd.get("Focused") == focused, f"{focused} is in front")
    grown = headroomd.memory_kb() - memory
    assert grown < more_kb, f"{grown} KiB more than before"
    until(headroomd.rests, "the daemon rests")
    assert headroomd.is_alive()


def growth(headroomd, pours):
    """KiB that a flood leaves."""
    before = headroomd.memory_kb()
    pours()
    return headroomd.memory_kb() - before


def leaves_no_memory(headroomd, pours):
    """A busy machine lets more of a flood wait than those before, once. What leaks does so each
    time."""
    grown = [growth(headroomd, pours)]
    while grown[-1] >= NO_MORE_MEMORY_KB and len(grown) < 3:
        grown.append(growth(headroomd, pours))
    assert grown[-1] < NO_MORE_MEMORY_KB, f"{grown} KiB more with each"


def ask_the_bus(headroomd):
    headroomd.connection.call_sync(
        "org.freedesktop.DBus",
        "/org/freedesktop/DBus",
        "org.freedesktop.DBus",
        "GetId",
        None,
        None,
        Gio.DBusCallFlags.NONE,
        -1,
        None,
    )


def seconds_of(call, *arguments):
    began = time.monotonic()
    call(*arguments)
    return time.monotonic() - began


@contextlib.contextmanager
def answering(headroomd):
    """Asserts that the daemon answers other callers meanwhile. The bus, which has nothing to do
    with the flood, shows how long the machine lets any program wait. A daemon that is at work waits
    longer for a CPU, where other tests run on all of them."""
    over, slowest, slowest_bus = threading.Event(), [0], [0]

    def ask():
        while not over.is_set():
            waited = headroomd.waited_s()
            seconds = seconds_of(headroomd.get, "Version")
            slowest[0] = max(slowest[0], seconds - (headroomd.waited_s() - waited))
            slowest_bus[0] = max(slowest_bus[0], seconds_of(ask_the_bus, headroomd))

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield
    finally:
        over.set()
        asking.join()
    took = f"an answer took {slowest[0]:.1f} s, and the bus's {slowest_bus[0]:.1f} s"
    assert slowest[0] < SOON + slowest_bus[0], took


def flood(send, seconds=0.5):
    """Calls send() for each hundred messages, at this rate."""
    began = time.monotonic()
    for number in range(0, round(seconds * A_SECOND), AT_ONCE):
        send()
        time.sleep(max(0, began + number / A_SECOND - time.monotonic()))  # the pace


def test_ten_thousand_events_a_second(heard, two_apps):
    """The focus moves, and windows come and go."""
    compositor, headroomd = heard
    kate, firefox = two_apps
    numbers = itertools.count(1000)

    def four():
        window = {**firefox, "id": next(numbers)}
        for message, of in (
            ("opened", window),
            ("focus", firefox),
            ("closed", window),
            ("focus", kate),
        ):
            yield getattr(compositor, message + "_message")(of)

    def pours():
        flood(
            lambda: compositor.say(
                b"".join(message for _ in range(AT_ONCE // 4) for message in four())
            )
        )
        compositor.focus(firefox)
        until(lambda: headroomd.get("Focused") == FIREFOX, "all messages are handled")

    for _ in range(
        3
    ):  # the first ones allocate memory, and fill the sanitizers' tables of code that has run
        pours()
    questions, began = compositor.questions, time.monotonic()
    with as_before(headroomd), answering(headroomd):
        leaves_no_memory(headroomd, pours)
    assert compositor.questions - questions <= 2 + 10 * (
        time.monotonic() - began
    ), "more than ten requests a second for all windows"
    assert headroomd.of_app(FIREFOX, "Windows") == 1, "the real windows are counted"


@pytest.mark.parametrize(
    "kind", [FakeNiri, FakeWayland], ids=lambda kind: kind.name
)  # the others are queried for their windows
def test_windows_without_an_end(heard, two_apps):
    """The daemon remembers windows up to its limit. Excess windows take no memory, and windows that
    vanish together take no time."""
    compositor, headroomd = heard
    kate, firefox = two_apps
    long = 10**18  # the number takes memory, too

    def say_of(numbers, message):
        for first in numbers[::AT_ONCE]:
            compositor.say(
                b"".join(
                    message({**firefox, "id": long + first + number}) for number in range(AT_ONCE)
                )
            )

    more = itertools.count(MANY, 5 * MANY)

    def pours():
        first = next(more)
        say_of(range(first, first + 5 * MANY), compositor.opened_message)
        for window, app in ((kate, KATE), (firefox, FIREFOX)):
            compositor.focus(window)
            until(lambda app=app: headroomd.get("Focused") == app, "all windows are handled")

    say_of(range(MANY), compositor.opened_message)
    compositor.focus(firefox)
    until(lambda: headroomd.get("Focused") == FIREFOX, "all windows are handled")
    until(headroomd.rests, "the daemon rests")
    with as_before(headroomd), answering(headroomd):
        leaves_no_memory(headroomd, pours)
    with as_before(headroomd, KATE), answering(headroomd):
        say_of(range(MANY), compositor.closed_message)
        compositor.focus(kate)


def test_half_messages_are_waited_for_and_senseless_ones_passed_over(heard, two_apps):
    compositor, headroomd = heard
    kate, firefox = two_apps
    for window in (firefox, kate, firefox):
        text = compositor.focus_message(window)
        compositor.focused = window
        compositor.say(text[:7], text[7:40], text[40:], between=lambda: headroomd.get("Version"))
        until(
            lambda app=window["app_id"]: headroomd.get("Focused") == app,
            "the complete message is handled",
        )
    with as_before(headroomd, KATE):
        for text in compositor.senseless:
            compositor.say(text)
        compositor.focus(kate)
    with as_before(headroomd, KATE):
        compositor.say(
            compositor.focus_message(firefox)[:-2]
        )  # the daemon waits for the rest without polling
    assert not compositor.hangs_up()


def test_nonsense_ends_the_connection_and_the_next_compositor_is_heard(
    heard, start_compositor, two_apps
):
    compositor, headroomd = heard
    with as_before(headroomd, more_kb=MORE_MEMORY_KB):
        for number, name in enumerate(compositor.nonsense, 2):
            with contextlib.suppress(OSError):  # it may hang up in the middle
                compositor.say(compositor.nonsense[name])
            until(compositor.hangs_up, f"the daemon hangs up after {name}")
            until(lambda: headroomd.get("WindowSource") == "", "there is no window source")
            compositor.close()
            if number == len(compositor.nonsense) + 1:
                two_apps.reverse()
            compositor = start_compositor(number)
            until(
                lambda: headroomd.get("WindowSource") == compositor.name,
                "the next compositor is connected",
            )


@pytest.mark.parametrize("kind", [FakeHyprland], ids=lambda kind: kind.name)
def test_an_answer_without_an_end_ends_the_connection(heard, start_compositor, two_apps):
    compositor, headroomd = heard
    with as_before(headroomd), answering(headroomd):
        compositor.answer = b"[" * (16 << 20)
        compositor.say(compositor.opened_message(two_apps[0]))
        until(compositor.hangs_up, "the daemon hangs up")
        compositor.close()
        two_apps.reverse()
        start_compositor(2)


@pytest.mark.parametrize("kind", [FakeHyprland], ids=lambda kind: kind.name)
def test_who_answers_no_more_is_not_asked_for_ever(heard, two_apps):
    compositor, headroomd = heard
    with as_before(headroomd):
        compositor.stops_answering()
        compositor.say(compositor.opened_message(two_apps[0]))
        compositor.focus(two_apps[1])


def test_ten_thousand_starts_a_second(desk, tmp_path):
    """Starts of apps with all kinds of names. A frozen app is still thawed when it is started."""
    firefox, _ = desk.app(FIREFOX)
    _, in_front = desk.app(KATE)
    numbers = itertools.count()
    with contextlib.closing(FakeStarts(tmp_path)) as compositor:
        headroomd = desk.start(focus=in_front)
        headroomd.await_log("reports which applications start")
        firefox.settles()
        headroomd.freeze(FIREFOX)

        def hundred():
            compositor.say(
                b"".join(
                    compositor.start_message(f"org.example.n{next(numbers)}", finished=number % 2)
                    for number in range(AT_ONCE)
                )
            )

        flood(hundred)  # the memory for the first flood must suffice for the second
        with as_before(headroomd, KATE), answering(headroomd):
            flood(hundred)
        assert firefox.is_frozen()
        compositor.starts(FIREFOX)
        until(lambda: not firefox.is_frozen(), "it is thawed")


@pytest.fixture(params=[FakeKwin, FakeGnomeShell], ids=lambda kind: kind.name)
def reporter(request, bus):
    with request.param(bus) as started:
        yield started


def test_ten_thousand_reports_a_second_on_the_bus(reporter, two_apps, start_headroomd):
    """GDBus reads all incoming messages, however slow the application is. The memory for the first
    flood must suffice for the second."""
    kate, firefox = (normal_window(app["pid"], app["app_id"], f"w{app['id']}") for app in two_apps)
    headroomd = start_headroomd()
    until(lambda: reporter.is_known_to(headroomd), f"{reporter.name} is known")

    def focus(window):
        assert (
            reporter.report({"source": "any", "sent": 1, "type": "focus", "focus": window["id"]})
            == ""
        )

    def hundred():
        for window in (firefox, kate) * (AT_ONCE // 2):
            text = f'{{"source":"any","sent":1,"type":"focus","focus":"{window["id"]}"}}'
            reporter.connection.call(
                HEADROOM,
                ROOT,
                HEADROOM,
                "Report",
                GLib.Variant("(s)", (text,)),
                None,
                Gio.DBusCallFlags.NO_AUTO_START,
                -1,
                None,
                None,
            )

    reporter.report(
        {
            "source": "any",
            "sent": 1,
            "type": "snapshot",
            "windows": [kate, firefox],
            "focus": kate["id"],
        }
    )

    def pours():
        flood(hundred, seconds=0.2)  # each report is answered, so it takes longer than the events
        for window, app in ((kate, KATE), (firefox, FIREFOX)):
            focus(window)
            until(lambda app=app: headroomd.get("Focused") == app, "the flood is handled")

    pours()
    with as_before(headroomd):
        leaves_no_memory(headroomd, pours)


def test_ten_thousand_marks_a_second(bus, tree, two_apps, start_headroomd):
    """GNOME without our extension: the foreground app is marked in the cgroup tree."""
    kate, firefox = (
        next(unit for unit in tree.units if app["app_id"] in unit.name) for app in two_apps
    )

    def focus(unit, other):
        os.setxattr(other.directory, "user.xdg.inactive-since", b"1234567")
        os.setxattr(unit.directory, "user.xdg.inactive-since", b"-1")

    def hundred():
        for _ in range(AT_ONCE // 4):
            focus(firefox, kate)
            focus(kate, firefox)

    with FakeGnomeShell(bus):
        headroomd = start_headroomd()
        until(lambda: headroomd.get("WindowSource") == "mutter", "mutter is the window source")
        focus(kate, firefox)
        until(lambda: headroomd.get("Focused") == KATE, "the mark is noticed")
        with as_before(headroomd), answering(headroomd):
            flood(hundred)
            focus(firefox, kate)
