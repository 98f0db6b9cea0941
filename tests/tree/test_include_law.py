# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Data flows one way, and so do includes: policy → model; watch, act, bus, broker and headroomctl →
model and sys; the files at the top of daemon/ → everything. Rooms of watch/ include of each other
only ENTRANCES.
"""

import re

import pytest

from project import ROOT, code, files, sources, write

# For each folder of daemon/, the folders whose headers it may include.
MAY_INCLUDE = {
    "model": {"model"},
    "policy": {"policy", "model"},
    "sys": {"sys", "model"},
    "watch": {"watch", "model", "sys"},
    "act": {"act", "model", "sys"},
    "bus": {"bus", "model", "sys"},
    "recording": {"recording", "model", "policy", "sys"},
}
# For each room of watch/, the rooms whose entrances it may use. The first ones use none.
ROOMS = {
    "display": set(),
    "frozen": set(),
    "listeners": set(),
    "pressure": set(),
    "settings": set(),
    "units": set(),
    "duties": {"units"},
    "launches": {"display", "units"},
    "session": {"pressure"},
    "streams": {"units"},
    "clipboard": {"display", "session", "units"},
    "windows": {"clipboard", "display", "session", "units"},
}
# The headers of a room that others may include. All others are private, except to unit tests.
ENTRANCES = {
    "clipboard": {"clipboard_sources", "wayland_clipboard", "x11_clipboard"},
    "display": {"socket_search", "wayland_link", "wayland_search", "x11_connection"},
    "duties": {"duties", "inspector"},
    "frozen": {"freezer", "frozen_apps"},
    "launches": {"bus_names", "launches", "wayland_launches"},
    "listeners": {"listeners"},
    "pressure": {"pressure", "pressure_trigger", "working_sets"},
    "session": {
        *("capabilities", "partings", "gnome_logout", "xfce_logout", "power"),
        "screen_reader",
    },
    "settings": {"settings"},
    "streams": {"pipewire"},
    "units": {"desktop_files", "jobs", "kin", "processes", "unit_facts", "units"},
    "windows": {"app_id_owners", "windows"},
}
PURE_FOLDERS = ("model", "policy")
PURE_TARGETS = {"headroom_model", "headroom_policy"}
PROGRAMS = ("broker", "headroomctl")
PROGRAMS_MAY_INCLUDE = {"model", "sys"}

# The headers of the standard library without input or output. <chrono> is among them for its types;
# WORLDLY finds its clocks. <system_error> is there for std::errc, which std::from_chars() returns.
# <fnmatch.h> is not of the standard library, and as pure.
PURE_HEADERS = set("""
    algorithm array bit charconv chrono compare concepts cstddef cstdint deque expected fnmatch.h
    format functional initializer_list iterator limits map memory numeric optional ranges set span
    string string_view system_error tuple type_traits unordered_map unordered_set utility variant
    vector
""".split())
# The files that may include the headers of the whole daemon.
KNOWN_TO = {
    "loop.h": {"daemon.h", "loop.cpp"},
    "daemon.h": {
        "daemon.cpp",
        "daemon_callers.cpp",
        "daemon_requests.cpp",
        "daemon_looks.cpp",
        "daemon_names.cpp",
        "daemon_needs.cpp",
        "serve.cpp",
    },
    "serve.h": {"main.cpp", "serve.cpp"},
}
GENERATED_DBUS = "headroom_dbus.h"
WORLDLY = re.compile(
    r"\berrno\b|\bgetenv\b|::now\s*\(|\bf?printf\s*\(|\bstd::(cerr|cout|clog)\b|\bthread_local\b"
)

_INTEGER = re.compile(r"\bstd::u?int(8|16|32|64)_t\b")
_INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def includes(path):
    """(header, whether it is in quotes)"""
    return [
        (quoted or angled, bool(quoted))
        for quoted, angled in _INCLUDE.findall(path.read_text(encoding="utf-8"))
    ]


def wrong_in_folder(folder, header, quoted):
    if not quoted:
        if folder in PURE_FOLDERS:
            return header not in PURE_HEADERS
        return header == GENERATED_DBUS and folder != "bus"
    return "/" not in header or header.split("/")[0] not in MAY_INCLUDE[folder]


def wrong_in_room(here, header):
    """HERE is the room of watch/ that includes it, or None."""
    if not header.startswith("watch/") or header.count("/") == 1:
        return False
    _, room, name = header.split("/")
    if room == here:
        return False
    is_entrance = name.removesuffix(".h") in ENTRANCES.get(room, set())
    return not is_entrance or (here is not None and room not in ROOMS[here])


def wrong_at_top(path, header):
    return header in KNOWN_TO and path.name not in KNOWN_TO[header]


def wrong_in_program(header, quoted):
    return (
        quoted
        and "/" in header
        and header.removeprefix("daemon/").split("/")[0] not in PROGRAMS_MAY_INCLUDE
    )


def forbidden_includes(root=ROOT):
    found = []
    for path in sources("daemon", *PROGRAMS, root=root):
        top, *rest = path.relative_to(root).parts
        for header, quoted in includes(path):
            if top in PROGRAMS:
                wrong = wrong_in_program(header, quoted)
            elif len(rest) == 1:
                wrong = wrong_at_top(path, header) or wrong_in_room(None, header)
            else:
                room = rest[1] if rest[0] == "watch" and len(rest) == 3 else None
                wrong = wrong_in_folder(rest[0], header, quoted) or wrong_in_room(room, header)
            if wrong:
                found.append(f"{path.relative_to(root)} includes {header}")
    return found


def headers_without_their_integers(root=ROOT):
    """Nearly every header of one standard library defines std::int64_t, but in the next release it
    may not."""
    return [
        str(path.relative_to(root))
        for path in sources("daemon", *PROGRAMS, "applet", root=root)
        if path.suffix == ".h"
        and _INTEGER.search(path.read_text(encoding="utf-8"))
        and ("cstdint", False) not in includes(path)
    ]


def test_includes_go_one_way():
    assert not forbidden_includes()


def test_every_folder_of_the_daemon_has_its_rule():
    assert {
        path.relative_to(ROOT / "daemon").parts[0]
        for path in sources("daemon")
        if path.parent != ROOT / "daemon"
    } == set(MAY_INCLUDE)


def test_every_room_has_its_rule_and_its_page():
    watch = ROOT / "daemon/watch"
    rooms = {path.parent.name for path in sources("daemon/watch") if path.parent != watch}
    assert rooms == set(ROOMS) == set(ENTRANCES)
    assert all((watch / room / "README.md").is_file() for room in rooms)


def test_no_room_stands_on_one_that_stands_on_it():
    order = list(ROOMS)
    assert all(order.index(other) < order.index(room) for room in ROOMS for other in ROOMS[room])


def entrances_stated(page):
    """ "Entrances: `a` and `b`." in a room's README.md, which then says why there are several."""
    found = re.search(r"^Entrances?: ([^.]*)\.(?=\s)", page, re.MULTILINE)
    return set(re.findall(r"`(\w+)`", found[1])) if found else set()


def test_every_page_states_the_entrances():
    watch = ROOT / "daemon/watch"
    stated = {
        room: entrances_stated((watch / room / "README.md").read_text(encoding="utf-8"))
        for room in ROOMS
    }
    assert stated == ENTRANCES


@pytest.mark.parametrize(
    "page, found",
    [
        ("# x\n\nEntrance: `x`.\n", {"x"}),
        ("It is one.\nEntrances: `x`, `x_y` and\n`z`. With `u`.\n", {"x", "x_y", "z"}),
        ("# x\n\n`x` is the entrance.\n", set()),
    ],
)
def test_what_a_page_states_is_read(page, found):
    assert entrances_stated(page) == found


def test_every_entrance_is_used_and_every_arrow():
    """Otherwise the law allows what no file does."""
    used, arrows = set(), set()
    for path in sources("daemon"):
        here = path.parent.name if path.parent.parent.name == "watch" else None
        for header, _ in includes(path):
            parts = header.split("/")
            if len(parts) == 3 and parts[0] == "watch" and parts[1] != here:
                used.add((parts[1], parts[2].removesuffix(".h")))
                arrows.add((here, parts[1]))
    assert used == {(room, name) for room, names in ENTRANCES.items() for name in names}
    assert {(a, b) for a, b in arrows if a} == {
        (a, b) for a, others in ROOMS.items() for b in others
    }


@pytest.mark.parametrize(
    "path, line",
    [
        ("daemon/watch/units/x.cpp", '#include "watch/windows/windows.h"'),
        ("daemon/watch/windows/x.cpp", '#include "watch/units/unit_inner.h"'),
        ("daemon/daemon.h", '#include "watch/windows/mutter.h"'),
        ("daemon/model/x.cpp", '#include "policy/decide.h"'),
        ("daemon/model/x.cpp", "#include <cerrno>"),
        ("daemon/model/x.h", "#include <glib.h>"),
        ("daemon/model/x.h", "  #  include <gio/gio.h>"),
        ("daemon/policy/x.cpp", "#include <unistd.h>"),
        ("daemon/policy/x.cpp", '#include "sys/log.h"'),
        ("daemon/policy/x.cpp", '#include "act/actor.h"'),
        ("daemon/sys/x.cpp", '#include "policy/decide.h"'),
        ("daemon/watch/x.cpp", '#include "act/actor.h"'),
        ("daemon/watch/x.cpp", '#include "policy/decide.h"'),
        ("daemon/watch/x.cpp", '#include "loop.h"'),
        ("daemon/act/x.cpp", '#include "watch/emit.h"'),
        ("daemon/act/x.cpp", "#include <headroom_dbus.h>"),
        ("daemon/bus/x.cpp", '#include "act/actor.h"'),
        ("daemon/bus/x.cpp", '#include "place.h"'),
        ("daemon/recording/replay.cpp", '#include "loop.h"'),
        ("broker/x.cpp", '#include "watch/pressure/pressure.h"'),
        ("broker/x.cpp", '#include "policy/decide.h"'),
        ("headroomctl/x.cpp", '#include "act/freeze.h"'),
        ("headroomctl/x.cpp", '#include "daemon/policy/decide.h"'),
    ],
)
def test_a_forbidden_include_is_found(tmp_path, path, line):
    for folder in ("daemon", *PROGRAMS):
        (tmp_path / folder).mkdir()
    write(tmp_path, path, f"// a line before\n{line}\n")
    assert len(forbidden_includes(tmp_path)) == 1


def test_headers_bring_the_integers_they_name():
    assert not headers_without_their_integers()


@pytest.mark.parametrize(
    "name, text, found",
    [
        ("x.h", "std::int64_t since;\n", 1),
        ("x.h", "std::uint8_t shade;\n", 1),
        ("x.h", "#include <cstdint>\nstd::int64_t since;\n", 0),
        ("x.cpp", "std::int64_t since;\n", 0),
        ("x.h", "int since;\n", 0),
    ],
)
def test_a_header_without_them_is_found(tmp_path, name, text, found):
    for folder in ("daemon", *PROGRAMS, "applet"):
        (tmp_path / folder).mkdir()
    write(tmp_path, f"daemon/{name}", text)
    assert len(headers_without_their_integers(tmp_path)) == found


def worldly_words(root=ROOT):
    return [
        f"{path.relative_to(root)}: {word.group()}"
        for path in sources(*(f"daemon/{folder}" for folder in PURE_FOLDERS), root=root)
        for word in WORLDLY.finditer(code(path))
    ]


def test_model_and_policy_ask_the_world_nothing():
    assert not worldly_words()


@pytest.mark.parametrize(
    "line, found",
    [
        ("auto t = std::chrono::steady_clock::now();", 1),
        ("if (errno)", 1),
        ("// read errno", 0),
        ("Duration now() const;", 0),
    ],
)
def test_a_clock_is_found(tmp_path, line, found):
    (tmp_path / "daemon/policy").mkdir(parents=True)
    write(tmp_path, "daemon/model/x.cpp", line)
    assert len(worldly_words(tmp_path)) == found


def links_of_pure_targets(root=ROOT):
    """What CMake links to the pure targets. A loop over several of them is one statement."""
    found = []
    for path in (
        path
        for path in files(root=root)
        if path.name == "CMakeLists.txt" or path.suffix == ".cmake"
    ):
        text = re.sub(r"#[^\n]*", "", path.read_text(encoding="utf-8"))
        loops = {
            variable: set(words.split())
            for variable, words in re.findall(r"foreach\s*\(\s*(\w+)\s+([^)]*)\)", text)
        }
        for words in re.findall(r"target_link_libraries\s*\(([^)]*)\)", text):
            target, *linked = words.split()
            if ({target} | loops.get(target.strip("${}"), set())) & PURE_TARGETS:
                found.append(linked)
    return found


def test_model_and_policy_link_nothing():
    assert links_of_pure_targets() == [["PRIVATE", "headroom_warnings"]]


def test_the_warnings_bring_no_library_in():
    text = (ROOT / "cmake/warnings.cmake").read_text(encoding="utf-8")
    assert "link_libraries" not in text and "link_options" not in text


def test_a_link_is_found(tmp_path):
    write(
        tmp_path,
        "daemon/CMakeLists.txt",
        "foreach(pure headroom_model headroom_policy)\n"
        "  target_link_libraries(${pure} PRIVATE headroom_warnings)\n"
        "endforeach()\ntarget_link_libraries(headroom_policy\n  PUBLIC PkgConfig::GIO)\n",
    )
    assert links_of_pure_targets(tmp_path) == [
        ["PRIVATE", "headroom_warnings"],
        ["PUBLIC", "PkgConfig::GIO"],
    ]
