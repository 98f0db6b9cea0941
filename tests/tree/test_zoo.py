# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How the zoo evaluates programs: which processes belong to a program, what would be boosted, and
that the table shows every failure."""

import sys

from project import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from seat import wanted_boosts, zoo_programs, zoo_table, zoo_tree  # noqa: E402

APPS = "/user.slice/user-1000.slice/user@1000.service/app.slice/"
SESSION = "/user.slice/user-1000.slice/user@1000.service/session.slice/"


def known(*rows):
    return {
        pid: zoo_tree.Process(pid, parent, session, program, path)
        for pid, parent, session, program, path in rows
    }


MANAGER = (25, 1, 25, "systemd", "/user.slice/user-1000.slice/user@1000.service/init.scope")
SHELL = (90, 60, 90, "bash", APPS + "app-org.kde.konsole-60.scope")


def test_a_browser_in_two_units_is_one_tree():
    """As with Chromium 156, whose crash handlers aren't children of the browser."""
    service, scope = APPS + "app-chromium@1.service", APPS + "app-org.chromium.Chromium-351.scope"
    before = known(MANAGER)
    now = before | known(
        (351, 25, 351, "chromium", scope),
        (381, 25, 380, "chrome_crashpad_handler", service),
        (385, 351, 351, "chromium", service),
        (402, 385, 351, "chromium", service),
        (500, 25, 500, "dconf-service", APPS + "dconf.service"),
    )
    assert set(zoo_tree.Tree(before).of(now, [351], "chromium")) == {351, 381, 385, 402}


def test_the_terminal_that_it_came_from_is_no_part_of_it():
    before = known(MANAGER, SHELL)
    now = before | known(
        (95, 25, 95, "kcalc", SHELL[4]),
        (96, 95, 95, "helper", SHELL[4]),
        (97, 90, 97, "vim", SHELL[4]),
    )
    assert set(zoo_tree.Tree(before).of(now, [95], "kcalc")) == {95, 96}


def test_a_window_that_says_it_is_the_shells_leads_to_the_program_itself():
    before = known(
        MANAGER, (70, 25, 70, "gnome-shell", SESSION + "org.gnome.Shell@wayland.service")
    )
    now = before | known((80, 25, 80, "nautilus", SESSION + "dbus.service"))
    assert set(zoo_tree.Tree(before).of(now, [70], "nautilus")) == {80}


def test_boosts_are_those_of_the_end():
    replayed = (
        "0.000  level      pressure is calm\n"
        "4.406  boost  one  app-one.scope  boosted one: one is the active app\n"
        "4.406  boost  one  app-one@1.service  boosted one: one is the active app\n"
        "5.000  unboost  one  app-one.scope  two is the active app\n"
    )
    assert wanted_boosts.boosted_by(replayed) == ["app-one@1.service"]


def test_the_controller_is_given_and_nothing_else():
    line = '{"at":1,"event":"CapabilityFound","capability":"cpu-weight","available":false}\n'
    assert '"available": true' in wanted_boosts.with_controllers(line)
    other = line.replace("cpu-weight", "freeze")
    assert '"available": false' in wanted_boosts.with_controllers(other)
    assert wanted_boosts.with_controllers('{"at":1,"event":"Foc') == ""


def test_what_is_wrong_is_in_the_table():
    row = zoo_table.Row("chromium", "plasma", boosted=False, frozen_ms=12.5, wrong=["it is 2 apps"])
    heading, said = zoo_table.table([row]).splitlines()
    assert said.endswith("  it is 2 apps") and " NO " in said and " 12.5 " in said
    assert said[heading.index("THAWED") :].split()[0] == "-"


def test_there_are_forty_and_each_has_a_name_of_its_own():
    names = [program.name for program in zoo_programs.PROGRAMS]
    assert len(names) >= 40 and len(set(names)) == len(names)
    assert set(zoo_programs.SHORT) | set(zoo_programs.ONLY_WAYLAND) <= set(names)
