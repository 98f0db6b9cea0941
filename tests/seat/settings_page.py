# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The page in System Settings, in a window of its own."""

import contextlib
import subprocess

PAGE = "kcmshell6"


@contextlib.contextmanager
def opened():
    with subprocess.Popen([PAGE, "kcm_headroom"], stderr=subprocess.DEVNULL) as program:
        try:
            yield
        finally:
            program.terminate()  # otherwise a failed test would wait for it for ever
