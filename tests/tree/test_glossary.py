# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Sentences for people have one word for each thing, in every language: that of po/GLOSSARY.md,
which explains its marks."""

import functools
import re
import shutil
import sys

import pytest

from project import ROOT, write

sys.path.insert(0, str(ROOT / "po"))

import catalogs  # noqa: E402
import translated  # noqa: E402

GLOSSARY = "po/GLOSSARY.md"
ENGLISH = "English"
INTERFACE = "dbus/org.headroomd.Headroom1.xml"
# The interfaces that show levels: whether a level is a sentence of its own.
WITH_LEVELS = {
    "headroomd": True,
    "plasma_applet_org.headroomd.headroom": True,
    "headroom-gnome": True,
    "kcm_headroom": False,
}

# No word of a sentence: it is typed, or is the name of something.
CODE = re.compile(r"headroomctl [\w-]+|cgroup\.freeze")
# (term, languages, English sentence as a regular expression, reason). None stands for all.
EXCEPTIONS = (
    ("computer", None, "^{} is a virtual machine$", "a kind of app, not what it runs on"),
    ("CPU", ("ru", "uk"), "^the cpu controller ", "the kernel's name of it"),
    ("desktop", None, r"^An app id .*\bdesktop file\b", "a kind of file"),
    ("quit", None, "^quit$", "a key that ends our own page, not an app"),
    ("pause", None, r"^headroomd is disabled |headroomd\.service is disabled", "systemd's word"),
    ("hidden", None, "^{} was allowed to run in the background$", "the permission's own name"),
    ("in use", None, "^Swap is only on a disk", "of swap, not of an app's memory"),
    (None, None, "^headroom,responsiveness,", "words that somebody may search for"),
    ("wait", ("zh_CN",), r"^waited \{\} in the last minute$", "the parts filled in have the word"),
)


def pattern(words, bounded):
    """Words of the glossary, with commas between them, as a pattern."""
    found = []
    for word in words.split(", "):
        begin, dot, _ = word.partition("·")
        end = (r"\w*" if dot else r"\b") if bounded else ""
        found.append((r"\b" if bounded else "") + re.escape(begin) + end)
    return re.compile("|".join(found), re.IGNORECASE)


def glossary(root=ROOT):
    """{term: {language: (pattern of its words, pattern of what is none or None)}}. A term is the
    first word of its English cell. It may have a row in several tables."""
    terms, languages = {}, []
    for line in (root / GLOSSARY).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or not cells[0].strip("-"):
            continue
        if cells[0] == ENGLISH:
            languages = cells
            continue
        term = terms.setdefault(re.split("[,;·]", cells[0])[0], {})
        for language, cell in zip(languages, cells):
            words, _, never = cell.partition("; not ")
            bounded = language == ENGLISH
            term.setdefault(language, (pattern(words, bounded), never and pattern(never, bounded)))
    return terms


def message(key):
    return key[0] if isinstance(key, tuple) else key


@functools.cache
def sentences(root=ROOT):
    """(domain, English, {language: its translations}). Each plural form is a translation of each
    English one."""
    found = []
    with catalogs.extracted(root) as (_, templates):
        for domain, template in templates.items():
            said = {}
            for language in catalogs.LANGUAGES:
                catalog = catalogs.catalog(language, domain, root)
                for key, text in translated.sentences(catalog).items():
                    said.setdefault(message(key), {}).setdefault(language, []).append(text)
            found += [
                (domain, english, said.get(message(key), {}))
                for key, english in translated.originals(template).items()
            ]
    return found


def terms_in(english, terms):
    """A longer term hides a shorter one within it."""
    found = []
    for term in sorted(terms, key=len, reverse=True):
        words = terms[term][ENGLISH][0]
        if words.search(english):
            found.append(term)
            english = words.sub("…", english)
    return found


def is_exempt(term, language, english, exceptions):
    return any(
        of in (None, term)
        and (not languages or language in languages)
        and re.search(sentence, english)
        for of, languages, sentence, _ in exceptions
    )


def wrong_english(english, terms, exceptions=()):
    text = CODE.sub("", english)
    return [
        f"“{found[0]}” stands for “{term}”: {english}"
        for term, words in terms.items()
        if words[ENGLISH][1] and not is_exempt(term, ENGLISH, english, exceptions)
        for found in [words[ENGLISH][1].search(text)]
        if found
    ]


def wrong_translation(english, language, translation, terms, exceptions=()):
    present = terms_in(CODE.sub("", english), terms)
    text, wrong = CODE.sub("", translation), []
    for term, words in terms.items():
        if is_exempt(term, language, english, exceptions):
            continue
        used, never = words[language]
        if term in present and not used.search(text):
            wrong.append(f"{language}: no “{term}”: {english} → {translation}")
        if never and never.search(text):
            wrong.append(f"{language}: “{never.search(text)[0]}”: {english} → {translation}")
    return wrong


def wrong(root=ROOT, exceptions=EXCEPTIONS):
    terms, found = glossary(root), set()
    for domain, english, translations in sentences(root):
        said = wrong_english(english, terms, exceptions)
        for language, texts in translations.items():
            for text in texts:
                said += wrong_translation(english, language, text, terms, exceptions)
        found.update(f"{domain}: {each}" for each in said)
    return sorted(found)


def unused(exceptions, root=ROOT):
    """Exceptions without which nothing would be wrong."""
    return [
        each
        for each in exceptions
        if not wrong(root, tuple(other for other in exceptions if other != each))
    ]


def levels(root=ROOT):
    """The levels by the words on the bus."""
    prose = (root / INTERFACE).read_text(encoding="utf-8")
    listed = re.search(r"<!-- Level: [^;]*;", prose)
    return re.findall(r'"(\w+)"', listed[0]) if listed else []


def without_a_level(names, said=None):
    """Interfaces that call a level something else. Settings have it within a sentence."""
    missing = []
    for name in names:
        for domain, whole in WITH_LEVELS.items():
            texts = [text.lower() for of, text, _ in said or sentences() if of == domain]
            named = name in texts if whole else any(name in text.split() for text in texts)
            if not named:
                missing.append(f"{domain}: {name}")
    return missing


def test_one_word_for_each_thing():
    assert wrong() == []


def test_each_exception_is_needed():
    assert unused(EXCEPTIONS) == []


def test_a_level_has_one_name():
    assert len(levels()) == 4 and set(levels()) <= set(glossary())
    assert without_a_level(levels()) == []


def test_every_term_has_every_language():
    assert all(set(term) == {ENGLISH, *catalogs.LANGUAGES} for term in glossary().values())


MADE_UP = """# Words

| English | de | ja |
|---|---|---|
| app, apps; not application·, program | Anwendung·; not App | アプリ; not アプリケーション |
| active app | im Vordergrund | 前面 |
| paus·e; not froz·en | anhalt·en, angehalten | 一時停止 |
"""


@pytest.fixture(name="made_up")
def a_glossary(tmp_path):
    write(tmp_path, GLOSSARY, MADE_UP)
    return glossary(tmp_path)


def test_the_made_up_glossary_is_read(made_up):
    assert list(made_up) == ["app", "active app", "paus"]
    assert list(made_up["app"]) == ["English", "de", "ja"]


@pytest.mark.parametrize(
    "english, found",
    [
        ("The app is paused.", 0),
        ("The application is paused.", 1),
        ("Thaw its programs.", 0),
        ("Its program is frozen.", 2),
        ("Run headroomctl program, or cgroup.freeze", 0),
    ],
)
def test_a_wrong_english_word_is_found(made_up, english, found):
    assert len(wrong_english(english, made_up)) == found


@pytest.mark.parametrize(
    "english",
    [
        "Kate has the focus",
        "Headroom is disabled until noon",
        "you have disabled Headroom for a while",
        "pushed 3 MiB of Kate out of memory while it was in the background",
    ],
)
def test_what_people_were_told_before_is_found(english):
    assert wrong_english(english, glossary())


@pytest.mark.parametrize(
    "english, language, translation, found",
    [
        ("Pause the app", "de", "Die Anwendung anhalten", 0),
        ("Pause the app", "de", "Die Anwendungen sind angehalten", 0),
        ("Pause the app", "de", "Die Anwendung einfrieren", 1),
        ("Pause the app", "de", "Einfrieren", 2),
        ("Pause the app", "de", "Die App anhalten", 2),
        ("The active app", "de", "Im Vordergrund", 0),
        ("The active app", "de", "Anwendung", 1),
        ("Pauses apps", "ja", "アプリを一時停止します", 0),
        ("Pauses apps", "ja", "アプリケーションを一時停止します", 1),
        ("Nothing", "de", "Keine App", 1),
    ],
)
def test_a_wrong_translation_is_found(made_up, english, language, translation, found):
    assert len(wrong_translation(english, language, translation, made_up)) == found


def test_an_exception_is_for_its_sentence_only(made_up):
    for languages in (None, ("de",)):
        exceptions = (("app", languages, "^Every app$", "a reason"),)
        assert not wrong_translation("Every app", "de", "Alle", made_up, exceptions)
        assert wrong_translation("An app", "de", "Eine", made_up, exceptions)
        assert wrong_translation("Every app paused", "de", "Alle", made_up, exceptions)
    assert wrong_translation("Every app", "ja", "すべて", made_up, exceptions)


def test_another_name_of_a_level_is_found():
    said = [(domain, text, {}) for domain in WITH_LEVELS for text in ("High", "High from")]
    assert without_a_level(["high"], said) == []
    assert without_a_level(["short"], said) == [f"{domain}: short" for domain in WITH_LEVELS]
    assert without_a_level(["from"], said)[:1] == ["headroomd: from"]


def test_faults_of_the_project_are_found(tmp_path):
    for folder in ("po", "applet", "headroomctl", "daemon", "settings"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    with (tmp_path / "headroomctl/why.cpp").open("a", encoding="utf-8") as source:
        source.write('NC_("error: a sentence", "The application is frozen.");\n')
    german = tmp_path / "po/de/kcm_headroom.po"
    text = german.read_text(encoding="utf-8")
    german.write_text(text.replace('"Nie drosseln', '"Nie bremsen'), encoding="utf-8")
    found = wrong(tmp_path)
    assert len(found) == 3 and found[0].startswith("headroomd: ") and "bremsen" in found[2]
