# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""As recipes.py, for a source of windows: a compositor with a socket of its own."""

import re

from project import code
from recipes import INTERFACE, body, differing, lacking, text

WINDOWS = "daemon/watch/windows"


def window_source(root):
    origin = f"{WINDOWS}/compositor_sockets.cpp"
    rows = re.findall(
        r'^    Protocol\{"(\w+)",[^}]*\bmake_(\w+)_protocol\}', text(root, origin), re.M
    )
    names = [name for name, _ in rows]
    made = [function for _, function in rows]
    declared = re.findall(
        r"^make_(\w+)_protocol\(", text(root, f"{WINDOWS}/compositor_protocol.h"), re.M
    )
    return [
        *differing(f"{WINDOWS}/compositor_protocol.h", made, declared, origin),
        *differing(f"{WINDOWS}/NAME.cpp", made, defined(root), origin),
        *lacking("daemon/CMakeLists.txt", names, listed(root)),
        *lacking(f"{WINDOWS}/README.md", names, quoted(root, f"{WINDOWS}/README.md", "`")),
        *lacking(
            "daemon/policy/window_source.cpp",
            names,
            quoted(root, "daemon/policy/window_source.cpp"),
        ),
        *lacking(
            "daemon/model/desktop_parts.cpp", names, quoted(root, "daemon/model/desktop_parts.cpp")
        ),
        *lacking(INTERFACE, names, told(root, INTERFACE, r"\bWindowSource:", "-->")),
        *lacking(
            "man/headroomctl.1.scd",
            names,
            told(root, "man/headroomctl.1.scd", r"\n\*window_source\*\n", r"\n\*"),
        ),
        *lacking("tests/bus/", names, fakes(root)),
    ]


def defined(root):
    definition = r"^std::unique_ptr<CompositorProtocol>\s+make_(\w+)_protocol\("
    return [
        name
        for path in (root / WINDOWS).glob("*.cpp")
        for name in re.findall(definition, code(path), re.MULTILINE)
    ]


def listed(root):
    return re.findall(r"\bwatch/windows/(\w+)\.cpp", text(root, "daemon/CMakeLists.txt"))


def quoted(root, path, quote='"'):
    """Programs may have a capital letter."""
    return [word.lower() for word in re.findall(rf"{quote}(\w+){quote}", text(root, path))]


def told(root, path, begin, end):
    return re.findall(r'"([\w-]+)"', body(text(root, path), begin, end))


def fakes(root):
    return [path.stem.removeprefix("fake_") for path in (root / "tests/bus").glob("fake_*.py")]
