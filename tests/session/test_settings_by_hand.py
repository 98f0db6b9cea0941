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
HOLD, HOLD_SHOWN = "Freeze/ShortestHoldSeconds", "Keep paused for at least"


@pytest.fixture(scope="module", autouse=True)
def screen_reader():
    reader.listen()


@pytest.fixture(params=[PAGE])
def page(request):
    with settings_page.opened(request.param) as pid:
        yield pid


@pytest.fixture
def chosen_anew():
    yield
    headroom.ctl("set", HOLD, "--default")
    for app in (EDITOR, TERMINAL):
        headroom.ctl("set", f"App-{app}/Rule", "--default")
    subprocess.run(["sudo", "rm", "-f", "/etc/xdg/headroomrc"], check=True)


def add_a_rule():
    """With clicks and keys; it is not applied yet."""
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


@pytest.mark.usefixtures("kwrite", "chosen_anew", "page")
def test_a_rule_chosen_by_hand_holds():
    add_a_rule()
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
    # The new daemon reads the app's name in a thread.
    until(lambda: RULED in headroom.ctl("why", EDITOR).stdout, "the reason is the rule")


@pytest.mark.usefixtures("chosen_anew", "page")
def test_a_rule_is_added_and_removed():
    rule = f"App-{EDITOR}/Rule"
    add_a_rule()
    reader.click_on(PAGE, "Apply", "button")
    until(lambda: headroom.settings().get(rule) == "never", "the daemon has the rule")
    reader.click_on(PAGE, "Remove rule for KWrite", "button")
    until(lambda: EDITOR not in reader.names(PAGE, "label"), "it is no longer among the rules")
    until(lambda: reader.can_be_pressed(PAGE, "Apply", "button"), "Apply is enabled")
    reader.click_on(PAGE, "Apply", "button")
    until(lambda: rule not in headroom.settings(), "the rule is gone")


@pytest.mark.usefixtures("chosen_anew", "page")
def test_what_is_changed_elsewhere_is_shown_and_what_is_edited_stays():
    remove = "Remove rule for KWrite"
    reader.click_on(PAGE, "Rules for Apps", "button")
    until(lambda: reader.find(PAGE, "All apps are treated alike"), "there is no rule")
    headroom.ctl("set", f"App-{EDITOR}/Rule", "never")
    until(lambda: reader.find(PAGE, remove), "the new rule is shown")
    reader.click_on(PAGE, remove, "button")
    until(lambda: reader.can_be_pressed(PAGE, "Apply", "button"), "Apply is enabled")
    headroom.ctl("set", f"App-{TERMINAL}/Rule", "never")
    reader.click_on(PAGE, "Apply", "button")
    until(lambda: f"App-{EDITOR}/Rule" not in headroom.settings(), "what was edited is saved")
    until(lambda: reader.find(PAGE, "Remove rule for Konsole"), "the other change is shown, too")
    assert headroom.settings()[f"App-{TERMINAL}/Rule"] == "never"


def type_a_number(program):
    """Without Enter, and without leaving the field."""
    reader.click_on(program, HOLD_SHOWN, "spin button")
    kwin.hand("key", "ctrl+a")
    kwin.hand("type", "25")


@pytest.mark.usefixtures("chosen_anew", "page")
def test_a_number_typed_and_the_window_closed_at_once():
    reader.click_on(PAGE, "Limits", "button")
    until(lambda: reader.find(PAGE, HOLD_SHOWN, "spin button"), "its page is open", within=30)
    ok = reader.place_of(PAGE, "OK", "button")  # the window has its final size by now
    type_a_number(PAGE)
    kwin.click(*ok)
    until(lambda: headroom.settings()[HOLD] == "25", "the daemon has the number")
    until(lambda: not reader.names(PAGE), "the window is closed")


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
