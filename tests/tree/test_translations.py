# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Every sentence that users see is translated into every language, completely (po/README.md)."""

import re
import shutil
import subprocess
import sys

import pytest

from project import ROOT

sys.path.insert(0, str(ROOT / "po"))

import catalogs  # noqa: E402
import desktop_files  # noqa: E402
import translated  # noqa: E402

_KDE = re.compile(r"%\d+")
_PRINTF = re.compile(r"%(?:\d+\$)?(?:[-+0#]*\d*(?:\.\d+)?(?:hh?|ll?|z)?[diouxXeEfFgGcsp]|%)")
_BRACES = re.compile(r"\{(\d*)\}")
_PLURALS = re.compile(r"Plural-Forms: (.*?)\\n")


def braces(text):
    """The numbers of the placeholders of a std::format text. Either all have one, or none has."""
    found = _BRACES.findall(text)
    return found if any(found) else [str(number) for number, _ in enumerate(found)]


def places(domain, text):
    """The placeholders of a text, without the numbers that may change their order."""
    if domain not in catalogs.PLASMA and _BRACES.search(text):
        return sorted(braces(text))
    found = (
        _KDE.findall(text)
        if domain in catalogs.PLASMA
        else [re.sub(r"\d+\$", "", place) for place in _PRINTF.findall(text)]
    )
    return sorted(found)


def plain(sentence):
    return (sentence[0] if isinstance(sentence, tuple) else sentence).rpartition("\4")[2]


def context(sentence):
    return (sentence[0] if isinstance(sentence, tuple) else sentence).rpartition("\4")[0]


def wrong_places(domain, originals, sentence, translation, forms):
    """Whether the placeholders differ. A plural form for exactly one number may spell it out."""
    if not isinstance(sentence, tuple):
        return places(domain, translation) != places(domain, originals[sentence])
    wanted, found = places(domain, originals[(sentence[0], 1)]), places(domain, translation)
    number = [place for place in wanted if place in ("%1", "%u", "%d")][:1]
    without = sorted(wanted)
    for place in number:
        without.remove(place)
    return found != wanted and not (forms == 2 and sentence[1] == 0 and found == without)


def wrong_in(domain, language, catalog, originals):
    """The faults of one catalog."""
    checked = subprocess.run(
        ("msgfmt", "--check", "--output-file=/dev/null", catalog),
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if checked.returncode or checked.stderr:
        return [f"{language}/{domain}: msgfmt: {line}" for line in checked.stderr.splitlines()]
    forms = int(re.search(r"nplurals=(\d+)", catalogs.LANGUAGES[language][1])[1])
    stated = _PLURALS.search(catalog.read_text(encoding="utf-8").replace('"\n"', ""))
    found = (
        []
        if stated and stated[1] == catalogs.LANGUAGES[language][1]
        else [f"{language}/{domain}: other plural forms"]
    )
    wanted = {each for each in originals if not isinstance(each, tuple)} | {
        (each[0], n) for each in originals if isinstance(each, tuple) for n in range(forms)
    }
    said = translated.sentences(catalog)
    found += [
        f"{language}/{domain}: not translated, or not surely: {plain(each)}"
        for each in wanted - said.keys()
    ]
    found += [f"{language}/{domain}: nobody says: {plain(each)}" for each in said.keys() - wanted]
    for sentence, translation in said.items():
        if not translation.strip():
            found.append(f"{language}/{domain}: empty: {plain(sentence)}")
        elif sentence in wanted and wrong_places(domain, originals, sentence, translation, forms):
            found.append(f"{language}/{domain}: something else is filled in: {plain(sentence)}")
    return found


def wrong(root=ROOT):
    found = []
    with catalogs.extracted(root) as (_, templates):
        for domain, template in templates.items():
            originals = translated.originals(template)
            for language in catalogs.LANGUAGES:
                catalog = catalogs.catalog(language, domain, root)
                found += (
                    wrong_in(domain, language, catalog, originals)
                    if catalog.exists()
                    else [f"{language}/{domain}: none"]
                )
    return sorted(found)


def without_context(template):
    """Sentences without a context, of which a translator sees only the words. A sentence with
    plural forms is listed once."""
    found = {
        plain(sentence)
        for sentence in translated.originals(template)
        if not context(sentence).strip()
    }
    return sorted(found)


def all_without_context(root=ROOT):
    with catalogs.extracted(root) as (_, templates):
        return [
            f"{domain}: {sentence}"
            for domain, template in templates.items()
            for sentence in without_context(template)
        ]


def files_behind_their_catalogs(root=ROOT):
    said = {
        language: translated.sentences(catalogs.catalog(language, catalogs.FILES, root))
        for language in catalogs.LANGUAGES
    }
    texts = desktop_files.with_translations(
        root,
        lambda context, sentence: {
            language: table[f"{context}\4{sentence}"]
            for language, table in said.items()
            if f"{context}\4{sentence}" in table
        },
    )
    return [
        path for path, text in texts.items() if (root / path).read_text(encoding="utf-8") != text
    ]


def test_everything_is_translated():
    assert not wrong()


def test_every_sentence_has_a_context():
    assert all_without_context() == []


def test_what_desktops_read_has_the_catalogs_words():
    assert not files_behind_their_catalogs()


def test_languages_are_those_that_have_catalogs():
    assert {
        path.name
        for path in (ROOT / "po").iterdir()
        if path.is_dir() and path.name != "__pycache__"
    } == set(catalogs.LANGUAGES)


HEADER = """msgid ""
msgstr ""
"Project-Id-Version: x\\n"
"PO-Revision-Date: 2026-11-22 00:00+0000\\n"
"Last-Translator: x\\n"
"Language-Team: x\\n"
"Language: ru\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: %s\\n"

"""
TEMPLATE = """#, c-format
msgid "%s waits."
msgstr ""

#, kde-format
msgctxt "button"
msgid "One of %2"
msgid_plural "%1 of %2"
msgstr[0] ""
msgstr[1] ""
"""
WHOLE = """msgid "%s waits."
msgstr "%s ждёт."

msgctxt "button"
msgid "One of %2"
msgid_plural "%1 of %2"
msgstr[0] "%1 из %2"
msgstr[1] "%1 из %2"
msgstr[2] "%1 из %2"
"""


@pytest.mark.parametrize(
    "domain, before, after, found",
    [
        ("kcm_headroom", "", "", []),
        ("headroomd", "%s ждёт.", "", ["not translated, or not surely: %s waits."]),
        (
            "headroomd",
            'msgid "%s waits."',
            '#, fuzzy\nmsgid "%s waits."',
            ["not translated, or not surely: %s waits."],
        ),
        ("headroomd", "%s ждёт.", " ", ["empty: %s waits."]),
        ("headroomd", "%s ждёт.", "Ждёт.", ["something else is filled in: %s waits."]),
        ("headroomd", "%s ждёт.", "%d ждёт.", ["something else is filled in: %s waits."]),
        (
            "headroomd",
            'msgid "%s waits."',
            '#, c-format\nmsgid "%s waits."\nmsgstr "%d"\n\nmsgid "x"',
            ["msgfmt"],
        ),
        (
            "headroomd",
            'msgid "%s waits."',
            'msgid "gone"\nmsgstr "x"\n\nmsgid "%s waits."',
            ["nobody says: gone"],
        ),
        (
            "headroomd",
            'msgctxt "button"\n',
            "",
            [
                "not translated",
                "not translated",
                "not translated",
                "nobody says",
                "nobody says",
                "nobody says",
            ],
        ),
        (
            "kcm_headroom",
            'msgstr[0] "%1 из %2"',
            'msgstr[0] "Один из %2"',
            ["something else is filled in: One of %2"],
        ),
        (
            "kcm_headroom",
            'msgstr[1] "%1 из %2"',
            'msgstr[1] "%1 из многих"',
            ["something else is filled in: One of %2"],
        ),
        ("kcm_headroom", 'msgstr[2] "%1 из %2"\n', "", ["msgfmt"]),
        ("kcm_headroom", "n%10==1", "n%10==2", ["other plural forms"]),
    ],
)
def test_a_fault_is_found(tmp_path, domain, before, after, found):
    template, catalog = tmp_path / "x.pot", tmp_path / "ru.po"
    template.write_text(
        HEADER % "nplurals=INTEGER; plural=EXPRESSION;" + TEMPLATE, encoding="utf-8"
    )
    text = HEADER % catalogs.LANGUAGES["ru"][1] + WHOLE
    assert before in text
    catalog.write_text(text.replace(before, after, 1) if before else text, encoding="utf-8")
    # The two domains have different placeholders.
    other = {"kcm_headroom": "%s waits.", "headroomd": "One of %2"}[domain]
    said = [
        line.removeprefix(f"ru/{domain}: ")
        for line in wrong_in(domain, "ru", catalog, translated.originals(template))
        if f"filled in: {other}" not in line
    ]
    assert len(said) >= len(found) and bool(said) == bool(found)
    assert all(any(line.startswith(each) for line in said) for each in found)


@pytest.mark.parametrize(
    "text, found",
    [
        ("{} and {}", ["0", "1"]),
        ("{1} {0}", ["0", "1"]),
        ("{} {0}", ["", "0"]),
        ("{0} {0}", ["0", "0"]),
        ("{}", ["0"]),
        ("100 % of {}", ["0"]),
        ("%s", ["%s"]),
    ],
)
def test_what_is_filled_in(text, found):
    assert places("headroomd", text) == found


@pytest.mark.parametrize(
    "before, after, found",
    [
        ('msgid "%s waits."', 'msgctxt "title"\nmsgid "%s waits."', []),
        ("", "", ["%s waits."]),
        ('msgctxt "button"\n', "", ["%s waits.", "One of %2"]),
        ('msgctxt "button"\n', 'msgctxt " "\n', ["%s waits.", "One of %2"]),
    ],
)
def test_a_sentence_without_context_is_found(tmp_path, before, after, found):
    template = tmp_path / "x.pot"
    assert before in TEMPLATE
    template.write_text(
        HEADER % "nplurals=INTEGER; plural=EXPRESSION;"
        + (TEMPLATE.replace(before, after, 1) if before else TEMPLATE),
        encoding="utf-8",
    )
    assert without_context(template) == found


@pytest.fixture(name="copy")
def copy_of_the_project(tmp_path):
    for folder in ("po", "applet", "headroomctl", "daemon", "settings"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def test_the_preferences_ask_for_the_settings_as_the_catalogs_have_them():
    asks = (ROOT / catalogs.EXTENSION / "settingRow.js").read_text(encoding="utf-8")
    assert all(
        re.search(rf"C_\(\s*'{re.escape(context)}',\s*entry\.{tag}\)", asks)
        for tag, context in desktop_files.SCHEMA.items()
    )


def test_so_does_the_page_in_system_settings():
    asks = (ROOT / "applet/kcm/headroom_page.cpp").read_text(encoding="utf-8")
    assert all(
        re.search(rf'translated\("{re.escape(context)}", item->{tag}\(\)\)', asks, re.IGNORECASE)
        for tag, context in desktop_files.SCHEMA.items()
    )


@pytest.mark.parametrize(
    "path, line, domain",
    [
        ("headroomctl/why.cpp", 'NC_("error: a sentence", "A new sentence.");', "headroomd"),
        ("daemon/act/notify.cpp", 'C_("button", "A new sentence.");', "headroomd"),
        (
            "applet/plasma/ui/Words.qml",
            'i18nc("@info", "A new sentence.");',
            "plasma_applet_org.headroomd.headroom",
        ),
        ("applet/kcm/headroom_page.cpp", 'i18nc("@info", "A new sentence.");', "kcm_headroom"),
        (
            "applet/gnome-shell/headroom@headroomd.org/words.js",
            "C_('@info', 'A new sentence.');",
            "headroom-gnome",
        ),
    ],
)
def test_a_new_sentence_is_missed_in_every_language(copy, path, line, domain):
    with (copy / path).open("a", encoding="utf-8") as source:
        source.write(line + "\n")
    assert wrong(copy) == sorted(
        f"{language}/{domain}: not translated, or not surely: A new sentence."
        for language in catalogs.LANGUAGES
    )


@pytest.mark.parametrize(
    "path, line, domain",
    [
        ("headroomctl/why.cpp", '_("A new sentence.");', "headroomd"),
        ("headroomctl/main.cpp", 'N_("A new sentence.");', "headroomd"),
        (
            "headroomctl/thaw.cpp",
            'ngettext("A new sentence.", "%u new sentences.", 2);',
            "headroomd",
        ),
        (
            "applet/plasma/ui/Words.qml",
            'i18n("A new sentence.");',
            "plasma_applet_org.headroomd.headroom",
        ),
        ("applet/kcm/headroom_page.cpp", 'i18n("A new sentence.");', "kcm_headroom"),
        (
            "applet/gnome-shell/headroom@headroomd.org/words.js",
            "_('A new sentence.');",
            "headroom-gnome",
        ),
    ],
)
def test_a_new_sentence_without_context_is_found(copy, path, line, domain):
    with (copy / path).open("a", encoding="utf-8") as source:
        source.write(line + "\n")
    assert all_without_context(copy) == [f"{domain}: A new sentence."]


def test_a_file_behind_its_catalog_is_found(copy):
    path = "applet/kwin-script/metadata.json"
    (copy / path).write_text(
        (copy / path).read_text(encoding="utf-8").replace("Headroom das", "Hedroom das"),
        encoding="utf-8",
    )
    assert files_behind_their_catalogs(copy) == [path]


def in_no_package(rules):
    return [
        domain
        for domain in catalogs.DOMAINS
        if domain != catalogs.FILES and f",{domain})" not in rules
    ]


def test_each_catalog_is_in_a_package():
    """dh_missing finds this, too, but half an hour later."""
    rules = (ROOT / "packaging/debian/rules").read_text(encoding="utf-8")
    assert in_no_package(rules) == []
    assert in_no_package(rules.replace(",headroomd)", ",headroom)")) == ["headroomd"]
