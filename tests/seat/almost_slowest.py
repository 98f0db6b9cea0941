# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a limit may follow where a machine's own times vary. A limit that follows the slowest of
them is as high as a single odd one, and then proves nothing."""

_PART = 0.99


def almost_slowest(times):
    """The time that 99 % don't exceed. The slowest is left out, however few there are."""
    ordered = sorted(times)
    if len(ordered) < 2:
        raise ValueError(f"{len(ordered)} times say nothing about the usual ones")
    return ordered[min(int(_PART * len(ordered)), len(ordered) - 2)]
