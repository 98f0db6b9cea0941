# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a catalog says, as gettext finds it: through msgfmt, so that nothing here has to understand the format."""

import gettext
import io
import subprocess


def _table(catalog):
    compiled = subprocess.run(
        ("msgfmt", "--output-file=-", "-"), input=catalog, stdout=subprocess.PIPE, check=True
    ).stdout
    table = gettext.GNUTranslations(
        io.BytesIO(compiled)
    )._catalog  # it has no other way to list them
    return {sentence: translation for sentence, translation in table.items() if sentence != ""}


def sentences(catalog):
    """{sentence, or (sentence, number of the plural form): its translation}; a context stands before the sentence and \\4. Fuzzy ones are not said."""
    return _table(catalog.read_bytes())


def originals(template):
    """The same of a template, with each sentence as its own translation."""
    english = (
        template.read_bytes()
        .replace(b"nplurals=INTEGER; plural=EXPRESSION;", b"nplurals=2; plural=(n != 1);")
        .replace(b"=CHARSET", b"=UTF-8")
    )
    return _table(
        subprocess.run(("msgen", "-"), input=english, stdout=subprocess.PIPE, check=True).stdout
    )
