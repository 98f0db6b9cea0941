# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Konsole with tabs in cgroups of their own."""

import contextlib
import subprocess

from seat import apps, cgroups, headroom, kwin, tabs
from seat.waiting import Waited, until

APP = "org.kde.konsole"


def started():
    """Starts it from the menu. Returns its units, once its window is up and it has moved from the
    menu's unit into its scope."""
    apps.from_menu(APP)
    return headroom.wait_for_app(
        APP,
        lambda e: e["windows"] > 0 and any(u.endswith(".scope") for u in e["units"]),
        "it has moved into its scope",
    )["units"]


def come_to_front():
    """KWin may leave the focus where it was, with a window that the user has used since the new one
    was started. A user then clicks on the new one."""
    try:
        headroom.in_front(APP, within=15)
    except Waited as late:
        print(late)
        kwin.activate(APP)
        headroom.in_front(APP)


def with_two_tabs():
    """Starts Konsole from the menu. Returns its units, and the shells of its two tabs."""
    before = set(cgroups.pids_running("konsole"))
    units = started()
    konsole = next(pid for pid in cgroups.pids_running("konsole") if pid not in before)
    until(lambda: len(tabs.shells_of(konsole)) == 1, "its first shell runs")
    _call(konsole, "/Windows/1", "org.kde.konsole.Window.newSession")
    until(lambda: len(tabs.shells_of(konsole)) == 2, "its second shell runs")
    shells = tuple(
        int(_call(konsole, f"/Sessions/{i}", "org.kde.konsole.Session.processId")) for i in (1, 2)
    )
    _put_into_cgroups(konsole, shells)
    return units, shells


def _call(konsole, path, method, *arguments):
    said = subprocess.run(
        [
            "gdbus",
            "call",
            "--session",
            "--dest",
            f"org.kde.konsole-{konsole}",
            "--object-path",
            path,
            "--method",
            method,
            *arguments,
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return said.stdout.strip("(,)\n")


def _move_into(directory, pid):
    directory.mkdir(exist_ok=True)
    (directory / "cgroup.procs").write_text(f"{pid}\n", encoding="ascii")


def _put_into_cgroups(konsole, shells):
    """Before 25.08, Konsole waits 5 ms for systemd. If systemd takes longer, Konsole creates no
    cgroups for its tabs at all. Then this function does, in the same layout."""
    scope = until(
        lambda: cgroups.directory(f"app-org.kde.konsole-{konsole}.scope"),
        "Konsole has moved into its scope",
    )
    if (scope / "main.scope").exists():
        return
    until(
        lambda: cgroups.cgroup_of(konsole).endswith(f"konsole-{konsole}.scope"),
        "Konsole itself has moved, too",
    )
    print("Konsole has made no cgroups for its tabs, so the test does")
    for shell in shells:
        _move_into(scope / f"tab({shell}).scope", shell)
    _move_into(scope / "main.scope", konsole)
    with contextlib.suppress(OSError):  # a container has no controllers
        (scope / "cgroup.subtree_control").write_text(
            "".join(
                f"+{name} "
                for name in (scope / "cgroup.controllers").read_text(encoding="ascii").split()
            ),
            encoding="ascii",
        )
