# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The page in System Settings, read like a screen reader and clicked on the screen: a choice there
takes effect, and persists."""

import subprocess
import time

import pytest

from seat import headroom, kwin, reader, settings_page
from seat.settings_page import PAGE
from seat.waiting import until

EDITOR, TERMINAL = "org.kde.kwrite", "org.kde.konsole"
RULED = "your rule for KWrite exempts it"


@pytest.fixture(scope="module", autouse=True)
def screen_reader():
    reader.listen()


@pytest.fixture
def page():
    with settings_page.opened():
        yield


@pytest.fixture
def chosen_anew():
    yield
    for app in (EDITOR, TERMINAL):
        headroom.ctl("set", f"App-{app}/Rule", "--default")
    subprocess.run(["sudo", "rm", "-f", "/etc/xdg/headroomrc"], check=True)


@pytest.mark.usefixtures("kwrite", "chosen_anew", "page")
def test_a_rule_chosen_by_hand_holds():
    reader.click_on(PAGE, "Rules for Apps", "button")
    reader.click_on(PAGE, "Add App", "button")
    until(lambda: reader.find(PAGE, "Konsole", "list item"), "all apps are listed", within=30)
    kwin.hand("type", "kwrite")
    until(lambda: not reader.find(PAGE, "Konsole", "list item"), "only matches are listed")
    kwin.hand("key", "Return")
    until(lambda: EDITOR in reader.names(PAGE, "label"), "it is among the rules")
    assert f"App-{EDITOR}/Rule" not in headroom.settings(), "nothing changes before Apply"
    until(
        lambda: not reader.find(PAGE, "Add App", "dialog")
        and reader.can_be_pressed(PAGE, "Apply", "button"),
        "Apply is enabled",
    )
    reader.click_on(PAGE, "Apply", "button")
    began = time.monotonic()
    until(
        lambda: headroom.settings().get(f"App-{EDITOR}/Rule") == "never", "the daemon has the rule"
    )
    print(f"in the daemon {time.monotonic() - began:.2f} s after the click")
    assert RULED in headroom.ctl("why", EDITOR).stdout

    headroom.user("restart", "headroomd.service")
    headroom.wait_for_daemon()
    assert headroom.settings()[f"App-{EDITOR}/Rule"] == "never"
    headroom.wait_for_app(EDITOR, lambda entry: entry["windows"] > 0)
    assert RULED in headroom.ctl("why", EDITOR).stdout


@pytest.mark.usefixtures("chosen_anew")
def test_what_the_machine_has_chosen_holds_where_the_user_has_not():
    subprocess.run(
        ["sudo", "sh", "-c", f"printf '[App-{TERMINAL}]\\nRule=never\\n' >/etc/xdg/headroomrc"],
        check=True,
    )
    until(
        lambda: headroom.settings().get(f"App-{TERMINAL}/Rule") == "never",
        "the rule is read immediately",
    )
    headroom.ctl("set", f"App-{TERMINAL}/Rule", "eager")
    until(
        lambda: headroom.settings()[f"App-{TERMINAL}/Rule"] == "eager",
        "the user's own rule takes precedence",
    )
