# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""po/POTFILES lists every file with sentences to translate. Translators' tools read no others."""

import re

import pytest

from project import ROOT, code, sources, write

# Not the declarations of these.
_MARKED = re.compile(
    r"\b(?:_|N_|C_|NC_|Q_|np?gettext|g_dngettext)\((?!const char \*)|(?<![.>])\bsay\(\s*\""
)


def listed():
    lines = (
        line.strip() for line in (ROOT / "po/POTFILES").read_text(encoding="utf-8").splitlines()
    )
    return [line for line in lines if line and not line.startswith("#")]


def with_sentences(root=ROOT):
    return [
        str(path.relative_to(root))
        for path in sources("daemon", "headroomctl", root=root)
        if _MARKED.search(code(path))
    ]


def test_every_file_with_sentences_is_listed():
    assert listed() == sorted(with_sentences())


@pytest.mark.parametrize(
    "line, found",
    [
        ('g_print("%s", _("yes"));', 1),
        ('{"x", N_("yes")}', 1),
        ('npgettext("x", "yes", "yeses", n);', 1),
        ("const char *npgettext(const char *context);", 0),
        ("// _(no)", 0),
        ("word_(no);", 0),
        ('return say("context", "yes {}", name);', 1),
        ('line.say("no");', 0),
        ("void Line::say()", 0),
    ],
)
def test_a_marked_sentence_is_found(tmp_path, line, found):
    (tmp_path / "daemon").mkdir()
    write(tmp_path, "headroomctl/x.cpp", f"{line}\n")
    assert len(with_sentences(tmp_path)) == found
