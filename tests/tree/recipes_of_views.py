# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""As recipes.py, for what the views show: the panel applet and GNOME's indicator."""

import re

from project import files
from recipes import lacking, text

CLIENT, ITEMS = "applet/client/", "applet/plasma/ui/"
# Roles by which the list is sorted or tested.
NOT_SHOWN = {"boosted", "holds", "hurtRank", "stallCpu", "stallIo", "stallMemory"}
EXTENSION = "applet/gnome-shell/headroom@headroomd.org"
_WORDS = re.compile(r"\bwords\.(\w+)\b")


def sources_of(root, ending, *folders, but=()):
    return "\n".join(
        path.read_text(encoding="utf-8")
        for path in files(*folders, root=root)
        if path.name.endswith(ending) and path.name not in but
    )


def applet(root):
    header = text(root, "applet/client/daemon.h")
    properties = re.findall(r"\bQ_PROPERTY\(\s*[\w:]+\s+(\w+)\s+READ", header)
    calls = re.findall(r"\bQ_INVOKABLE\s+\w+\s+(\w+)\(", header)
    roles = re.findall(r'\{\w+Role,\s*"(\w+)"\}', text(root, "applet/client/apps.cpp"))
    views = sources_of(root, ".qml", "applet/plasma/ui", "applet/plasma/package")
    taken = re.findall(r"\bdaemon\.(\w+)\b", views)
    declared = re.findall(
        r"^    (?:readonly )?(?:property \w+|function) (\w+)",
        sources_of(root, "Words.qml", "applet/plasma/ui", "applet/client/ui"),
        re.MULTILINE,
    )
    shown = re.findall(r"\w+", sources_of(root, ".qml", "applet")) + list(NOT_SHOWN)
    return [
        *lacking(CLIENT, taken, [*properties, *calls]),
        *lacking(ITEMS, [*properties, *roles], shown),
        *lacking("applet/plasma/ui/Words.qml", _WORDS.findall(views), declared),
    ]


def indicator(root):
    daemon = text(root, f"{EXTENSION}/daemon.js")
    getters = re.findall(r"^    get (\w+)\(", daemon, re.MULTILINE)
    methods = re.findall(r"^    (\w+)\(", daemon, re.MULTILINE)
    rest = sources_of(root, ".js", EXTENSION, but=("daemon.js",))
    taken = re.findall(r"\b_?daemon\.(?!js\b)(\w+)", rest)
    passed = " ".join(re.findall(r"\{([\w, ]+)\}\)", rest))  # a function takes some members
    exported = re.findall(
        r"^export function (\w+)", text(root, f"{EXTENSION}/words.js"), re.MULTILINE
    )
    return [
        *lacking(
            f"{EXTENSION}/daemon.js",
            taken,
            [*getters, *methods],
        ),
        *lacking(f"{EXTENSION}/indicator.js", getters, [*taken, *re.findall(r"\w+", passed)]),
        *lacking(f"{EXTENSION}/words.js", re.findall(r"\bWords\.(\w+)", rest), exported),
    ]
