# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomrc(5) describes the settings of headroom.kcfg, with the same values and defaults. The
generator of the table of settings rejects what the table can't hold."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from project import ROOT

KCFG = ROOT / "settings/headroom.kcfg"
MAN = ROOT / "man/headroomrc.5.scd"
GENERATOR = ROOT / "cmake/settings_schema.py"
NAMESPACE = {"k": "http://www.kde.org/standards/kcfg/1.0"}
_SECTION = re.compile(r"^# (.+)\n", re.MULTILINE)
_ENTRY = re.compile(r"^\*(\w+)\* \((.+); default (.+)\)$", re.MULTILINE)


def in_words(words):
    *most, last = words
    return f"{', '.join(most)} or {last}"


def in_kcfg(text):
    """{(group, key, possible values, default)}, in the words of the manual."""
    found = set()
    for group in ElementTree.fromstring(text).iterfind("k:group", NAMESPACE):
        for entry in group.iterfind("k:entry", NAMESPACE):
            value = {
                name: entry.findtext(f"k:{name}", namespaces=NAMESPACE)
                for name in ("default", "min", "max")
            }
            choices = {
                choice.get("name"): choice.get("value")
                for choice in entry.iterfind("k:choices/k:choice", NAMESPACE)
            }
            if choices:
                possible = in_words(choices.values())
            else:
                possible = f"{value['min']} to {value['max']}" if value["min"] else "true or false"
            found.add(
                (
                    group.get("name"),
                    entry.get("name"),
                    possible,
                    choices.get(value["default"], value["default"]),
                )
            )
    return found


def in_manual(text):
    headings = _SECTION.split(text)[1:]
    return {
        (title.capitalize(), *entry)
        for title, section in zip(headings[::2], headings[1::2])
        for entry in _ENTRY.findall(section)
    }


def test_the_manual_has_what_the_schema_has():
    schema = in_kcfg(KCFG.read_text(encoding="utf-8"))
    assert len(schema) >= 20
    assert in_manual(MAN.read_text(encoding="utf-8")) - schema == {
        ("One application", "Rule", "never, normal, eager or foreground", "normal")
    }
    assert schema <= in_manual(MAN.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "change",
    [
        ("default 500", "default 501"),
        ("*NapWeight*", "*NapWait*"),
        ("(0 to 3600", "(1 to 3600"),
        ("(off, warn", "(warn, off"),
        ("# BOOST", "# BOAST"),
    ],
)
def test_a_difference_is_found(change):
    schema = in_kcfg(KCFG.read_text(encoding="utf-8"))
    text = MAN.read_text(encoding="utf-8")
    assert change[0] in text
    assert not schema <= in_manual(text.replace(*change))


def generated(tmp_path, kcfg):
    (tmp_path / "x.kcfg").write_text(kcfg, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-B", GENERATOR, tmp_path / "x.kcfg", tmp_path / "x.h"],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_table_has_every_entry(tmp_path):
    assert generated(tmp_path, KCFG.read_text(encoding="utf-8")).returncode == 0
    names = re.findall(
        r'^    \{"(\w+/\w+)"', (tmp_path / "x.h").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert set(names) == {
        f"{group}/{key}" for group, key, *_ in in_kcfg(KCFG.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize(
    "change, complaint",
    [
        (('type="Bool"', 'type="String"'), "is of type String"),
        (("<default>true</default>", ""), "has no <default>"),
        (("<default>true</default>", "<default>maybe</default>"), "neither true nor false"),
        (("<default>20</default>", "<default>101</default>"), "between its bounds"),
        (("<default>Freeze</default>", "<default>freeze</default>"), "none of its choices"),
        (('name="Off" value="off"', 'name="Off"'), "has no value"),
        (("<max>10000</max>", ""), "has no <max>"),
        (("<min>100</min>", "<min>many</min>"), "invalid literal"),
        (("<label>Show notifications</label>", ""), "no <label>"),
    ],
)
def test_what_the_table_cannot_carry_stops_the_build(tmp_path, change, complaint):
    text = KCFG.read_text(encoding="utf-8")
    assert change[0] in text
    done = generated(tmp_path, text.replace(*change))
    assert done.returncode != 0 and complaint in done.stderr
