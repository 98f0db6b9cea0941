# desktop: gnome
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A frozen window that is visible, while the pointer moves over it, on GNOME. Mutter pings the
window below the pointer, and offers to end an app that doesn't answer within 5 s. It buffers 1 MiB
that a client doesn't read, and sends at most one motion event a frame."""

import time

import pytest

from seat import apps, cgroups, gnome, headroom
from seat.gnome_front import in_front
from seat.waiting import until

EDITOR, CALCULATOR = "org.gnome.TextEditor", "org.gnome.Calculator"
PROGRAMS = {EDITOR: "gnome-text-editor", CALCULATOR: "gnome-calculator"}
SECONDS = 20
LOOK = 3  # the daemon checks every 2 s
PATIENCE = 6  # mutter waits for 5 s


def pid_of(app_id):
    return gnome.pid_with_window(PROGRAMS[app_id])


@pytest.fixture(name="two_apps", scope="module")
def side_by_side():
    headroom.wait_for_daemon()
    gnome.overview(False)
    units = []
    for place, app_id in enumerate(PROGRAMS):
        (apps.by_bus if app_id == EDITOR else gnome.from_menu)(app_id)
        gnome.await_program(PROGRAMS[app_id])
        gnome.place(pid_of(app_id), 640 * place, 40, 620, 500)
        units.append(cgroups.unit_of(pid_of(app_id)))
    yield units
    gnome.extension(False)
    apps.stop(*units)


@pytest.fixture(name="frozen", params=["mutter", "gnome-shell"])
def frozen_in_sight(two_apps, request):
    source = request.param
    gnome.extension(source == "gnome-shell")
    until(lambda: headroom.status()["window_source"] == source, f"{source} is the window source")
    gnome.activate(pid_of(CALCULATOR))
    in_front(CALCULATOR)
    time.sleep(1)  # it reads meanwhile that it has lost the focus
    headroom.ctl("freeze", EDITOR)
    until(lambda: cgroups.is_frozen(two_apps[0]), "it is frozen")
    time.sleep(LOOK)
    return two_apps[0]


def thaws_since(cursor):
    return headroom.told(act for act in headroom.acts(cursor) if act["HEADROOM_ACTION"] == "thaw")


@pytest.mark.parametrize("a_second", [125, 1000])
def test_it_goes_on_before_somebody_is_offered_to_end_it(frozen, a_second):
    pid, cursor = pid_of(EDITOR), headroom.journal_cursor()
    gnome.note_no_answers(pid)
    moved = gnome.pointer_over(200, 200, a_second, SECONDS)
    print(
        f"{moved} moves in {SECONDS} s, {moved / SECONDS:.0f} a second; thawed: "
        f"{thaws_since(cursor)}"
    )
    assert gnome.noted_no_answers() == 0
    assert not cgroups.is_frozen(frozen)
    gnome.click(300, 250)
    in_front(EDITOR)
    time.sleep(3)  # it would read what is there meanwhile, and end
    assert pid_of(EDITOR) == pid
    assert pid in cgroups.pids_in(cgroups.directory(frozen))


def test_a_touch_of_the_pointer_is_enough(frozen):
    gnome.note_no_answers(pid_of(EDITOR))
    gnome.pointer_over(200, 200, 60, 0.05)
    until(lambda: not cgroups.is_frozen(frozen), "it is thawed", within=2 * LOOK)
    time.sleep(PATIENCE)
    assert gnome.noted_no_answers() == 0


def test_a_pointer_elsewhere_and_the_overview_let_it_be(frozen):
    for _ in range(2):
        gnome.pointer_over(900, 200, 60, 1)
        gnome.overview(True)
        time.sleep(1)
        gnome.overview(False)
    time.sleep(2 * LOOK)
    assert cgroups.is_frozen(frozen)
    headroom.ctl("thaw", EDITOR)
