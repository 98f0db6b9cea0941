# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The contents of a catalog as gettext reads them, through msgfmt, so that no parser is needed."""

import gettext
import io
import subprocess


def _table(catalog):
    compiled = subprocess.run(
        ("msgfmt", "--output-file=-", "-"), input=catalog, stdout=subprocess.PIPE, check=True
    ).stdout
    table = gettext.GNUTranslations(
        io.BytesIO(compiled)
    )._catalog  # there is no public way to list them
    return {sentence: translation for sentence, translation in table.items() if sentence != ""}


def sentences(catalog):
    """{sentence, or (sentence, number of the plural form): its translation}.

    A context precedes the sentence, with \\4 between them. Fuzzy entries are left out.
    """
    return _table(catalog.read_bytes())


def originals(template):
    """The same for a template, with each sentence as its own translation."""
    english = (
        template.read_bytes()
        .replace(b"nplurals=INTEGER; plural=EXPRESSION;", b"nplurals=2; plural=(n != 1);")
        .replace(b"=CHARSET", b"=UTF-8")
    )
    return _table(
        subprocess.run(("msgen", "-"), input=english, stdout=subprocess.PIPE, check=True).stdout
    )
