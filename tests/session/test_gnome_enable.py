# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The extension is off until the user enables it by headroomctl, and stays on from then on. If
GNOME has extensions switched off, they stay off."""

import subprocess

import pytest

from seat import gnome, headroom
from seat.gnome import EXTENSION
from seat.waiting import until

RUNS = "GNOME Shell runs Headroom's extension, now and after each login.\n"


def setting(name):
    return subprocess.run(
        ["gsettings", "get", "org.gnome.shell", name], check=True, capture_output=True, text=True
    ).stdout.strip()


def source_is(name):
    until(lambda: headroom.status()["window_source"] == name, f"{name} is the window source")


@pytest.fixture(autouse=True)
def off():
    """Off, as after the installation, and neither enabled nor disabled in GNOME's settings."""
    gnome.evaluate(
        "['enabled', 'disabled'].forEach(each => global.settings.reset(`${each}-extensions`));"
    )
    source_is("mutter")
    yield
    gnome.evaluate(
        "['disable-user-extensions', 'enabled-extensions'].forEach(each => "
        "global.settings.reset(each));"
    )
    source_is("mutter")


def test_it_is_switched_on_by_headroomctl():
    doctor = headroom.ctl("doctor", check=False).stdout
    assert (
        doctor.count("then: headroomctl enable-extension") == 2
    ), "for windows and for the clipboard"
    assert headroom.ctl("enable-extension").stdout == RUNS
    source_is("gnome-shell")
    assert EXTENSION in setting("enabled-extensions")
    assert headroom.status()["capabilities"]["windows"]["remedy"] == ""
    until(
        lambda: "enable-extension" not in headroom.ctl("doctor", check=False).stdout,
        "the doctor no longer suggests it",
    )
    assert headroom.ctl("enable-extension").stdout == RUNS
    assert setting("enabled-extensions").count(EXTENSION) == 1


def test_on_again_after_it_was_switched_off():
    for _ in range(3):
        headroom.ctl("enable-extension")
        source_is("gnome-shell")
        gnome.extension(False)
        source_is("mutter")


def test_what_is_switched_off_altogether_stays_off():
    gnome.evaluate("global.settings.set_boolean('disable-user-extensions', true);")
    refused = headroom.ctl("enable-extension", check=False)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("headroomctl: GNOME's extensions are switched off altogether")
    assert setting("disable-user-extensions") == "true" and EXTENSION not in setting(
        "enabled-extensions"
    )


def test_one_that_the_shell_does_not_know():
    found = "Main.extensionManager._extensions"
    gnome.evaluate(
        f"global.headroomFound = {found}.get('{EXTENSION}'); {found}.delete('{EXTENSION}');"
    )
    try:
        refused = headroom.ctl("enable-extension", check=False)
        assert refused.returncode == 1 and refused.stderr.startswith(
            "headroomctl: GNOME Shell doesn't know the extension"
        )
        assert EXTENSION not in setting("enabled-extensions")
    finally:
        gnome.evaluate(
            f"{found}.set('{EXTENSION}', global.headroomFound); delete global.headroomFound;"
        )


@pytest.mark.parametrize(
    "pretended, sentence",
    [
        ("each.state = 4", "does not run the extension, which is for 48, 49, 50: install"),
        (
            "each.state = 3; each.error = 'Error: as in a test'",
            "has switched the extension on, but it failed: Error: as in a test\n",
        ),
    ],
    ids=["out of date", "failed"],
)
def test_one_that_the_shell_cannot_run(pretended, sentence):
    each = f"const each = Main.extensionManager.lookup('{EXTENSION}');"
    gnome.evaluate(f"{each} global.headroomState = each.state; {pretended};")
    try:
        refused = headroom.ctl("enable-extension", check=False)
        assert refused.returncode == 1 and sentence in refused.stderr, refused.stderr
        assert headroom.status()["window_source"] == "mutter"
    finally:
        gnome.evaluate(
            f"{each} each.state = global.headroomState; each.error = ''; delete "
            f"global.headroomState;"
        )
