# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""headroom-broker ends half a minute after the last caller has left, and starts for the next."""

import pytest

from seat import broker, headroom
from seat.waiting import until


@pytest.fixture(autouse=True)
def in_use():
    broker.install()
    broker.take_into_use()
    yield
    broker.remove()


def test_it_leaves_when_nobody_needs_it():
    headroom.user("stop", "headroomd.service")
    until(lambda: broker.shown("ActiveState") == "inactive", "it has ended", within=90)
    assert broker.shown("Result") == "success"
    broker.take_into_use()
