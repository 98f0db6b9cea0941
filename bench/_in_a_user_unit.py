# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a measurement in one of the user's units. It starts outside of them, from where no process
may move itself into a scope of the user's manager."""

import os
import sys
from pathlib import Path

_INSIDE = "--inside"
_LIMITS = "HEADROOM_TEST_"  # prefix of variables that limit what a measurement does


def start_again():
    """Starts the program anew through systemd-run, unless that has been done."""
    if _INSIDE in sys.argv:
        return
    limits = [f"--setenv={name}" for name in os.environ if name.startswith(_LIMITS)]
    program = [sys.executable, "-B", str(Path(sys.argv[0]).resolve()), *sys.argv[1:], _INSIDE]
    run = ["systemd-run", "--user", "--pipe", "--wait", "--quiet", "--collect"]
    os.execvp("systemd-run", [*run, *limits, *program])
