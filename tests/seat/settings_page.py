# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The page in System Settings."""

import contextlib
import subprocess

PAGE = "kcmshell6"
SYSTEM_SETTINGS = "systemsettings"


@contextlib.contextmanager
def opened(shell=PAGE):
    """Yields its pid. shell: System Settings itself, or a window with nothing but the page."""
    with subprocess.Popen([shell, "kcm_headroom"], stderr=subprocess.DEVNULL) as program:
        try:
            yield program.pid
        finally:
            program.terminate()  # otherwise a failed test would wait for it for ever
