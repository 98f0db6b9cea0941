# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Which lines of the journal report a kill for memory: of earlyoom, nohang, systemd-oomd and the
kernel."""

import sys

import pytest

from project import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from seat import kill_log  # noqa: E402


@pytest.mark.parametrize(
    "line, counts",
    [
        ('sending SIGTERM to process 812 uid 1000 "tail": oom_score 1200, VmRSS 700 MiB', True),
        ("  Sending SIGKILL to the victim", True),
        ("  [ OK ] Sending SIGTERM to tail: 1", False),
        ("Killed /user.slice/app.slice/a.service due to memory pressure for /user.slice", True),
        ("Out of memory: Killed process 812 (tail) total-vm:900kB", True),
        ("Low memory! Killing process 812 tail", False),
    ],
)
def test_which_lines_report_a_kill(line, counts):
    assert kill_log.is_kill(line) == counts
