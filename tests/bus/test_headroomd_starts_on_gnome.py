# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A frozen app is thawed when the extension in GNOME Shell reports that it is about to start. The
Shell may only call it over the bus, and then no new process ever appears."""

import os

import pytest

from fake_kwin import FakeGnomeShell, normal_window
from private_bus import until

EDITOR, FIREFOX, OTHER = "org.example.Editor", "org.example.Firefox", "org.example.Other"
NO_APPS = ["", "/", f"/{EDITOR}", f"{EDITOR}\n", "a\x7f", "x" * 256, EDITOR + "x", "org.example"]


def said(kind, **members):
    return {"source": "gnome-shell", "sent": 1, "type": kind} | members


@pytest.fixture(name="starts")
def shell_that_announces(tree, bus):
    """Reports a start. The shell is the test's own process."""
    tree.show(
        os.getpid(), tree.unit("session.slice/org.gnome.Shell@wayland.service"), "gnome-shell"
    )
    with FakeGnomeShell(bus) as shell:

        def starts(app):
            assert shell.report(said("starting", app=app)) == ""

        starts.shell = shell
        yield starts


@pytest.fixture(name="frozen")
def frozen_editor(tree, systemd, starts, start_headroomd):
    """The frozen units of EDITOR and OTHER, and the daemon."""
    systemd.tree = tree
    units = {app: tree.unit(f"app.slice/app-{app}-1.scope") for app in (EDITOR, OTHER, FIREFOX)}
    windows = [normal_window(tree.sleep(unit), app, app) for app, unit in units.items()]
    headroomd = start_headroomd()
    until(lambda: headroomd.get("WindowSource") == "mutter", "the shell is found by its name")
    assert starts.shell.report(said("snapshot", windows=windows, focus=FIREFOX)) == ""
    for app in (EDITOR, OTHER):
        freeze(headroomd, app, units[app])
    return units[EDITOR], units[OTHER], headroomd


def freeze(headroomd, app, unit):
    unit.settles()
    headroomd.freeze(app)
    until(lambda: headroomd.of_app(app, "State") == "frozen", f"{app} is frozen")


def test_it_is_thawed(frozen, starts):
    unit, _, headroomd = frozen
    starts(EDITOR)
    headroomd.await_log(f"resumed {EDITOR}: it was launched again")
    assert not unit.is_frozen()


def test_others_and_nonsense_are_no_reason(frozen, starts):
    """The last start is of another frozen app. It counts, so the others would have, too."""
    unit, _, headroomd = frozen
    for name in (*NO_APPS, FIREFOX, OTHER):
        starts(name)
    headroomd.await_log(f"resumed {OTHER}: it was launched again")
    assert unit.is_frozen()


def test_a_start_that_any_client_may_have_claimed_thaws_an_app_once(frozen, starts):
    """The active app is in no sandbox, which doesn't matter: others can claim a start, too."""
    unit, other, headroomd = frozen
    starts(EDITOR)
    until(lambda: not unit.is_frozen(), "it is thawed")
    unit.settles(frozen=False)
    freeze(headroomd, EDITOR, unit)
    starts(EDITOR)
    headroomd.await_log(f"several starts of {EDITOR} within a minute")
    assert unit.is_frozen()
    starts(OTHER)
    until(lambda: not other.is_frozen(), "each app has its own limit")
