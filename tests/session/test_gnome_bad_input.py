# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Names that an app may have, and numbers of apps, in the menu on GNOME. A fake daemon reports
them."""

import json
import os
import sys
import time
from pathlib import Path

import pytest
from gi.repository import GLib

from seat import gnome, headroom, indicator
from seat.indicator import INDICATOR, click_on, lines
from seat.waiting import until

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bus"))
from fake_headroomd import KATE, FakeHeadroomd  # noqa: E402

MOST_ROWS = 6
MOST_CHARACTERS = 40
NAMES = {
    "markup": "<b>big</b> & <a href='x'>y</a>",
    "300 characters": "wide " * 60,
    "300 characters without a gap": "w" * 300,
    "right to left": "محرر النصوص الطويل جدا " * 10,
    "lines": "one\ntwo\r\nthree\tfour",
    "turns what follows": "tame\u202eexe.gnp\u200b",
    "nothing to be seen": "\u200b\u200f",
}


def app(app_id, name):
    return {
        **KATE,
        "Id": app_id,
        "Name": name,
        "Units": [f"app-{app_id}-1.scope"],
        "Boosted": False,
        "Reason": name,
    }


@pytest.fixture(autouse=True)
def running_daemon():
    """The real daemon makes room for the fake one."""


@pytest.fixture(scope="module")
def bus_with_fake():
    gnome.overview(False)
    gnome.extension(True)
    headroom.user("stop", "headroomd.service")
    with FakeHeadroomd(os.environ["DBUS_SESSION_BUS_ADDRESS"]) as daemon:
        until(
            lambda: gnome.evaluate(f"return {INDICATOR}?._daemon.isThere ?? false;"),
            "the extension has found the daemon",
        )
        yield daemon
    headroom.user("start", "headroomd.service")
    until(
        lambda: headroom.status()["window_source"] == "gnome-shell", "the extension reports windows"
    )
    gnome.extension(False)


@pytest.fixture
def fake(bus_with_fake):
    bus_with_fake.measures = {}
    bus_with_fake.machine = {"cpu": {"some-avg10": 1.0}}
    bus_with_fake.failures = {}
    yield bus_with_fake
    indicator.close_menu()


def rows():
    """Of each app in the open menu: the text without direction isolates, whether it is parsed as
    markup, its icon, and its height."""
    return gnome.evaluate(f"""
        return [...{INDICATOR}._rows._rows.values()].map(({{item}}) => ({{
            text: item.label.text.replace(/[\\u2068\\u2069]/g, ''),
            isolated: item.label.text.startsWith('\\u2068') && item.label.text.includes('\\u2069'),
            markup: item.label.clutter_text.use_markup,
            icon: item.icon.gicon?.to_string() ?? '',
            lines: item.label.clutter_text.get_layout().get_line_count(),
        }}));""")


def menu_is_on_the_screen():
    x, y, width, height = gnome.evaluate(
        f"const a = {INDICATOR}.menu.actor; return [...a.get_transformed_position(), "
        f"...a.get_transformed_size()];"
    )
    monitor = gnome.evaluate(
        "const m = Main.layoutManager.primaryMonitor; return [m.width, m.height];"
    )
    return x >= 0 and y >= 0 and x + width <= monitor[0] + 1 and y + height <= monitor[1] + 1


@pytest.mark.parametrize("kind", NAMES)
def test_a_name_made_to_break_it(fake, kind):
    fake.apps = [app("org.example.bad", NAMES[kind]), app("org.example.good", "Good")]
    indicator.open_menu("Good")
    bad = next(row for row in rows() if not row["text"].startswith("Good"))
    print(bad)
    assert bad["isolated"] and not bad["markup"] and bad["lines"] == 1
    assert len(bad["text"].partition(": ")[0]) <= MOST_CHARACTERS
    assert bad["text"].strip(), "there is something to click on"
    assert not set(bad["text"]) & set("\n\r\t\u200b\u200f\u202e")
    until(menu_is_on_the_screen, "the menu no longer moves and is on the screen")


def test_a_refusal_with_markup_is_said_as_it_is(fake):
    fake.apps = [app("org.example.bad", NAMES["markup"])]
    fake.failures = {"Freeze": ("org.headroomd.Headroom1.Error.Refused", NAMES["markup"])}
    indicator.open_menu("<b>")
    click_on("<b>")
    click_on("Pause")
    said = until(
        lambda: gnome.evaluate(
            "return Main.messageTray.getSources().flatMap(source => source.notifications)"
            f".filter(each => each.body === {json.dumps(NAMES['markup'])})"
            ".map(each => each.useBodyMarkup);"
        ),
        "the refusal is shown as it is",
    )  # others may be there, such as the Shell's own that a window is ready
    gnome.evaluate("Main.messageTray.getSources().forEach(source => source.destroy());")
    assert said == [False]


def test_an_app_that_nobody_installed_has_an_icon_and_its_name(fake):
    """It has no desktop file. So its name is derived from the id, and it has no icon of its own."""
    fake.apps = [app("org.example.Nowhere", "Nowhere"), app("no/such<>id", "")]
    indicator.open_menu("Nowhere")
    until(lambda: len(rows()) == 2, "both are listed")
    print(rows())
    assert all(row["icon"] == "application-x-executable" and row["text"].strip() for row in rows())


def test_five_hundred(fake):
    fake.apps = [app(f"org.example.app{number:03}", f"App {number:03}") for number in range(500)]
    fake.measures = {
        each["Id"]: {
            "pressure-cpu": GLib.Variant("d", float(number % 100)),
            "memory": GLib.Variant("t", number << 20),
            "worst-pressure": GLib.Variant("s", "cpu"),
            "hurt-rank": GLib.Variant("u", (99 - number % 100) * 5 + 4 - number // 100),
        }
        for number, each in enumerate(fake.apps)
    }
    began = time.monotonic()
    indicator.open_menu("App ")
    took = time.monotonic() - began
    print(f"the menu has its apps after {took:.2f} s")
    assert [row["text"][:7] for row in rows()] == [
        "App 499",
        "App 399",
        "App 299",
        "App 199",
        "App 099",
        "App 498",
    ]
    assert len(rows()) == MOST_ROWS
    until(menu_is_on_the_screen, "the menu no longer moves and is on the screen")
    before = len(lines())
    for number in range(500):  # many changes while it is open
        fake.change_app(number, State="napped", Napped=True)
    until(lambda: rows()[0]["text"].startswith("App 499: slowed down"), "the change is shown")
    assert len(lines()) == before, "no line has come or gone"
