# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""drawn.py draws the same for the same seed, from all comments and messages."""

import drawn
from project import ROOT, write


def test_the_same_seed_draws_the_same():
    those = drawn.all_comments(ROOT)
    assert drawn.drawn(those, "19") == drawn.drawn(those, "19") != drawn.drawn(those, "20")
    assert len(drawn.drawn(those, "19")) == drawn.DRAWN


def test_comments_and_messages_are_found(tmp_path):
    for folder in drawn.MEASURED:
        (tmp_path / folder).mkdir()
    write(tmp_path, "daemon/x.h", "/// It says why,\n/// and no more.\nint x; // short\n")
    write(
        tmp_path,
        "po/de/headroomd.po",
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgctxt "error"\nmsgid "There is no app."\nmsgstr "Es gibt keine."\n\n'
        'msgctxt "key"\nmsgid "quit"\nmsgstr "beenden"\n',
    )
    assert drawn.all_comments(tmp_path) == [("daemon/x.h", "It says why, and no more.")]
    assert drawn.all_messages(tmp_path) == [("error", "There is no app.")]
