# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests in a real Plasma session on a stock kernel with every controller, started by `tests/lab/lab test vm`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def pytest_collection_modifyitems(items):
    """The logout ends the session that all others run in."""
    items.sort(key=lambda item: "logout" in item.nodeid)
