# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""AT-SPI's real service announces a screen reader, in the way of the version that is there. What
follows from that is in tests/bus/test_headroomd_screen_reader.py."""

import pytest

from seat import headroom, reader
from seat.waiting import until

KWRITE = "org.kde.kwrite"


def is_read_aloud():
    return "a screen reader is running" in headroom.ctl("why", KWRITE).stdout


@pytest.fixture(autouse=True)
def silence():
    """Other tests leave one switched on."""
    reader.ignore()
    yield
    reader.ignore()


def test_an_app_behind_is_exempt_as_long_as_one_runs(kwrite, konsole):
    until(lambda: headroom.status()["focused"] == "org.kde.konsole", "KWrite is not in front")
    until(lambda: not is_read_aloud(), "none runs")
    reader.listen()
    until(is_read_aloud, "one runs")
    reader.ignore()
    until(lambda: not is_read_aloud(), "it has ended")
    assert kwrite and konsole
