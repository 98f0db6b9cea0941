# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""English texts for people that no catalog has use the words of po/GLOSSARY.md, too: the journal's
explanations, the descriptions of packages and units, completions, and the pages for newcomers."""

import re

import pytest

from project import ROOT, files
from test_glossary import glossary, wrong_english

# Of people and their apps. The other words of the glossary have a second, technical meaning here.
TERMS = ("app", "active app", "pause", "resum", "slow down", "hidden", "computer", "in use")
PROSE = re.compile(r"(?s).*")
# {file, or how its name ends: its sentences}
TEXTS = {
    "systemd-units/headroomd.catalog": PROSE,
    ".service.in": re.compile(r"^Description=.*", re.MULTILINE),
    ".socket": re.compile(r"^Description=.*", re.MULTILINE),
    "packaging/debian/control": re.compile(r"^Description:.*\n(?: .*\n)+", re.MULTILINE),
    "packaging/fedora/headroom.spec": re.compile(
        r"^(?:Summary: .*|%description.*\n(?:[^%\n].*\n|\n)+)", re.MULTILINE
    ),
    "packaging/arch/PKGBUILD": re.compile(r"^ *(?:pkgdesc=|'headroom-[a-z]+: ).*", re.MULTILINE),
    "headroomctl/completions/headroomctl.fish": re.compile(r'--description ".*"'),
    "headroomctl/completions/_headroomctl": re.compile(
        r"^ +['\"][a-z-]+:.*|\[[a-zA-Z][^\]\[]* [^\]]*\]", re.MULTILINE
    ),
    "README.md": PROSE,
    "docs/install.md": PROSE,
}
# No words of a sentence: code, targets of links, what is typed, and the names of things.
NAMES = re.compile(
    r"`[^`]*`|\]\([^)]*\)|!\[[^\]]*\]|headroomctl [\w-]+|@\w+@|^ *['\"][a-z-]+:"
    r"|virtual machine|/[\w./-]+|runs in the background|its freezer",
    re.MULTILINE,
)


def texts(root=ROOT):
    for path in files(root=root):
        name = str(path.relative_to(root))
        for key, sentences in TEXTS.items():
            if name == key or (key.startswith(".") and name.endswith(key)):
                text = path.read_text(encoding="utf-8")
                yield name, [match[0] for match in sentences.finditer(text) if match[0]]


def wrong(root=ROOT):
    terms = {term: words for term, words in glossary().items() if term in TERMS}
    return [
        f"{name}: {found}"
        for name, said in texts(root)
        for sentence in said
        for found in wrong_english(" ".join(NAMES.sub("", sentence).split()), terms)
    ]


def test_they_have_the_words_of_the_glossary():
    assert [each[:120] for each in wrong()] == []


def test_each_file_has_some():
    found = {name: said for name, said in texts() if said}
    assert {key for key in TEXTS if not key.startswith(".")} <= set(found)
    assert any(name.endswith(".service.in") for name in found)


@pytest.mark.parametrize(
    "path, text, found",
    [
        ("systemd-units/headroomd.catalog", "The application in front gets more.\n", 2),
        ("systemd-units/headroomd.catalog", "To resume it: headroomctl thaw @HEADROOM_APP@\n", 0),
        ("x.service.in", "# It is frozen.\nDescription=Keeps the focused app responsive\n", 1),
        ("packaging/debian/control", "Package: foreground\nDescription: x\n a frozen one\n", 1),
        (
            "packaging/fedora/headroom.spec",
            "Summary: freezes\n%description x\na\n\nfreezes\n%b\n",
            2,
        ),
        ("packaging/arch/PKGBUILD", "pkgdesc='Keeps the application'\n", 1),
        ("README.md", "Pauses `headroomctl freeze` on your [machine](x/application).\n", 1),
        ("docs/faq.md", "The application in front gets more.\n", 0),
    ],
)
def test_another_word_is_found(tmp_path, path, text, found):
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(text, encoding="utf-8")
    assert len(wrong(tmp_path)) == found
