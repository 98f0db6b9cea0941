# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""In the applets and on the settings pages, every sentence tells translators what it is for, and no text from elsewhere is taken for markup."""

import re

import pytest

from project import ROOT, files, write

_WITHOUT_CONTEXT = re.compile(r"\bi18n(?:p|d|dp)?\(|\bn?gettext\(|(?<![\w$])_\(|\bgettext as \w")
_BLOCK = re.compile(r"^( *)(?:\w+\.)?(?:Label|Heading|Text|SelectableLabel) \{\n(.*?)^\1\}", re.MULTILINE | re.DOTALL)
_FIXED = re.compile(r"textFormat: Text\.PlainText")


def sentences_without_context(root=ROOT):
    return [f"{path.relative_to(root)}:{number}" for path in files("applet", root=root) if path.suffix in (".qml", ".cpp", ".js")
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if _WITHOUT_CONTEXT.search(line)]


def texts_that_may_be_markup(root=ROOT):
    return [f"{path.relative_to(root)}: {block.group().splitlines()[0].strip()} … {block.group().splitlines()[1].strip()}"
            for path in files("applet", root=root) if path.suffix == ".qml"
            for block in _BLOCK.finditer(path.read_text(encoding="utf-8")) if not _FIXED.search(block.group())]


def test_every_sentence_has_a_context():
    assert not sentences_without_context()


def test_no_text_is_taken_for_markup():
    assert not texts_that_may_be_markup()


@pytest.mark.parametrize("line, found", [('text: i18n("x")', 1), ('i18np("x", "y", 1)', 1), ('i18nc("@info", "x")', 0), ('i18ncp("@info", "x", "y", 1)', 0),
                                         ("_('x')", 1), ("gettext('x')", 1), ("import {gettext as _}", 1), ("C_('@info', 'x')", 0), ("import {pgettext as C_}", 0)])
def test_a_sentence_without_context_is_found(tmp_path, line, found):
    write(tmp_path, "applet/x.qml", line + "\n")
    assert len(sentences_without_context(tmp_path)) == found


@pytest.mark.parametrize("body, found", [("text: name\n", 1), ("text: name\n    textFormat: Text.PlainText\n", 0)])
@pytest.mark.parametrize("kind", ["Text", "Controls.Label", "Kirigami.Heading"])
def test_markup_is_found(tmp_path, kind, body, found):
    write(tmp_path, "applet/x.qml", f"Item {{\n  {kind} {{\n    {body}  }}\n}}\n")
    assert len(texts_that_may_be_markup(tmp_path)) == found
