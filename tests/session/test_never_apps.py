# packages: ksshaskpass pinentry-qt
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Real programs that ask for a password. No request affects them, and their dialogs don't become
the foreground app. tests/bus/test_headroomd_never_apps.py covers the other names."""

import shlex
import uuid

import pytest

from seat import apps, cgroups, headroom, kwin
from seat.waiting import until

IN_FRONT = "org.kde.kwrite"
# Each shows its dialog and waits: its name and its command.
DIALOGS = {
    "pinentry-qt": ("sh", "-c", "{ echo GETPIN; exec sleep 1000; } | pinentry-qt"),
    "ksshaskpass": ("ksshaskpass", "Enter passphrase for key 'id_ed25519':"),
}


def windows_of(unit):
    pids = cgroups.pids_in(cgroups.directory(unit))
    return [pid for pid in pids if kwin.windows(pid)]


@pytest.fixture(params=DIALOGS)
def dialog(request, kwrite, closing):
    """The dialog in a unit like any app's, with the focus."""
    unit = apps.own_unit("org.example.Dialog", uuid.uuid4().hex, *DIALOGS[request.param])
    closing.append(unit)
    headroom.in_front(IN_FRONT)
    pids = until(lambda: windows_of(unit), f"{request.param} shows its dialog", within=30)
    kwin.activate_pid(pids[0])
    until(lambda: kwin.ask("return workspace.activeWindow.pid;") == pids[0], "it has the focus")
    return unit


@pytest.mark.parametrize("request_for", [["freeze"], ["close"], ["close", "--force"]])
def test_no_request_reaches_it(dialog, request_for):
    pids = cgroups.pids_in(cgroups.directory(dialog))
    refused = headroom.ctl(*request_for, "org.example.Dialog", check=False)
    print(refused.stderr)
    why = ("is part of the session", "is never stopped", "is never ended")
    assert refused.returncode == 1 and any(words in refused.stderr for words in why)
    assert cgroups.pids_in(cgroups.directory(dialog)) == pids
    assert not cgroups.is_frozen(dialog)


def test_what_was_in_front_stays_there(dialog, kwrite):
    assert headroom.status()["focused"] == IN_FRONT
    refused = headroom.ctl("freeze", IN_FRONT, check=False)
    assert refused.returncode == 1 and not cgroups.is_frozen(kwrite)


@pytest.mark.parametrize("program", DIALOGS)
def test_it_is_not_adopted(program, closing):
    """Started by a launcher that leaves what it starts in its own unit. An app that it starts
    beside the dialog is adopted."""
    command = f"({shlex.join(DIALOGS[program])}) & gnome-calculator"
    launcher = apps.by_launcher(f"{{ {command}; }}", uuid.uuid4().hex)
    closing.append(launcher)
    pids = until(lambda: windows_of(launcher), f"{program} shows its dialog", within=30)

    def adopted():
        return [each for each in headroom.units("org.gnome.Calculator") if "headroom" in each]

    closing.extend(until(adopted, "the app beside it is adopted", within=40))
    assert {cgroups.unit_of(pid) for pid in pids} == {launcher}
