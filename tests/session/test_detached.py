# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl run --detach: the real systemd executes the command, word for word."""

from seat import headroom
from seat.waiting import until


def test_each_word_arrives_as_it_is(tmp_path):
    seen = tmp_path / "seen"
    words = ["$HOME", "${HOME}", "x${NONE}x", "a$$b", "$", "$$", "%h", "\\$x", "a b", "", ";"]
    script = 'printf "%s\\n" "$@" > "$0"'
    headroom.ctl("run", "--detach", "sh", "-c", script, str(seen), *words)
    until(
        lambda: seen.exists() and seen.read_text(encoding="utf-8").splitlines() == words,
        "the command has written what it was given",
    )
