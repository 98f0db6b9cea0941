# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A compositor's own word that something else has the focus."""

from typing import NamedTuple


class FocusChange(NamedTuple):
    """Monotonic, in seconds."""
    made: float   # by the compositor's own clock, where it tells
    heard: float  # by a client that does nothing about it, as Headroom hears it
