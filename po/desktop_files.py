# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The sentences that desktops read from our files: descriptions of plugins (JSON), AppStream, and
the list of notifications.

Their translations are in the same files.
"""

import json
import re
import xml.etree.ElementTree as ElementTree

#: file: {key: its context, for translators}
PLUGINS = {
    "applet/kcm/kcm_headroom.json": {
        "Description": "what the page in System Settings is about",
        "X-KDE-Keywords": "words, with commas between them, that find the page in System Settings; "
        "add your own, leave out what nobody would type",
    },
    "applet/plasma/package/metadata.json": {"Description": "what the panel applet does"},
    "applet/ksysguard/unit_columns.json": {
        "Description": "what Headroom's columns in System Monitor say"
    },
    "applet/kwin-script/metadata.json": {"Description": "what the script for KWin does"},
}
APPSTREAM = "applet/plasma/org.headroomd.headroom.metainfo.xml"
#: The elements of the schema that settingRow.js and headroom_page.cpp show, with the contexts that
#: both use.
SCHEMA = {"label": "@label a setting", "whatsthis": "@info what a setting does"}
_PARAGRAPHS = "what software centres say of the panel applet"

NOTIFICATIONS = "applet/plasma/headroom.notifyrc"
#: (group, key): its context, for translators
_NOTIFIED = {
    ("Global", "Comment"): "what Headroom does, where notifications are chosen in System Settings",
    (
        "Event/memoryShort",
        "Name",
    ): "something that there may be a notification of, in System Settings",
    (
        "Event/memoryShort",
        "Comment",
    ): "something that there may be a notification of, in System Settings: what it is about",
}

_INI_LINE = re.compile(r"^(\w+)(?:\[(\w+)\])?=(.*)$")
_JSON_LINE = re.compile(r'^( *)"([\w-]+)(?:\[(\w+)\])?": (".*?(?<!\\)")(,?)$')
_XML_BLOCK = re.compile(r"^( *)<(summary|p|caption)>(.*?)</\2>\n", re.MULTILINE | re.DOTALL)
_XML_TRANSLATED = re.compile(
    r'^ *<(summary|p|caption) xml:lang="[\w-]+">.*?</\1>\n', re.MULTILINE | re.DOTALL
)
_KCFG = "{http://www.kde.org/standards/kcfg/1.0}"


def _call(context, sentence):
    return f"C_({json.dumps(context)}, {json.dumps(sentence, ensure_ascii=False)});\n"


def _plain(text):
    return " ".join(text.split())


def _ini_lines(text):
    """Yields (line, context, sentence, language); the context is None if it is not translated."""
    group = None
    for line in text.splitlines():
        match = _INI_LINE.match(line)
        if line.startswith("["):
            group = line.strip("[]")
        yield (
            (line, _NOTIFIED.get((group, match[1])), match[3], match[2])
            if match
            else (line, None, None, None)
        )


def calls(root):
    """{file: its sentences to translate, as C code}."""
    found = {}
    for path, keys in PLUGINS.items():
        lines = map(_JSON_LINE.match, (root / path).read_text(encoding="utf-8").splitlines())
        found[path] = [
            _call(keys[line[2]], json.loads(line[4]))
            for line in lines
            if line and line[2] in keys and not line[3]
        ]
    found[NOTIFICATIONS] = [
        _call(what, sentence)
        for _, what, sentence, language in _ini_lines(
            (root / NOTIFICATIONS).read_text(encoding="utf-8")
        )
        if what and not language
    ]
    text = (root / APPSTREAM).read_text(encoding="utf-8")
    found[APPSTREAM] = [_call(_PARAGRAPHS, _plain(block[3])) for block in _XML_BLOCK.finditer(text)]
    return found


def schema_calls(path):
    """The sentences of the settings' schema, as C code."""
    return [
        _call(SCHEMA[each.tag.removeprefix(_KCFG)], _plain(each.text))
        for entry in ElementTree.parse(path).getroot().iter(f"{_KCFG}entry")
        for each in entry
        if each.tag.removeprefix(_KCFG) in SCHEMA
    ]


def _in_json(text, keys, translated):
    lines = []
    for line in text.splitlines():
        match = _JSON_LINE.match(line)
        if match and match[2] in keys and match[3]:
            continue
        if match and match[2] in keys:
            said = translated(keys[match[2]], json.loads(match[4]))
            rows = [f'{match[1]}"{match[2]}": {match[4]}']
            rows += [
                f'{match[1]}"{match[2]}[{language}]": {json.dumps(sentence, ensure_ascii=False)}'
                for language, sentence in said.items()
            ]
            lines.append(",\n".join(rows) + match[5])
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def _in_ini(text, translated):
    lines = []
    for line, what, sentence, language in _ini_lines(text):
        if what and language:
            continue
        lines.append(line)
        if what:
            lines += [
                f"{line.partition('=')[0]}[{each}]={said}"
                for each, said in translated(what, sentence).items()
            ]
    return "\n".join(lines) + "\n"


def _in_appstream(text, translated):
    def with_translations(block):
        rows = [
            f'{block[1]}<{block[2]} xml:lang="{language.replace("_", "-")}">'
            f'{sentence.replace("&", "&amp;").replace("<", "&lt;")}</{block[2]}>\n'
            for language, sentence in translated(_PARAGRAPHS, _plain(block[3])).items()
        ]
        return block[0] + "".join(rows)

    return _XML_BLOCK.sub(with_translations, _XML_TRANSLATED.sub("", text))


def with_translations(root, translated):
    """{file: its text with all translations}.

    translated(context, sentence) returns {language: translation}.
    """
    texts = {
        path: _in_json((root / path).read_text(encoding="utf-8"), keys, translated)
        for path, keys in PLUGINS.items()
    }
    texts[NOTIFICATIONS] = _in_ini((root / NOTIFICATIONS).read_text(encoding="utf-8"), translated)
    texts[APPSTREAM] = _in_appstream((root / APPSTREAM).read_text(encoding="utf-8"), translated)
    return texts
