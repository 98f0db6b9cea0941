# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The order in which missing capabilities are shown is written in QML and in JavaScript. Both are
the same, and name capabilities of the daemon."""

import re

from project import ROOT, write

_DAEMON = "daemon/model/capability.h"
_LISTS = {
    "applet/plasma/ui/MissingLine.qml": r"(?s)order: \[(.*?)\]",
    "applet/gnome-shell/headroom@headroomd.org/capabilities.js": r"(?s)ORDER = \[(.*?)\]",
}


def faults(root=ROOT):
    told = set(re.findall(r'return\s*"([\w-]+)";', (root / _DAEMON).read_text(encoding="utf-8")))
    lists = {
        path: re.findall(
            r"[\"']([\w-]+)[\"']", re.search(pattern, (root / path).read_text(encoding="utf-8"))[1]
        )
        for path, pattern in _LISTS.items()
    }
    unknown = [
        f"{path}: the daemon has no {name}"
        for path, names in lists.items()
        for name in names
        if name not in told
    ]
    return unknown + (
        ["not the same order"] if len({tuple(names) for names in lists.values()}) > 1 else []
    )


def test_both_applets_name_the_same_as_the_worst():
    assert not faults()


def made_up(root, plasma, gnome):
    write(root, _DAEMON, 'case Freeze: return "freeze";\ncase Windows: return "windows";\n')
    for path, text in zip(_LISTS, (f"order: [{plasma}]", f"ORDER = [{gnome}]")):
        write(root, path, text)
    return faults(root)


def test_what_differs_is_found(tmp_path):
    assert made_up(tmp_path, '"freeze", "windows"', "'freeze', 'windows'") == []
    assert made_up(tmp_path, '"freeze", "windows"', "'windows', 'freeze'") == ["not the same order"]
    assert made_up(tmp_path, '"freeze", "wind"', "'freeze', 'wind'")[0].endswith(
        "the daemon has no wind"
    )
