#!/usr/bin/env python3
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Prints comments and messages drawn at random, to be read aloud.

    tests/tree/drawn.py SEED [CHECKOUT]

The same seed draws the same from the same tree. A comment or a message that needs a second reading
is rewritten.
"""

import random
import sys
from pathlib import Path

from figures import comments
from project import ROOT, sources
from test_size_and_names import MEASURED

sys.path.insert(0, str(ROOT / "po"))

import translated  # noqa: E402

DRAWN = 20
SHORTEST = 4  # words: a shorter comment or message can't be a riddle
_CATALOGS = "po/de"  # every language has every message


def all_comments(root):
    """(file, comment)"""
    return [
        (str(path.relative_to(root)), " ".join(text.split()))
        for path in sorted(sources(*MEASURED, root=root))
        for text in comments(path)
        if len(text.split()) >= SHORTEST
    ]


def all_messages(root):
    """(context, message in English)"""
    found = set()
    for catalog in sorted((root / _CATALOGS).glob("*.po")):
        for sentence in translated.sentences(catalog):
            original = sentence[0] if isinstance(sentence, tuple) else sentence
            context, _, text = original.rpartition("\4")
            if len(text.split()) >= SHORTEST:
                found.add((context, text))
    return sorted(found)


def drawn(those, seed):
    return random.Random(seed).sample(those, min(DRAWN, len(those)))


def page(root, seed):
    for title, those in (("comments", all_comments(root)), ("messages", all_messages(root))):
        yield f"{title}: {DRAWN} of {len(those)}, seed {seed}"
        yield from (f"  {where}: {text}" for where, text in drawn(those, seed))


if __name__ == "__main__":
    print("\n".join(page(Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else ROOT, sys.argv[1])))
