# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests in a real Plasma session with a stock kernel and every controller (`tests/lab/lab test
vm`)."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from seat import turns  # noqa: E402


@pytest.fixture(autouse=True)
def how_long_callbacks_keep_the_loop():
    """Prints how long callbacks of any daemon took during the test. test_turn_times.py asserts a
    limit."""
    yield
    turns.too_long(turns.LIMIT_MS)


def pytest_collection_modifyitems(items):
    """The logout test runs last: it ends the session that all other tests need."""
    items.sort(key=lambda item: "logout" in item.nodeid)
