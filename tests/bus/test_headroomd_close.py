# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Close answers with what is known at the time of the answer."""

import contextlib

import pytest
from gi.repository import GLib

from fake_app import FakeApp
from fake_kwin import FakeGnomeShell
from fake_niri import FakeNiri
from headroomd import error_of
from private_bus import until

KATE = "org.kde.kate"


def test_a_compositor_that_cant_be_asked_any_more(tmp_path, tree, systemd, start_headroomd):
    systemd.tree = tree
    window = {
        "id": 4,
        "pid": tree.sleep(tree.unit(f"app.slice/app-{KATE}-1.scope")),
        "app_id": KATE,
    }
    with contextlib.closing(FakeNiri(tmp_path, [window])) as niri:
        headroomd = start_headroomd()
        until(lambda: headroomd.get("WindowSource") == "niri", "niri is the window source")
        until(lambda: headroomd.of_app(KATE, "Windows") == 1, "its window is known")
        niri.stops_listening()
        with pytest.raises(GLib.Error) as error:
            headroomd.call("Close", "(s)", KATE)
    name, sentence = error_of(error)
    assert name == "Failed"
    assert sentence.startswith("connecting to") and "niri" in sentence


@pytest.fixture
def blind(tree, bus, systemd, start_headroomd):
    """GNOME without the extension, where no source reports windows."""
    systemd.tree = tree
    with FakeGnomeShell(bus):
        headroomd = start_headroomd()
        until(lambda: headroomd.get("WindowSource") == "mutter", "the shell is found by its name")
        yield headroomd


def told_to_end(systemd):
    return [arguments[0] for method, arguments in systemd.calls if method == "KillUnit"]


def test_what_cant_be_asked_is_refused_until_somebody_decides_so(tree, systemd, blind):
    unit = tree.unit(f"app.slice/app-{KATE}-1.scope")
    until(lambda: KATE in blind.call("Measure")[0], "the app is known")
    for _ in range(2):
        with pytest.raises(GLib.Error) as error:
            blind.call("Close", "(s)", KATE)
        assert error_of(error) == (
            "Refused",
            f"{KATE} can't be asked to close, and ending it would not ask about unsaved work; to "
            f"end it all the same: "
            f"headroomctl close --force {KATE}",
        )
    assert not told_to_end(systemd)
    blind.call("End", "(s)", KATE)
    until(lambda: told_to_end(systemd) == [unit.name], "systemd is asked to end it")


@pytest.mark.parametrize("method", ["Close", "End"])
def test_it_quits_by_its_own_action(tree, bus, systemd, blind, method):
    unit = tree.unit(f"app.slice/app-{KATE}-1.scope")
    with contextlib.closing(
        FakeApp(bus, KATE, "quit", place=lambda pid: tree.show(pid, unit, "kate"))
    ) as kate:
        until(lambda: KATE in blind.call("Measure")[0], "the app is known")
        for times in (1, 2):
            blind.call(method, "(s)", KATE)
            until(
                lambda wanted=times: kate.used == ["quit"] * wanted, "its quit action is activated"
            )
    assert not told_to_end(systemd)


@pytest.mark.parametrize("actions", [(), ("save",), ("-quit",)], ids=["none", "another", "not now"])
def test_without_that_action_it_is_refused(tree, bus, systemd, blind, actions):
    unit = tree.unit(f"app.slice/app-{KATE}-1.scope")
    with contextlib.closing(
        FakeApp(bus, KATE, *actions, place=lambda pid: tree.show(pid, unit, "kate"))
    ) as kate:
        until(lambda: KATE in blind.call("Measure")[0], "the app is known")
        with pytest.raises(GLib.Error) as error:
            blind.call("Close", "(s)", KATE)
        assert error_of(error)[0] == "Refused"
        assert not kate.used and not told_to_end(systemd)


def test_anothers_action_is_not_used(tree, bus, systemd, blind):
    """A process that owns a name like the app's id, but is in another unit, is not the app."""
    tree.unit(f"app.slice/app-{KATE}-1.scope")
    elsewhere = tree.unit("app.slice/app-org.example.other-1.scope")
    with contextlib.closing(
        FakeApp(bus, KATE, "quit", place=lambda pid: tree.show(pid, elsewhere, "other"))
    ) as other:
        until(lambda: KATE in blind.call("Measure")[0], "the app is known")
        with pytest.raises(GLib.Error) as error:
            blind.call("Close", "(s)", KATE)
        assert error_of(error)[0] == "Refused"
        assert not other.used and not told_to_end(systemd)
