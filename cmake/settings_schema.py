# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""settings_schema.py KCFG OUT: converts a .kcfg file.

OUT is a C++ table of the entries, so that the daemon and System Settings have the same defaults. If
OUT ends in .json, it is JSON with the texts for users, for GNOME's preferences.

The features of KConfigXT that settings/headroom.kcfg documents are supported. Anything else fails
the build.
"""

import json
import sys
import xml.etree.ElementTree as ElementTree

NAMESPACE = {"k": "http://www.kde.org/standards/kcfg/1.0"}
KINDS = {"Bool": "Flag", "Int": "Whole", "Double": "Number", "Enum": "Word"}
BEGIN = """// Generated from settings/headroom.kcfg by cmake/settings_schema.py.
#pragma once

#include "model/settings.h"

namespace headroom {

inline constexpr SettingSchema generated_schema[] = {
"""
END = """};

} // namespace headroom
"""


class Wrong(Exception):
    pass


def text(entry, name):
    found = entry.find(f"k:{name}", NAMESPACE)
    if found is None or not (found.text or "").strip():
        raise Wrong(f"{entry.get('name')} has no <{name}>")
    return found.text.strip()


def number(entry, name, kind):
    value = (int if kind == "Whole" else float)(text(entry, name))
    return f"{value:g}" if kind == "Number" else str(value)


def row(group, entry):
    """Returns (name, kind, default, min, max, words), all as text."""
    name = f"{group.get('name')}/{entry.get('name')}"
    kind = KINDS.get(entry.get("type"))
    if kind is None:
        raise Wrong(f"{name} is of type {entry.get('type')}")
    for prose in ("label", "whatsthis"):
        text(entry, prose)
    usual = text(entry, "default")
    if kind == "Flag":
        if usual not in ("true", "false"):
            raise Wrong(f"the default of {name} is neither true nor false")
        return name, kind, usual, "0", "0", ""
    if kind == "Word":
        values = {
            choice.get("name"): choice.get("value")
            for choice in entry.iterfind("k:choices/k:choice", NAMESPACE)
        }
        if usual not in values or None in values.values():
            raise Wrong(
                f"the default of {name} is none of its choices, or one of them has no value"
            )
        return name, kind, values[usual], "0", "0", "|".join(values.values())
    usual, least, most = (number(entry, what, kind) for what in ("default", "min", "max"))
    if not float(least) <= float(usual) <= float(most):
        raise Wrong(f"the default of {name} is not between its bounds")
    return name, kind, usual, least, most, ""


def rows(kcfg):
    for group in ElementTree.parse(kcfg).getroot().iterfind("k:group", NAMESPACE):
        for entry in group.iterfind("k:entry", NAMESPACE):
            yield row(group, entry)


def for_people(kcfg):
    """The entries with their texts for users, in the format of GNOME's preferences."""
    prose = {}
    for group in ElementTree.parse(kcfg).getroot().iterfind("k:group", NAMESPACE):
        for entry in group.iterfind("k:entry", NAMESPACE):
            prose[f"{group.get('name')}/{entry.get('name')}"] = {
                "label": text(entry, "label"),
                "whatsthis": text(entry, "whatsthis"),
            }
    return [
        {
            "name": name,
            "kind": kind,
            "default": usual,
            "min": float(least),
            "max": float(most),
            "words": words.split("|") if words else [],
            **prose[name],
        }
        for name, kind, usual, least, most, words in rows(kcfg)
    ]


def main(kcfg, out_path):
    if out_path.endswith(".json"):
        with open(out_path, "w", encoding="utf-8") as out:
            json.dump(for_people(kcfg), out, indent=1)
        return
    lines = [
        f"    {{{json.dumps(name)}, SettingKind::{kind}, {json.dumps(usual)}, {least}, {most}, "
        f"{json.dumps(words)}}},\n"
        for name, kind, usual, least, most, words in rows(kcfg)
    ]
    with open(out_path, "w", encoding="utf-8") as out:
        out.write(BEGIN + "".join(lines) + END)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Wrong, ValueError) as wrong:
        sys.exit(f"{sys.argv[1]}: {wrong}")
