# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""In the applets and on the settings pages, every sentence has a context for translators, and text
from other programs is never shown as markup."""

import re

import pytest

from project import ROOT, files, write

_WITHOUT_CONTEXT = re.compile(r"\bi18n(?:p|d|dp)?\(|\bn?gettext\(|(?<![\w$])_\(|\bgettext as \w")
_BLOCK = re.compile(
    r"^( *)(?:\w+\.)?(?:Label|Heading|Text|SelectableLabel) \{\n(.*?)^\1\}",
    re.MULTILINE | re.DOTALL,
)
_FIXED = re.compile(r"textFormat: Text\.PlainText")
_INLINE_MESSAGE = re.compile(
    r"^( *)(?:\w+\.)?(?:Inline|Plain)Message \{\n(.*?)^\1\}", re.MULTILINE | re.DOTALL
)
_DELEGATE = re.compile(
    r"^( *)(?:\w+: )?(?:\w+\.)?ItemDelegate \{\n(.*?)^\1\}", re.MULTILINE | re.DOTALL
)
# Our own words, with nothing filled in but a number.
_OWN_WORDS = re.compile(r"i18nc\(\s*(?:\"[^\"]*\"(?:,\s*)?){2}\)$|i18ncp\(")
# A line goes on in the next if it ends, or the next begins, with an operator.
_GOES_ON = re.compile(r"(?:[-+*/%?:=<>.]|&&|\|\|)\s*$")
_IS_MORE = re.compile(r"\n\s*(?:[-+*/%?:=<>.]|&&|\|\|)")
_ESCAPED = '.replace(/&/g, "&amp;").replace(/</g, "&lt;")'
# Qt shows a text with neither of the two as it is, entities included.
_ESCAPED_IF_NEEDED = re.compile(
    r'\["<", "&lt;"\]\.some\(each => (\w+)\.includes\(each\)\) \? "<span>" \+ \1'
    + re.escape(_ESCAPED)
    + r'(?:\.replace\(/\\n/g, "<br>"\))? \+ "</span>" : \1$'
)


def values(name, text):
    """What is bound or assigned to NAME. Each value is on one line, however it is wrapped."""
    for match in re.finditer(rf"{name}\s*(?::|=(?!=))\s*", text):
        depth, quote, end = 0, "", match.end()
        while end < len(text):
            char = text[end]
            if quote:
                quote = "" if char == quote and text[end - 1] != "\\" else quote
            elif char in "\"'`":
                quote = char
            elif depth == 0 and char in ";}":
                break
            elif depth == 0 and char == "\n":
                if not (_GOES_ON.search(text[match.end() : end]) or _IS_MORE.match(text, end)):
                    break
            depth += 0 if quote else (char in "([{") - (char in ")]}")
            end += 1
        value = " ".join(text[match.end() : end].split())
        yield re.sub(r'(?<!\\)" \+ "', "", value).replace(" .", ".")


def sentences_without_context(root=ROOT):
    return [
        f"{path.relative_to(root)}:{number}"
        for path in files("applet", root=root)
        if path.suffix in (".qml", ".cpp", ".js")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _WITHOUT_CONTEXT.search(line)
    ]


def texts_that_may_be_markup(root=ROOT):
    return [
        f"{path.relative_to(root)}: "
        f"{block.group().splitlines()[0].strip()} … {block.group().splitlines()[1].strip()}"
        for path in files("applet", root=root)
        if path.suffix == ".qml"
        for block in _BLOCK.finditer(path.read_text(encoding="utf-8"))
        if not _FIXED.search(block.group())
    ]


def blocks(pattern, root):
    for path in files("applet", root=root):
        if path.suffix == ".qml":
            text = path.read_text(encoding="utf-8")
            yield from (
                (path.relative_to(root), text, block.group()) for block in pattern.finditer(text)
            )


def messages_that_may_be_markup(root=ROOT):
    """An InlineMessage shows all text as markup. So its text must be our own words, or escaped."""
    wrong = []
    for path, text, block in blocks(_INLINE_MESSAGE, root):
        indent = re.match(" *", block).group() + "    "  # deeper ones are its actions'
        bound = list(values(rf"(?<=\n){indent}text", block))
        wrong += [
            f"{path}: {each}"
            for each in bound
            if not (
                _OWN_WORDS.match(each) or each.endswith(_ESCAPED) or _ESCAPED_IF_NEEDED.match(each)
            )
        ]
        name = re.search(r"^ *id: (\w+)$", block, re.MULTILINE)
        if name:
            given = values(rf"\b{name.group(1)}\.text", text)
            wrong += [f"{path}: {each}" for each in given if not each.endswith(_ESCAPED)]
    return wrong


def delegates_that_may_be_markup(root=ROOT):
    """An ItemDelegate shows its text as markup, unless a contentItem shows it otherwise."""
    return [
        f"{path}: {block.splitlines()[0].strip()}"
        for path, _, block in blocks(_DELEGATE, root)
        if "contentItem:" not in block
    ]


def tips_that_may_be_markup(root=ROOT):
    """A tool tip shows markup, too. So its text must be the button's own, and for Plasma's tip the
    format must be set to plain text."""
    wrong = []
    for path in files("applet", root=root):
        text = path.read_text(encoding="utf-8") if path.suffix == ".qml" else ""
        wrong += [
            f"{path.relative_to(root)}: {tip}"
            for tip in values(r"ToolTip\.text", text)
            if tip != "text" and not _OWN_WORDS.match(tip)
        ]
        if "toolTipMainText:" in text and "toolTipTextFormat: Text.PlainText" not in text:
            wrong.append(f"{path.relative_to(root)}: toolTipMainText")
    return wrong


def rows_that_may_be_markup(root=ROOT):
    """Rows and toasts of GNOME's preferences show markup, unless use_markup is false."""
    return [
        f"{path.relative_to(root)}: {row}"
        for path in files("applet", root=root)
        if path.suffix == ".js"
        for row in re.findall(
            r"new Adw\.(?:(?:Action|Combo|Switch|Spin)Row|Toast)\(\s*\{[^;]*",
            path.read_text(encoding="utf-8"),
        )
        if "use_markup: false" not in row and "...common" not in row and "C_(" not in row
    ]


def test_every_sentence_has_a_context():
    assert not sentences_without_context()


def test_no_text_is_taken_for_markup():
    assert not texts_that_may_be_markup()


def test_no_message_delegate_tip_or_row_is_taken_for_markup():
    assert not messages_that_may_be_markup()
    assert not delegates_that_may_be_markup()
    assert not tips_that_may_be_markup()
    assert not rows_that_may_be_markup()


@pytest.mark.parametrize(
    "line, found",
    [
        ('text: i18n("x")', 1),
        ('i18np("x", "y", 1)', 1),
        ('i18nc("@info", "x")', 0),
        ('i18ncp("@info", "x", "y", 1)', 0),
        ("_('x')", 1),
        ("gettext('x')", 1),
        ("import {gettext as _}", 1),
        ("C_('@info', 'x')", 0),
        ("import {pgettext as C_}", 0),
    ],
)
def test_a_sentence_without_context_is_found(tmp_path, line, found):
    write(tmp_path, "applet/x.qml", line + "\n")
    assert len(sentences_without_context(tmp_path)) == found


@pytest.mark.parametrize(
    "body, found", [("text: name\n", 1), ("text: name\n    textFormat: Text.PlainText\n", 0)]
)
@pytest.mark.parametrize("kind", ["Text", "Controls.Label", "Kirigami.Heading"])
def test_markup_is_found(tmp_path, kind, body, found):
    write(tmp_path, "applet/x.qml", f"Item {{\n  {kind} {{\n    {body}  }}\n}}\n")
    assert len(texts_that_may_be_markup(tmp_path)) == found


_IF_NEEDED = (
    'PlainMessage {\n    text: ["<", "&lt;"].some(each => TEXT.includes(each))\n'
    f'        ? "<span>" + TEXT{_ESCAPED} + "</span>"\n        : TEXT\n}}'
)


@pytest.mark.parametrize(
    "body, found",
    [
        ("Kirigami.InlineMessage {\n    id: a\n    text: name\n}", 1),
        ('Kirigami.InlineMessage {\n    text: i18nc("@info", "It is so.")\n}', 0),
        ('Kirigami.InlineMessage {\n    text: i18nc("@info", "It is %1.", name)\n}', 1),
        ('Kirigami.InlineMessage {\n    text: i18nc("@info",\n "It " +\n "is so.")\n}', 0),
        ("Kirigami.InlineMessage {\n    text:\n      name\n}", 1),
        ("PlainMessage {\n    plainText: name\n}", 0),
        ("PlainMessage {\n    text: name\n}", 1),
        ("PlainMessage {\n    actions: Action {\n        text: name\n    }\n}", 0),
        ("Kirigami.InlineMessage {\n    text: name" + _ESCAPED + "\n}", 0),
        (_IF_NEEDED.replace("TEXT", "name"), 0),
        (_IF_NEEDED.replace("TEXT", "name", 2).replace("TEXT", "other"), 1),
        (_IF_NEEDED.replace('"&lt;"].', '"&gt;"].').replace("TEXT", "name"), 1),
        (_IF_NEEDED.replace(_ESCAPED, "").replace("TEXT", "name"), 1),
        ('Kirigami.InlineMessage {\n    text: i18nc("@info",\n      "It is %1.",\n name)\n}', 1),
        ('Kirigami.InlineMessage {\n    text: i18nc("@info", "It.")\n        + name\n}', 1),
        ("Kirigami.InlineMessage {\n    id: a\n}\nItem { onX: {\na.text = name;\n} }", 1),
        ("Kirigami.InlineMessage {\n    id: a\n}\nItem { onX: {\na.text =\n name;\n} }", 1),
        (
            "Kirigami.InlineMessage {\n    id: a\n}\nItem { onX: {\na.text = name"
            + _ESCAPED.replace(").r", ")\n    .r")
            + ";\n} }",
            0,
        ),
    ],
)
def test_a_message_of_markup_is_found(tmp_path, body, found):
    write(tmp_path, "applet/x.qml", body + "\n")
    assert len(messages_that_may_be_markup(tmp_path)) == found


@pytest.mark.parametrize("body, found", [("text: name", 1), ("contentItem: Label {}", 0)])
def test_a_delegate_of_markup_is_found(tmp_path, body, found):
    write(
        tmp_path,
        "applet/x.qml",
        f"    delegate: Controls.ItemDelegate {{\n        {body}\n    }}\n",
    )
    assert len(delegates_that_may_be_markup(tmp_path)) == found


@pytest.mark.parametrize(
    "body, found",
    [
        ("Controls.ToolTip.text: name", 1),
        ("Controls.ToolTip.text: text", 0),
        ("Controls.ToolTip.text:\n        name", 1),
        ('Controls.ToolTip.text: i18nc("@info",\n        "It is so.")', 0),
        ("toolTipMainText: name", 1),
        ("toolTipMainText: name\ntoolTipTextFormat: Text.PlainText", 0),
    ],
)
def test_a_tip_of_markup_is_found(tmp_path, body, found):
    write(tmp_path, "applet/x.qml", body + "\n")
    assert len(tips_that_may_be_markup(tmp_path)) == found


@pytest.mark.parametrize(
    "line, found",
    [
        ("new Adw.ActionRow({title})", 1),
        ("new Adw.ActionRow({title, use_markup: false})", 0),
        ("new Adw.Toast({title})", 1),
    ],
)
def test_a_row_of_markup_is_found(tmp_path, line, found):
    write(tmp_path, "applet/x.js", line + "\n")
    assert len(rows_that_may_be_markup(tmp_path)) == found
