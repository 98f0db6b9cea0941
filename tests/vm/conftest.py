# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests in a real Plasma session on a stock kernel with every controller, started by `tests/lab/lab test vm`."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from seat import turns  # noqa: E402


@pytest.fixture(autouse=True)
def how_long_callbacks_keep_the_loop():
    """Of any daemon that ran meanwhile: told. test_turn_times.py holds to a limit."""
    yield
    turns.too_long(turns.LIMIT_MS)


def pytest_collection_modifyitems(items):
    """The logout ends the session that all others run in."""
    items.sort(key=lambda item: "logout" in item.nodeid)
