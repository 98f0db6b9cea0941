# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The menu of the extension answers what is wrong, what causes it and what to do, by one click or
by keys alone."""

import contextlib
import json
import time

import pytest

from seat import cgroups, gnome, headroom, indicator, paused
from seat.indicator import INDICATOR, click_on, lines
from seat.measuring import is_under_way
from seat.monitor import Monitor
from seat.paused import APPS, PAUSE, pause
from seat.waiting import Waited, until

HOUR_US = 3600 * 1000 * 1000


pytestmark = pytest.mark.usefixtures("extension")


@pytest.fixture(autouse=True)
def calm():
    with indicator.calm():
        yield


@pytest.fixture(name="units")
def units_of_two_apps():
    with paused.two_apps(indicator.close_menu) as units:
        yield units


def test_a_paused_app_is_resumed_by_one_click_on_its_row(units):
    pause(units, APPS[0])
    indicator.open_menu(APPS[0])
    until(lambda: f"{APPS[0]}: paused" in lines(), lines)
    assert indicator.resume_button_of(APPS[1]) is None, "it isn't paused"
    gnome.click(*indicator.resume_button_of(APPS[0]))
    until(lambda: not cgroups.is_frozen(units[APPS[0]]), "it runs again")
    until(lambda: indicator.resume_button_of(APPS[0]) is None, "the button is gone")
    assert not gnome.evaluate(
        f"return [...{INDICATOR}._rows._rows.values()].some(row => row.item.menu.isOpen);"
    ), "no row was opened"


def test_the_first_figures_come_at_once(units):
    pause(units, APPS[0])
    seconds = []
    for _ in range(20):
        begin = time.monotonic()
        indicator.open_menu(APPS[0])
        until(lambda: lines()[2:3] == [f"{APPS[0]}: paused"], lines)
        seconds.append(time.monotonic() - begin)
        indicator.close_menu()
        until(lambda: not gnome.evaluate(f"return {INDICATOR}.menu.isOpen;"), "it is closed")
    print("named after", *(f"{each:.2f}" for each in sorted(seconds)), "s")
    # Of twenty, one may have met another program that had to run.
    assert sorted(seconds)[-2] < 1


def test_a_row_has_one_fact_and_opens_to_show_the_rest(units):
    pause(units, APPS[0])
    indicator.open_menu(APPS[0])
    row = next(line for line in lines() if line.startswith(APPS[0]))
    assert "," not in row
    click_on(APPS[0])
    until(
        lambda: any(line.startswith(f"Paused {APPS[0]}: ") for line in lines()),
        "what was last done to it, and why",
    )


def test_a_click_right_after_the_rows_have_moved_is_none(units):
    pause(units, APPS[0])
    indicator.open_menu(APPS[0])
    rows, above = f"{INDICATOR}._rows", f"{INDICATOR}._level"
    until(lambda: gnome.evaluate(f"return {rows}._top !== null;"), "the rows have a place")
    moved = f"return {rows}._moves._at;"
    before = gnome.evaluate(moved)
    # It grows: a line that is shown by hand may be hidden by any change before the next frame.
    gnome.evaluate(f"{above}.style = 'padding-top: 60px;';")
    try:
        until(lambda: gnome.evaluate(moved) > before, "a line above them moves the rows")
    finally:
        gnome.evaluate(f"{above}.style = null;")
    resume = f"{rows}._rows.get('{APPS[0]}')._resume.emit('clicked', 1);"
    gnome.evaluate(f"{rows}._moves.note(); {resume}")
    headroom.status()  # it answers after what the Shell has asked before
    assert cgroups.is_frozen(units[APPS[0]]), "the click was meant for another row"

    def clicked_again():
        gnome.evaluate(resume)
        return not cgroups.is_frozen(units[APPS[0]])

    until(clicked_again, "half a second later it is a click on Resume")


def test_all_are_resumed_by_one_click(units):
    pause(units, APPS[0])
    indicator.open_menu(APPS[0])
    assert "Resume All" not in lines(), "there is only one"
    pause(units, APPS[1])
    until(lambda: "Resume All" in lines(), "all can be resumed")
    click_on("Resume All")
    until(lambda: not any(cgroups.is_frozen(unit) for unit in units.values()), "both run again")


@pytest.mark.usefixtures("units")
def test_an_app_that_is_paused_while_the_menu_is_full_gets_a_row():
    indicator.open_menu(APPS[0])
    assert gnome.evaluate(f"""
        const {{_daemon, _rows}} = {INDICATOR};
        const [real] = [..._daemon.apps.values()];
        const made = [...Array(8).keys()].map(at => `org.example.App${{at}}`);
        made.forEach(Id => _daemon.apps.set(Id, {{...real, Id, Name: Id, Frozen: false}}));
        _rows.update();
        const before = [..._rows._rows.keys()];
        const late = made.find(id => !before.includes(id));
        _daemon.apps.get(late).Frozen = true;
        _rows.update();
        const after = [..._rows._rows.keys()];
        made.forEach(id => _daemon.apps.delete(id));
        _rows.update();
        return [before.length, after.length, after.includes(late)];""") == [6, 7, True]


def is_closed():
    until(lambda: not gnome.evaluate(f"return {INDICATOR}.menu.isOpen;"), "it is closed")


@contextlib.contextmanager
def calls_of(member):
    """The arguments of the calls."""
    asked = []
    with contextlib.closing(Monitor(f"type='method_call',member='{member}'")) as calls:
        yield asked
        calls.catch_up()
        asked += [call["payload"]["data"] for call in calls.messages()]


def test_a_daemon_that_can_not_rest_is_not_asked_to():
    indicator.open_menu("")
    try:
        indicator.reports(DisabledUntil=None)
        assert PAUSE not in lines()
    finally:
        indicator.reports(DisabledUntil=0)
        indicator.close_menu()


def test_an_hour_of_rest_and_its_end():
    indicator.open_menu("")
    assert "Resume Headroom" not in lines()
    try:
        with calls_of("DisableFor") as asked:
            click_on(PAUSE)
            is_closed()
        assert asked == [[HOUR_US]]
        until(lambda: headroom.status()["disabled_until_us"], "Headroom rests")
        end = headroom.status()["disabled_until_us"] // 1000
        indicator.open_menu("")
        until(lambda: lines()[0].startswith("Paused until "), lines)
        clock = gnome.evaluate(f"const t = new Date({end}); return [t.getHours(), t.getMinutes()];")
        # The Shell writes the time with another colon, and marks its direction.
        said = lines()[0].replace("\u200e", "").replace("\u2236", ":")
        assert said == f"Paused until {clock[0]:02}:{clock[1]:02}"
        assert lines()[1] == "Resume Headroom" and PAUSE not in lines()
        assert "Paused until" in gnome.evaluate(f"return {INDICATOR}.accessible_name;")
        click_on("Resume Headroom")
        until(lambda: not headroom.status()["disabled_until_us"], "it acts again")
        is_closed()
        indicator.open_menu("")
        until(lambda: PAUSE in lines(), lines)
        assert not lines()[0].startswith("Paused until ")
    finally:
        gnome.evaluate(
            f"{INDICATOR}._daemon.call('DisableFor', new imports.gi.GLib.Variant('(t)', [0]));"
        )
        indicator.close_menu()


def facts(app, measurement, **measures):
    """What the row says once it is opened, if the daemon reports this."""
    return gnome.evaluate(f"""
        const {{_daemon, _rows}} = {INDICATOR};
        const app = [..._daemon.apps.values()].find(each => each.Id === {json.dumps(app)});
        app.Measurement = {json.dumps(measurement)};
        _rows._measures[app.Id] = {json.dumps(measures)};
        _rows.update();
        return _rows._rows.get(app.Id)._facts.label.text;""").replace("\u00a0", " ")


def test_what_an_app_needs_is_measured_by_a_click(units):
    indicator.open_menu(APPS[0])
    click_on(APPS[0])
    with calls_of("MeasureNeed") as asked:
        click_on("Measure Needed Memory")
        until(lambda: not gnome.evaluate(f"return {INDICATOR}.menu.isOpen;"), "it is closed")
    assert asked == [[APPS[0]]]
    pause(units, APPS[0])  # ends a measurement, if it was not refused
    until(lambda: not is_under_way(APPS[0]), "nothing is measured")
    gnome.evaluate("Main.messageTray.getSources().forEach(source => source.destroy());")
    indicator.open_menu(APPS[0])
    click_on(APPS[0])
    mib = 2**20
    assert "Measuring begins once the app has been unused" in facts(APPS[0], {"under-way": True})
    under_way = {"under-way": True, "now": 480 * mib}
    assert "Measuring: 480.0 MiB needed at most so far…" in facts(APPS[0], under_way)
    assert "Cancel Measuring" in lines()
    last = {"memory-needed-last": 200 * mib, "memory-needed-last-day": "2026-11-05"}
    found = facts(APPS[0], {}, **last)
    assert found.startswith("200.0 MiB needed when it was measured on ")
    found = facts(
        APPS[0], {}, **{"memory-needed": 210 * mib, "memory-needed-measured": True}, **last
    )
    assert found.startswith("210.0 MiB needed, as measured on ") and "200" not in found
    facts(APPS[0], under_way)
    with calls_of("CancelMeasurement") as asked:
        click_on("Cancel Measuring")
        until(lambda: not gnome.evaluate(f"return {INDICATOR}.menu.isOpen;"), "it is closed")
    assert asked == [[APPS[0]]]


def offered(app, **properties):
    """Whether the app's open row has "Pause" or "Resume", and "Close", if the daemon reports
    this."""
    return gnome.evaluate(f"""
        const {{_daemon, _rows}} = {INDICATOR};
        const app = [..._daemon.apps.values()].find(each => each.Id === {json.dumps(app)});
        Object.assign(app, {json.dumps(properties)});
        _rows.update();
        const {{_freeze, _close}} = _rows._rows.get(app.Id);
        return [_freeze.visible, _close.visible];""")


@pytest.mark.usefixtures("units")
def test_an_app_without_a_unit_of_its_own_is_neither_paused_nor_closed():
    indicator.open_menu(APPS[0])
    assert offered(APPS[0], Units=["app-x-1.scope"], Frozen=False) == [True, True]
    assert offered(APPS[0], Units=[], Frozen=False) == [False, False]
    assert offered(APPS[0], Units=[], Frozen=True) == [True, True], "it can be resumed"


# What a screen reader says of the item with the focus: role, name, states.
FOCUS = """
    const {Atk} = imports.gi;
    const item = global.stage.key_focus;
    const name = item?.accessible_name || item?.label_actor?.text || item?.label || '';
    return [item ? Atk.role_get_name(item.get_accessible().get_role()) : '',
        name.replace(/[\\u2068\\u2069]/g, ''),
        item?.menu ? item.get_accessible().ref_state_set().contains_state(
            Atk.StateType.EXPANDABLE) : false];"""


def focus_after(key):
    """What has the focus once the key, which takes a moment, has moved it; the same as before if
    nothing moves."""
    before = gnome.evaluate(FOCUS)
    gnome.keys(key)
    try:
        return until(lambda: (now := gnome.evaluate(FOCUS)) != before and now, "it moves", within=3)
    except Waited:
        return before


def reached_by(key, most=40):
    """Each item that has the focus while the key is pressed again and again."""
    found = []
    for _ in range(most):
        now = focus_after(key)
        if now in found:
            break
        found.append(now)
    return found


@pytest.mark.parametrize("key", ["Down", "Tab"])
def test_every_line_and_button_is_reached_by_keys_and_has_a_name_and_a_role(units, key):
    pause(units, *APPS)
    indicator.open_menu(APPS[0])
    with indicator.without_figures():
        until(lambda: "Resume All" in lines() and f"{APPS[0]}: paused" in lines(), lines)
        shown = lines()
        found = reached_by(key)
    print(found)
    assert all(role and name for role, name, _ in found)
    named = {name: (role, opens) for role, name, opens in found}
    assert not [line for line in shown if line not in named], named
    assert named[shown[0]][0] == "label", "the level"
    assert named[f"{APPS[0]}: paused"] == ("menu item", True)
    assert named["Resume All"] == ("menu item", False)
    if key == "Tab":
        assert named[f"Resume {APPS[0]}"][0] in ("push button", "button")


def states_of(item):
    """Of a menu item, for a screen reader."""
    return gnome.evaluate(f"""
        const {{Atk}} = imports.gi;
        const states = {item}.get_accessible().ref_state_set();
        return ['EXPANDED', 'CHECKED', 'SENSITIVE'].filter(
            each => states.contains_state(Atk.StateType[each]));""")


def test_states_are_told(units):
    assert units
    rule = f"App-{APPS[0]}/Rule"
    indicator.open_menu(APPS[0])
    row = f"{INDICATOR}._rows._rows.get('{APPS[0]}')"
    assert states_of(f"{row}.item") == ["SENSITIVE"], "closed, and can be opened"
    assert "CHECKED" not in states_of(f"{row}._never")
    click_on(APPS[0])
    until(lambda: "EXPANDED" in states_of(f"{row}.item"), "the row is open")
    headroom.ctl("set", rule, "never")
    until(lambda: "CHECKED" in states_of(f"{row}._never"), "the rule is set")
    headroom.ctl("set", rule, "--default")
    until(lambda: "CHECKED" not in states_of(f"{row}._never"), "the rule is gone")
    click_on(APPS[0])
    until(lambda: "EXPANDED" not in states_of(f"{row}.item"), "the row is closed")


def move_to(name, key, most=60):
    """Presses the key until the item with this name has the focus."""
    for _ in range(most):
        if focus_after(key)[1] == name:
            return
    raise AssertionError(f"{name!r} is not reached by {key}")


def test_a_paused_app_is_resumed_by_keys(units):
    pause(units, APPS[0])
    indicator.open_menu(APPS[0])
    move_to(f"{APPS[0]}: paused", "Down")
    gnome.keys("Right")
    until(lambda: "Resume" in lines(), "the row is open")
    if gnome.evaluate(FOCUS)[1] != "Resume":
        move_to("Resume", "Down", most=3)
    gnome.keys("Return")
    until(lambda: not cgroups.is_frozen(units[APPS[0]]), "it runs again")


def test_the_keys_still_work_after_a_row_has_gone(units):
    assert units
    indicator.open_menu(APPS[0])
    with indicator.without_figures():
        move_to(APPS[0], "Down")
    gnome.evaluate(f"""
        const {{_daemon}} = {INDICATOR};
        for (const [path, app] of _daemon.apps) {{
            if (app.Id === {json.dumps(APPS[0])})
                _daemon.apps.delete(path);
        }}
        _daemon._tell('changed');""")
    assert APPS[0] not in lines()
    first = gnome.evaluate(FOCUS)[1]
    assert first == lines()[0], "the focus is on the first line"
    gnome.keys("Down")
    until(lambda: gnome.evaluate(FOCUS)[1] not in ("", first), "the focus moves on")
    indicator.close_menu()


def test_the_past_is_asked_for_once():
    indicator.open_menu("")
    until(lambda: gnome.evaluate(f"return {INDICATOR}._knowsPast;"), "it has been answered")
    indicator.close_menu()
    with calls_of("History") as asked:
        indicator.open_menu("")
        indicator.close_menu()
    assert asked == []


def test_the_keys_still_work_after_a_button_has_gone(units):
    pause(units, APPS[0])
    indicator.open_menu(APPS[0])
    resume = f"Resume {APPS[0]}"
    move_to(resume, "Tab")
    with indicator.without_figures():
        gnome.keys("Return")
        until(lambda: not cgroups.is_frozen(units[APPS[0]]), "it runs again")
        until(lambda: gnome.evaluate(FOCUS)[1] == APPS[0], "its row has the focus")
    gnome.keys("Down")
    until(lambda: gnome.evaluate(FOCUS)[1] not in ("", APPS[0]), "the focus moves on")
