# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A part of the mutants, for a run that each change waits for, and how many of it may survive."""

import hashlib
from math import comb

# Where exactly the least share of all mutants dies, at most one sample of so many fails by chance.
# A commit always has the same sample, so it fails always or never.
_ONE_IN = 10_000


def chosen(mutants, size):
    """SIZE of them, by a hash of what each changes. The same sources have the same sample, and a
    change elsewhere replaces few of it. Mutants with the same key stay together, since the list of
    survivors can't tell them apart."""
    ordered = sorted(mutants, key=lambda each: hashlib.sha256(each.key().encode()).digest())
    if size >= len(ordered):
        return ordered
    last = ordered[size - 1].key()
    return ordered[:size] + [each for each in ordered[size:] if each.key() == last]


def most_survivors(size, whole, least):
    """How many of SIZE may survive, if `least` percent of the WHOLE must die. Of all: what is left
    of 100 %. Of a sample, chance adds to it."""
    alive = int(whole * (100 - least) / 100)
    ways, enough = 0, comb(whole, size) * (_ONE_IN - 1)
    for survivors in range(min(alive, size) + 1):
        ways += comb(alive, survivors) * comb(whole - alive, size - survivors) * _ONE_IN
        if ways >= enough:
            return survivors
    return min(alive, size)
