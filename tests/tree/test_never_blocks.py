# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The daemon's loop waits for nobody: whatever would is not called, or is named here with the reason why it may be."""

import re

import pytest

from project import ROOT, code, sources, write

# What returns only when somebody else has done something. Not reads and writes: whether these wait is said where the file was opened.
WAITS = re.compile(r"""\b(?:
    g_\w+_sync | g_main_loop_run | g_spawn_command_line_sync | g_cond_wait\w* | g_async_queue_(?:timeout_)?pop | g_usleep | g_thread_join
  | sd_bus_call | sd_bus_wait | sd_event_(?:run|loop) | pw_\w+_loop_run | pw_core_sync | pw_thread_loop_wait
  | wl_display_(?:roundtrip|dispatch|sync)\w* | xcb_wait_for_\w+ | xcb_\w+_reply
  | sleep | usleep | nanosleep | clock_nanosleep | sleep_for | sleep_until | poll | ppoll | select | pselect | epoll_wait | system | popen
  | waitpid | waitid | flock | lockf | getaddrinfo | pthread_join
)\s*\(""", re.VERBOSE)

MAY = {
    ("main.cpp", "g_bus_get_sync"): "another program than the daemon: it thaws and ends",
    ("main.cpp", "g_dbus_connection_call_sync"): "the same",
    ("serve.cpp", "g_bus_get_sync"): "before there is a loop",
    ("daemon.cpp", "g_main_loop_run"): "it is the loop",
    ("daemon.cpp", "g_dbus_connection_call_sync"): "before there is a loop",
    ("recorder.cpp", "poll"): "asks and does not wait: its time is nought",
    ("sys/process.cpp", "poll"): "asks and does not wait: its time is nought",
    ("watch/jobs.cpp", "poll"): "asks and does not wait: its time is nought",
    ("watch/wayland_link.cpp", "wl_display_sync"): "asks for an event that comes later",
    ("watch/wayland_link.cpp", "wl_display_dispatch_pending"): "works off what has come",
    ("watch/pipewire_graph.cpp", "pw_core_sync"): "asks for an event that comes later",
    ("watch/x11_connection.cpp", "g_usleep"): "in a thread of its own",
    ("watch/x11_connection.cpp", "xcb_intern_atom_reply"): "in a thread of its own",
    ("watch/x11_connection.cpp", "xcb_poll_for_reply"): "looks and does not wait",
}


def waits(root=ROOT):
    return {(str(path.relative_to(root / "daemon")), found.group().rstrip("( \n"))
            for path in sources("daemon", root=root) for found in WAITS.finditer(code(path))}


def test_nothing_in_the_daemon_waits():
    assert sorted(waits() - MAY.keys()) == []


def test_no_exception_is_left_over():
    assert sorted(MAY.keys() - waits()) == []


@pytest.mark.parametrize("line, found", [
    ("g_dbus_proxy_call_sync(proxy);", {("watch/x.cpp", "g_dbus_proxy_call_sync")}),
    ("std::this_thread::sleep_for(1s);", {("watch/x.cpp", "sleep_for")}),
    ("xcb_get_property_reply (c, cookie, nullptr);", {("watch/x.cpp", "xcb_get_property_reply")}),
    ("// sleep() would be wrong", set()),
    ("m_sleep_delay.update(true); look_again_soon();", set()),
])
def test_who_waits_is_found(tmp_path, line, found):
    write(tmp_path, "daemon/watch/x.cpp", line)
    assert waits(tmp_path) == found
