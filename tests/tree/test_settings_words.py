# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Both settings programs have the same choices, in the same words. Only capitals differ, as each
desktop wants them."""

import re

from project import ROOT, write

PAGE, PREFERENCES = "applet/kcm/ui", "applet/gnome-shell/headroom@headroomd.org"
_CHOICE = re.compile(
    r"""\b(?:C_|i18nc)\(\s*["']@item:inlistbox[^"']*["'],\s*(?:"([^"]+)"|'([^']+)')\)"""
)
# GNOME's list of apps begins with a prompt. The page has a button instead.
_ONLY_THERE = {"choose an app"}


def choices(folder, root=ROOT):
    return {
        (double or single).lower()
        for path in (root / folder).iterdir()
        if path.suffix in (".js", ".qml")
        for double, single in _CHOICE.findall(path.read_text(encoding="utf-8"))
    }


def test_both_have_the_same_choices():
    assert choices(PREFERENCES) - _ONLY_THERE == choices(PAGE)
    assert {"slow down", "strong", "eager", "like all others"} <= choices(PAGE)


def test_another_word_is_found(tmp_path):
    write(tmp_path, f"{PAGE}/x.qml", 'i18nc("@item:inlistbox x",\n    "Slow down")\n')
    write(tmp_path, f"{PREFERENCES}/x.js", "C_(\n    '@item:inlistbox x',\n    'Warn')\n")
    assert choices(PAGE, tmp_path) == {"slow down"}
    assert choices(PREFERENCES, tmp_path) == {"warn"}
