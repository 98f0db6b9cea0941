# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# installed: packages
"""The Debian packages on GNOME: what is in front is known from the first login on, and the extension is there for whoever wants it."""

import pytest

from seat import gnome, headroom, indicator
from seat.packages import listed, purge, said
from seat.waiting import until

EXTENSION = "headroom@headroomd.org"
PACKAGES = ("headroom", "headroom-gnome")


def extensions(*words):
    return said("gnome-extensions", "list", *words).split()


@pytest.fixture(autouse=True)
def running_daemon():
    """Not awaited by anybody here: that it runs is what is tested, and the last test takes it away."""


def test_it_runs_since_the_login_and_knows_what_is_in_front():
    until(lambda: headroom.status()["window_source"] == "mutter", "the Shell's own marks are read")


def test_the_extension_is_there_and_off_until_somebody_wants_it():
    assert EXTENSION in extensions() and EXTENSION not in extensions("--enabled")
    headroom.ctl("enable-extension")
    until(lambda: headroom.status()["window_source"] == "gnome-shell", "it tells of windows")
    assert EXTENSION in extensions("--enabled")
    assert gnome.evaluate(f"return !!{indicator.INDICATOR};")
    gnome.extension(False)
    until(lambda: headroom.status()["window_source"] == "mutter", "the marks do again")


def test_purged_without_a_trace():
    """The last one, for what it takes away."""
    assert any(EXTENSION in line for line in listed("headroom-gnome"))
    purge(*PACKAGES)
