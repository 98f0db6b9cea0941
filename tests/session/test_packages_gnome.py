# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# installed: packages
"""The Debian packages on GNOME: the foreground app is known from the first login on, and the
extension is installed for users who want it."""

import pytest

from seat import first_use, gnome, headroom, indicator
from seat.packages import listed, purge
from seat.waiting import until

EXTENSION = "headroom@headroomd.org"
PACKAGES = ("headroom", "headroom-gnome", "headroom-root")
ACTIVE = 1  # of the Shell's ExtensionState


def state():
    """By the Shell itself; None: it has not found the extension. gnome-extensions would ask a
    helper that ends two seconds after its last caller, and a call of that moment is lost."""
    return gnome.evaluate(f"return Main.extensionManager.lookup('{EXTENSION}')?.state ?? null;")


@pytest.fixture(autouse=True)
def running_daemon():
    """Overrides the fixture that waits for the daemon. These tests check that it runs, and the last
    one removes it."""


def test_it_runs_since_the_login_and_knows_what_is_in_front():
    until(lambda: headroom.status()["window_source"] == "mutter", "mutter is the window source")


def test_the_extension_is_there_and_off_until_somebody_wants_it():
    until(lambda: state() is not None, "the Shell has found it")
    assert state() != ACTIVE
    headroom.ctl("enable-extension")
    until(
        lambda: headroom.status()["window_source"] == "gnome-shell", "the extension reports windows"
    )
    assert state() == ACTIVE
    assert gnome.evaluate(f"return !!{indicator.INDICATOR};")
    gnome.extension(False)
    until(
        lambda: headroom.status()["window_source"] == "mutter", "mutter is the window source again"
    )


def test_purged_without_a_trace():
    """The last test but one, since it removes the packages."""
    assert any(EXTENSION in line for line in listed("headroom-gnome"))
    purge(*PACKAGES)


def open_calculator():
    gnome.overview(False)
    gnome.from_menu("org.gnome.Calculator")
    gnome.await_program("gnome-calculator")


def test_installed_as_pasted_from_the_readme():
    """With the line that switches the extension on."""
    first_use.measured(
        "gnome", "headroom-lab-gnome.target", open_calculator, "org.gnome.Calculator"
    )
    assert state() == ACTIVE
