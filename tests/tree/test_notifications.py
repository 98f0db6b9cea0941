# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""System Settings lists the daemon's notifications by the names that the daemon sends in its hints.
The daemon reads the user's choices there by the same names."""

import configparser
import re
import sys

from project import ROOT

sys.path.insert(0, str(ROOT / "po"))

import desktop_files  # noqa: E402

LISTED = ROOT / desktop_files.NOTIFICATIONS


def listed():
    parser = configparser.ConfigParser(interpolation=None, delimiters="=")
    parser.optionxform = str
    parser.read(LISTED, encoding="utf-8")
    return parser


def hints():
    text = (ROOT / "daemon/act/notify.cpp").read_text(encoding="utf-8")
    return dict(
        re.findall(r'&hints,\s*"\{sv\}",\s*"([\w-]+)",\s*g_variant_new_string\("([\w.-]+)"\)', text)
    )


def test_the_daemon_says_what_is_listed():
    said = hints()
    assert LISTED.name == f"{said['x-kde-appname']}.notifyrc"
    assert listed()["Global"]["DesktopEntry"] == said["desktop-entry"]
    assert [group for group in listed().sections() if group.startswith("Event/")] == [
        f"Event/{said['x-kde-eventId']}"
    ]
    assert (ROOT / f"daemon/{said['desktop-entry']}.desktop").exists()


def test_the_daemon_looks_for_what_is_chosen():
    header = (ROOT / "daemon/watch/settings/popup_choice.h").read_text(encoding="utf-8")
    assert f'popup_choice_file = "{LISTED.name}"' in header
    assert f'"Event/{hints()["x-kde-eventId"]}"' in (
        ROOT / "daemon/watch/settings/popup_choice.cpp"
    ).read_text(encoding="utf-8")


def test_a_popup_is_what_there_is_by_default():
    for group in listed().sections():
        if group.startswith("Event/"):
            assert listed()[group]["Action"] == "Popup"
            assert (
                listed()[group]["Name"]
                and listed()[group]["Comment"]
                and listed()[group]["IconName"]
            )


def test_its_words_are_translated_in_place():
    said = desktop_files.with_translations(
        ROOT, lambda context, sentence: {"de": sentence.upper(), "pt_BR": "x=y"}
    )[desktop_files.NOTIFICATIONS]
    assert (
        "\nName=Memory is running short\nName[de]=MEMORY IS RUNNING SHORT\nName[pt_BR]=x=y\n"
        in said
    )
    assert "Name[de]=HEADROOM" not in said, "a name is none of the words"
    assert said.count("[de]=") == 3
    assert len(desktop_files.calls(ROOT)[desktop_files.NOTIFICATIONS]) == 3
