# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Programs that ask for passwords, keep secrets, lock the screen, or let programs out of sandboxes
are no apps. The names of their units and windows don't matter, and neither does the caller.
tests/unit/model/never_apps_test.cpp has all of their names."""

import os
from types import SimpleNamespace

import pytest
from gi.repository import GLib

from cgroup_tree import LOGIN
from headroomd import error_of
from private_bus import until
from sandboxed import caller
from short_of_memory import Figures
from test_headroomd_callers import announce

KATE = "org.kde.kate"
PROGRAMS = [
    "polkit-kde-authentication-agent-1",
    "polkit-mate-authentication-agent-1",
    "gpg-agent",
    "pinentry-qt",
    "pinentry-gnome3",
    "ksshaskpass",
    "x11-ssh-askpass",
    "gcr-prompter",
    "gnome-keyring-daemon",
    "kwalletd6",
    "ksecretd",
    "swaylock",
    "xsecurelock",
    "kscreenlocker_greet",
    "mate-screensaver-dialog",
    "xdg-desktop-portal-kde",
    "xdg-document-portal",
    "at-spi2-registryd",
    "onboard",
    "maliit-keyboard",
]


def holds(unit, *pids):
    unit.write("cgroup.procs", "".join(f"{pid}\n" for pid in pids))


def hides(tree, pid, name):
    """A program with more privileges than its user. Of its name, the kernel only shows the first 15
    characters."""
    entry = tree.proc / str(pid)
    (entry / "exe").unlink()
    (entry / "comm").write_text(name[:15] + "\n", encoding="ascii")
    (entry / "status").write_text(
        "Name:\tx\nUid:\t{0}\t{0}\t{0}\t{0}\n".format(os.getuid()), encoding="ascii"
    )


def script(tree, pid, name):
    entry = tree.proc / str(pid)
    (entry / "exe").unlink()
    (entry / "exe").symlink_to("/usr/bin/python3.13")
    (entry / "comm").write_text(name[:15] + "\n", encoding="ascii")


@pytest.fixture
def desk_with_agents(desk):
    """Each shows a dialog, in the unit of an unknown app."""
    _, kate = desk.app(KATE)
    agents = {}
    for number, program in enumerate([*PROGRAMS, "hidden", "script"]):
        app = f"org.example.Thing{number}"
        unit = desk.tree.unit(f"app.slice/app-{app}-1.scope")
        pid = desk.tree.sleep(unit, program)
        if program == "hidden":
            hides(desk.tree, pid, "polkit-gnome-authentication-agent-1")
        if program == "script":
            script(desk.tree, pid, "cinnamon-screensaver-main.py")
        holds(unit, pid)
        agents[program] = SimpleNamespace(app=app, unit=unit, pid=pid, window=desk.window(pid, app))
    headroomd = desk.start(focus=kate)
    until(lambda: headroomd.get("Focused") == KATE, "kate is in front")
    desk.systemd.await_call("SetUnitProperties")
    return SimpleNamespace(desk=desk, agents=agents, headroomd=headroomd, kate=kate)


def refusal(headroomd, method, types, *values):
    with pytest.raises(GLib.Error) as error:
        headroomd.call(method, types, *values)
    return error_of(error)


def test_on_no_request_is_anything_done_to_it(desk_with_agents):
    at = desk_with_agents
    asked = {}
    for program, agent in at.agents.items():
        at.headroomd.call("SetSetting", "(ss)", f"App-{agent.app}/Rule", "eager")
        hold = at.headroomd.hold(agent.app)
        at.headroomd.release(hold)
        at.desk.kwin.focus(agent.window)
        asked[program] = [
            refusal(at.headroomd, "Freeze", "(st)", agent.app, 0),
            refusal(at.headroomd, "Close", "(s)", agent.app),
            refusal(at.headroomd, "End", "(s)", agent.app),
        ]
    wanted = {
        program: [("Refused", f"{agent.unit.name} is part of the session")] * 3
        for program, agent in at.agents.items()
    }
    assert asked == wanted
    assert at.desk.tree.nothing_is_frozen()
    assert {method for method, _ in at.desk.systemd.calls} == {"SetUnitProperties"}
    assert {arguments[0] for _, arguments in at.desk.systemd.calls} == {f"app-{KATE}-1.scope"}


def test_the_daemon_never_stops_itself(desk):
    """Its service is exempt, but it may have been started by hand in a terminal."""
    _, kate = desk.app(KATE)
    terminal, _ = desk.app("xterm")
    headroomd = desk.start(focus=kate)
    holds(terminal, headroomd.process.pid)
    _, sentence = refusal(headroomd, "Freeze", "(st)", "xterm", 0)
    assert sentence == f"headroomd runs in {terminal.name}, and is never stopped"
    assert desk.tree.nothing_is_frozen()


def test_what_was_in_front_stays_there(desk_with_agents):
    at = desk_with_agents
    for agent in at.agents.values():
        at.desk.kwin.focus(agent.window)
        assert at.headroomd.get("Focused") == KATE
    assert at.headroomd.of_app(KATE, "Boosted")
    assert refusal(at.headroomd, "Freeze", "(st)", KATE, 0)[0] == "Refused"


def test_it_is_not_adopted(desk, bus):
    """A window doesn't lead to an adoption, and neither does an announced launch. The last program
    is an app. It is adopted, so the others were considered, too."""
    login = desk.tree.unit("session-1.scope", under=LOGIN)
    headroomd = desk.start()
    with caller(bus, "free") as launcher:
        for number, program in enumerate([*PROGRAMS, "thing"]):
            pid = desk.tree.sleep(login, program)
            window = desk.window(pid, f"org.example.Thing{number}")
            desk.kwin.window(window)
            desk.kwin.focus(window)
            announce(
                launcher,
                desk.tree.sleep(login, program, parent=launcher.pid),
                f"org.example.Launched{number}",
            )
        adopted = [arguments[0] for arguments in desk.systemd.await_calls("StartTransientUnit", 2)]
    last = len(PROGRAMS)
    assert sorted(name.rpartition("-")[0] for name in adopted) == [
        f"app-headroom-org.example.Launched{last}",
        f"app-headroom-org.example.Thing{last}",
    ]
    assert headroomd.is_alive()


@pytest.mark.parametrize("name", ["gpg-agent", "ksshaskpass"])
def test_an_app_in_whose_unit_it_runs_is_not_stopped(desk, name):
    """git in an editor asks for the password of a key. The agent wasn't inspected before, so the
    last check before the freeze must find it."""
    unit, kate = desk.app(KATE)
    agent = desk.tree.sleep(unit, name, parent=kate["pid"])
    holds(unit, kate["pid"], agent)
    _, other = desk.app("firefox")
    headroomd = desk.start(focus=other)
    until(lambda: headroomd.get("Focused") == "firefox", "firefox is in front")
    kind, sentence = refusal(headroomd, "Freeze", "(st)", KATE, 0)
    assert (
        kind in ("Refused", "Failed")
        and f"{name} runs in {unit.name}, and is never stopped" in sentence
    )
    assert desk.tree.nothing_is_frozen()
    assert not headroomd.ledger.exists() or not headroomd.ledger.read_text(encoding="ascii")


def test_an_app_in_whose_unit_it_runs_is_not_ended(desk):
    unit, kate = desk.app(KATE)
    desk.windows.clear()
    agent = desk.tree.sleep(unit, "gpg-agent", parent=kate["pid"])
    holds(unit, kate["pid"], agent)
    _, other = desk.app("firefox")
    headroomd = desk.start(focus=other)
    until(lambda: headroomd.get("Focused") == "firefox", "firefox is in front")
    assert refusal(headroomd, "End", "(s)", KATE)[0] == "Failed"
    headroomd.await_log("gpg-agent runs in")
    assert not [call for call in desk.systemd.calls if call[0] == "KillUnit"]


def test_it_is_exempt_where_it_alone_takes_all_memory(desk):
    """A hidden window, no rule, no duty, and a unit with an app's name: all but the program itself
    allows a freeze."""
    unit, window = desk.app("org.example.Thing")
    window["hidden"] = True
    (desk.tree.proc / str(window["pid"]) / "exe").unlink()
    (desk.tree.proc / str(window["pid"]) / "exe").symlink_to("/usr/bin/gpg-agent")
    holds(unit, window["pid"])
    _, kate = desk.app(KATE)
    with Figures(desk.tree, unit) as figures:
        headroomd = desk.start(focus=kate)
        until(lambda: "org.example.Thing" in headroomd.call("Measure")[0], "the app is known")
        figures.grow()
        desk.tree.makes_the_daemon_sample()
        figures.stall()
        until(lambda: headroomd.get("Level") in ("high", "critical"), "the machine is short")
        until(
            lambda: any(action == "level" for _, action, *_ in headroomd.history()),
            "the daemon has made a decision",
        )
        assert desk.tree.nothing_is_frozen()
