# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""`headroomctl history --trace`: a file that Perfetto opens."""

import json

import pytest

T = 1_700_000_000_000_000


def entry(seconds, action, app="firefox", unit="app-firefox-1.scope", level="high", why="because"):
    return (T + seconds * 1_000_000, action, app, unit, level, why, True)


@pytest.fixture
def trace(daemon, ctl):
    def run(*history, arguments=()):
        daemon.history = list(history)
        made = json.loads(ctl("history", "--trace", *arguments).stdout)
        assert made["displayTimeUnit"] == "ms"
        return made["traceEvents"]

    return run


def names(events):
    return {each["pid"]: each["args"]["name"] for each in events if each["ph"] == "M"}


def slices(events):
    """{(process, name): [(begin, end) in seconds]}; each beginning has its end"""
    open_, found = {}, {}
    for each in events:
        identity = (each["pid"], each.get("id"), each["name"])
        if each["ph"] == "b":
            assert identity not in open_
            open_[identity] = each["ts"]
        elif each["ph"] == "e":
            begin = open_.pop(identity)
            found.setdefault((names(events)[each["pid"]], each["name"]), []).append(
                ((begin - T) / 1e6, (each["ts"] - T) / 1e6)
            )
    assert not open_
    return found


def test_a_stall(trace):
    events = trace(
        entry(0, "level", app="", unit="", level="uneasy"),
        entry(1, "nap", level="uneasy"),
        entry(3, "level", app="", unit="", level="high"),
        entry(4, "freeze"),
        entry(5, "reclaim"),
        entry(9, "thaw"),
        entry(9, "level", app="", unit="", level="calm"),
        entry(10, "wake", level="calm"),
    )
    assert slices(events) == {
        ("level", "uneasy"): [(0, 3)],
        ("level", "high"): [(3, 9)],
        ("level", "calm"): [(9, 10)],
        ("firefox", "nap"): [(1, 10)],
        ("firefox", "freeze"): [(4, 9)],
    }
    points = [each for each in events if each["ph"] == "i"]
    assert [(names(events)[each["pid"]], each["name"]) for each in points][-1] == (
        "level",
        "level",
    )
    assert ("firefox", "reclaim") in [(names(events)[each["pid"]], each["name"]) for each in points]
    frozen = next(each for each in events if each["ph"] == "b" and each["name"] == "freeze")
    assert frozen["args"] == {"reason": "because"}


def test_what_is_in_force_ends_with_the_last_act(trace):
    events = trace(entry(0, "freeze"), entry(7, "adopt", app="kate", unit="u"))
    assert slices(events)[("firefox", "freeze")] == [(0, 7)]


def test_two_units_of_an_app_overlap(trace):
    events = trace(
        entry(0, "freeze", unit="a"),
        entry(1, "freeze", unit="b"),
        entry(2, "thaw", unit="a"),
        entry(3, "thaw", unit="b"),
    )
    assert slices(events)[("firefox", "freeze")] == [(0, 2), (1, 3)]


def test_new_weights_end_the_old_ones(trace):
    """A napped app that gets the focus is boosted at once, and one that loses it may be napped."""
    events = trace(
        entry(0, "nap"),
        entry(2, "nap", unit="another"),
        entry(5, "boost"),
        entry(7, "nap"),
        entry(9, "wake"),
    )
    assert slices(events) == {
        ("level", "high"): [(0, 9)],
        ("firefox", "nap"): [(0, 5), (7, 9), (2, 9)],
        ("firefox", "boost"): [(5, 7)],
    }
    assert not [each for each in events if each["ph"] == "i"]


def test_what_is_in_force_on_a_unit_ends_with_it(trace):
    events = trace(
        entry(0, "nap"),
        entry(1, "freeze"),
        entry(2, "freeze", unit="another"),
        entry(3, "boost", unit="third"),
        entry(4, "ended"),
        entry(5, "ended", unit="third"),
        entry(6, "freeze"),
        entry(9, "thaw"),
        entry(9, "thaw", unit="another"),
    )
    assert slices(events) == {
        ("level", "high"): [(0, 9)],
        ("firefox", "nap"): [(0, 4)],
        ("firefox", "boost"): [(3, 5)],
        ("firefox", "freeze"): [(1, 4), (6, 9), (2, 9)],
    }
    assert not [each for each in events if each["ph"] == "i"]


def test_a_warning_outlasts_the_unit(trace):
    events = trace(entry(0, "warn"), entry(2, "ended"), entry(5, "unwarn"))
    assert slices(events)[("firefox", "warn")] == [(0, 5)]


def test_what_ends_without_a_beginning_is_a_point(trace):
    events = trace(entry(0, "thaw"), entry(1, "unboost"))
    assert [each["name"] for each in events if each["ph"] == "i"] == ["thaw", "unboost"]


def test_a_minute_of_stalls_lies_before_its_report(trace):
    events = trace(entry(100, "stalled"))
    assert slices(events)[("firefox", "stalled")] == [(40, 100)]


def test_only_what_is_chosen(trace):
    history = [entry(0, "freeze"), entry(1, "freeze", app="gimp", unit="g")]
    events = trace(*history, arguments=["gimp"])
    assert set(names(events).values()) == {"level", "gimp"}


def test_nothing(trace, ctl):
    assert not trace()


@pytest.mark.parametrize("other", ["--follow", "--json", "--raw"])
def test_it_is_a_form_of_its_own(daemon, ctl, other):
    ctl("history", "--trace", other, check=2)
