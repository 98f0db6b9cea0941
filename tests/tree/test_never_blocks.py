# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Once the main loop runs, no call to another program blocks. Each test on a desktop measures how
long callbacks take (tests/seat/turns.py); blocking calls that no such test makes are found here.
Each event source has a name, so that the measurements tell what took long. Timers are made in one
place, which names them and makes them safe to end from within their own callbacks.
"""

import re

import pytest

from project import ROOT, code, sources, write

WAITS_FOR_AN_ANSWER = re.compile(r"\bg_\w+_sync(?=\s*\()")
# A SourceId names its source.
ADDS_A_SOURCE = re.compile(
    r"(SourceId(?: \w+)?\{)?\bg_(?:idle|unix_fd|unix_signal)_add\w*(?=\s*\()"
)
MAKES_A_SOURCE = re.compile(r"\bg_(?!timeout_)\w*source_new\w*(?=\s*\()")
NAMES_A_SOURCE = re.compile(r"\bg_source_set_(?:static_)?name(?=\s*\()")
MAKES_A_TIMER = re.compile(r"\bg_timeout_\w+")
MAKES_ALL_TIMERS = {"daemon/sys/timer.cpp"}
BEFORE_THERE_IS_A_LOOP = {"main.cpp", "serve.cpp", "daemon.cpp"}


def who_waits(root=ROOT):
    return {
        str(path.relative_to(root / "daemon"))
        for path in sources("daemon", root=root)
        if WAITS_FOR_AN_ANSWER.search(code(path))
    }


def test_nobody_waits_for_an_answer():
    assert who_waits() == BEFORE_THERE_IS_A_LOOP


@pytest.mark.parametrize(
    "line, found",
    [
        ("g_dbus_proxy_call_sync(proxy);", {"watch/x.cpp"}),
        ("g_bus_get_sync (type);", {"watch/x.cpp"}),
        ("// g_bus_get_sync() would be wrong", set()),
        ("const auto in_sync = file_sync(2);", set()),
    ],
)
def test_who_waits_is_found(tmp_path, line, found):
    write(tmp_path, "daemon/watch/x.cpp", line)
    assert who_waits(tmp_path) == found


def who_has_nameless_sources(root=ROOT):
    def has_one(text):
        made, named = (len(each.findall(text)) for each in (MAKES_A_SOURCE, NAMES_A_SOURCE))
        return made > named or not all(ADDS_A_SOURCE.findall(text))

    return {
        str(path.relative_to(root / "daemon"))
        for path in sources("daemon", root=root)
        if has_one(code(path))
    }


def test_each_source_of_the_loop_has_a_name():
    assert who_has_nameless_sources() == set()


@pytest.mark.parametrize(
    "line, found",
    [
        ("const guint id = g_idle_add(f, nullptr);", {"watch/x.cpp"}),
        ("m_x = SourceId{g_unix_fd_add(0, G_IO_IN, f, nullptr)};", set()),
        (
            "SourceId one{g_idle_add(f, nullptr)}; g_unix_signal_add(1, f, nullptr);",
            {"watch/x.cpp"},
        ),
        ("GSource *source = g_idle_source_new();", {"watch/x.cpp"}),
        (
            "GSource *source = g_source_new(&functions, 1); "
            "g_source_set_static_name(source, name);",
            set(),
        ),
    ],
)
def test_a_nameless_source_is_found(tmp_path, line, found):
    write(tmp_path, "daemon/watch/x.cpp", line)
    assert who_has_nameless_sources(tmp_path) == found


def who_makes_timers(root=ROOT):
    return {
        str(path.relative_to(root))
        for path in sources("daemon", "headroomctl", root=root)
        if MAKES_A_TIMER.search(code(path))
    }


def test_timers_are_made_in_one_place():
    assert who_makes_timers() == MAKES_ALL_TIMERS


@pytest.mark.parametrize(
    "path, line, found",
    [
        ("daemon/watch/x.cpp", "SourceId x{g_timeout_add(1, f, this)};", True),
        ("daemon/watch/x.h", "SourceId x{g_timeout_add_seconds_full(p, 1, f, d, g)};", True),
        ("headroomctl/x.cpp", "GSource *source = g_timeout_source_new (1);", True),
        ("headroomctl/x.cpp", "g_timeout_add_once(1, f, this);", True),
        ("daemon/watch/x.cpp", "const auto x = Timer::once(1, f); // no g_timeout_add()", False),
        ("daemon/watch/x.cpp", "SourceId x{g_idle_add(f, this)};", False),
    ],
)
def test_a_timer_made_elsewhere_is_found(tmp_path, path, line, found):
    for folder in ("daemon", "headroomctl"):
        write(tmp_path, f"{folder}/main.cpp", "int main() {}")
    write(tmp_path, path, line)
    assert who_makes_timers(tmp_path) == ({path} if found else set())
