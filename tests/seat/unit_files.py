# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Drop-ins and settings of services in /run, for as long as a measurement needs them."""

import contextlib
from pathlib import Path

from seat import headroom, machine


def reload():
    """Both service managers read their units anew."""
    machine.root("systemctl", "daemon-reload")
    headroom.user("daemon-reload")


@contextlib.contextmanager
def written(texts):
    """The files exist, by path, and no others are left afterwards. A text must not contain a single
    quote."""
    try:
        for path, text in texts.items():
            machine.root("install", "-d", "-m", "755", str(Path(path).parent))
            machine.root("sh", "-c", f"printf '%s' '{text}' >{path}")
        if texts:
            reload()
        yield
    finally:
        if texts:
            machine.root("rm", "-f", *texts)
            reload()
