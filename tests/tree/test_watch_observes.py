# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Watch observes. Only the files of ALLOWED change something outside of the daemon. Each needs the
room's own connection or file for that, so it can't be an act. ARCHITECTURE.md names their rooms."""

import re

import pytest

from project import ROOT, code, sources, write

WATCH = "daemon/watch"
# Files and marks.
_FILES = re.compile(
    r"(?<![\w.>:])(?:::)?"
    r"(unlink|unlinkat|rename|renameat|renameat2|linkat|symlink|mkdir|mkdirat|chmod|fchmod|kill"
    r"|write|pwrite|write_whole|mkostemp|g_mkdir_with_parents|truncate|ftruncate|setxattr"
    r"|fsetxattr|g_file_set_contents\w*)\s*[({]"
    r"|(?:->|\.)(set_mark|remove_mark|write)\s*\("
)
_SOCKET = re.compile(r"(?<![\w.>])(?:::)?(bind)\s*\([^;]*\bsockaddr\b")
# What closes a window, in the language of each compositor.
_CLOSES = re.compile(
    r"zwlr_foreign_toplevel_handle_v1_(close)\b|\b(xcb_send_event)\b|\b(run_command), *\""
    r"|\"(CloseWindow)\"|\bdispatch (closewindow)\b|\\\"(CloseWindow)\\\""
)
# Methods of other services that are no questions.
_CALL = re.compile(
    r"(?:\bg_dbus_connection_call\w*|\bm_systemd\.call)\s*\((.*?)\b(?:nullptr|g_variant_new)\b",
    re.DOTALL,
)
_METHOD = re.compile(r"\"([A-Z]\w+)\"")
_QUESTION = re.compile(r"(?:Get|List)(?:[A-Z]\w*)?|Id")
# {file: what it may do}
ALLOWED = {
    "listeners/listeners.cpp": {"unlink"},
    "listeners/listening_socket.cpp": {"unlink", "bind", "chmod"},
    "session/capabilities.cpp": {"set_mark", "remove_mark"},
    "session/gnome_logout.cpp": {"RegisterClient", "EndSessionResponse"},
    "settings/rc_text.cpp": {
        *("g_mkdir_with_parents", "mkostemp", "write_whole"),
        *("fchmod", "rename", "unlink"),
    },
    "windows/hyprland.cpp": {"closewindow"},
    "windows/niri.cpp": {"CloseWindow"},
    "windows/sway.cpp": {"run_command"},
    "windows/toplevel_list.cpp": {"close"},
    "windows/x11.cpp": {"xcb_send_event"},
}


def changes(text):
    """What a source does to the world."""
    found = set()
    for pattern in (_FILES, _SOCKET, _CLOSES):
        found |= {next(filter(None, match.groups())) for match in pattern.finditer(text)}
    methods = {each for call in _CALL.findall(text) for each in _METHOD.findall(call)}
    return found | {method for method in methods if not _QUESTION.fullmatch(method)}


def changing(root=ROOT):
    found = {
        str(path.relative_to(root / WATCH)): changes(code(path))
        for path in sources(WATCH, root=root)
    }
    return {path: what for path, what in found.items() if what}


def test_watch_observes():
    assert changing() == ALLOWED


def test_architecture_names_the_rooms_that_act():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    told = re.search(r"^Watch observes\. .*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)[0]
    rooms = {path.split("/")[0] for path in ALLOWED}
    assert set(re.findall(rf"`{WATCH}/(\w+)/`", told)) == rooms
    assert told.startswith("Watch observes. Four rooms also act") and len(rooms) == 4


@pytest.mark.parametrize(
    "line, found",
    [
        ("(void)::unlink(path.c_str());", {"unlink"}),
        ("if (rename(a, b) != 0)", {"rename"}),
        ('(void)dir->set_mark(mark::frozen, "1");', {"set_mark"}),
        ('dir.write(cgroup_file::freeze, "1");', {"write"}),
        ("bind(fd, reinterpret_cast<const sockaddr *>(&to), sizeof to);", {"bind"}),
        ("link->bind(interface, 1);", set()),
        ("void bind(pw_registry *registry);", set()),
        ("// unlink(path)", set()),
        ('g_dbus_connection_call(bus, name, path, name, "Inhibit", nullptr);', {"Inhibit"}),
        ('g_dbus_connection_call(bus, name, path, name, "ListNames", nullptr);', set()),
        ('m_systemd.call("StopUnit", g_variant_new("(ss)", name));', {"StopUnit"}),
        ("zwlr_foreign_toplevel_handle_v1_close(handle);", {"close"}),
    ],
)
def test_an_act_is_found(tmp_path, line, found):
    write(tmp_path, f"{WATCH}/x/x.cpp", line + "\n")
    assert changing(tmp_path) == ({"x/x.cpp": found} if found else {})
