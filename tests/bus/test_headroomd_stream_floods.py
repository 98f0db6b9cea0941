# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Clients of PipeWire that make nodes without end, or report another process all the time."""

from private_bus import until
from test_headroomd_audio import (  # noqa: F401 (fixtures)
    ELISA,
    PULSE,
    headroomd,
    heard,
    is_heard,
    pipewire,
    play,
    streams,
)

FIREFOX = "firefox"


def named(pid, program=FIREFOX):
    return PULSE | {"application.process.binary": program, "application.process.id": str(pid)}


def app_with_a_firefox(desk, number):
    """Its id, and the number of its process."""
    app = f"org.example.n{number}"
    return app, desk.tree.sleep(desk.tree.unit(f"app.slice/app-{app}-1.scope"), FIREFOX)


def is_in_a_sandbox(desk, pid, inner, program=FIREFOX):
    desk.tree.show(pid, desk.elisa, program)
    (desk.tree.proc / str(pid) / "status").write_text(
        f"Name:\tx\nNSpid:\t{pid}\t{inner}\n", encoding="ascii"
    )


def test_a_client_that_names_another_process_all_the_time(headroomd, play, desk):
    apps = [app_with_a_firefox(desk, number) for number in range(17)]
    hostile = play(shown=False, client=named(apps[0][1]))
    hostile.say("run")
    for app, pid in apps[:16]:
        hostile.say(f"process {pid}")
        until(lambda app=app: streams(headroomd, app) == 1, "it is believed to be this one")
    for _ in range(100):
        for _, pid in apps:
            hostile.say(f"process {pid}")
    player = play(shown=False, client=named(7, "player"))
    is_in_a_sandbox(desk, player.pid, 7, "player")
    player.say("run")
    heard(headroomd)
    until(headroomd.rests, "all changes are known")
    assert [app for app, _ in apps if streams(headroomd, app)] == [], "the seventeenth is nobody's"


def test_what_was_not_found_is_not_searched_for_again(headroomd, play, desk):
    """Each search reads all of /proc."""
    other, of_another = app_with_a_firefox(desk, 1)
    hostile = play(shown=False, client=named(100_000))
    hostile.say("run")
    headroomd.await_log("process 100000 isn't firefox")
    is_in_a_sandbox(desk, hostile.pid, 100_000)
    hostile.say(f"process {of_another}")
    until(lambda: streams(headroomd, other) == 1, "it is believed to be that one")
    hostile.say("process 100000")
    until(lambda: streams(headroomd, other) == 0, "it no longer is")
    until(headroomd.rests, "all searches are over")
    assert streams(headroomd, ELISA) == 0
    play(shown=False, client=named(100_000)).say("run")
    until(lambda: streams(headroomd, ELISA) == 1, "another client is searched for")


def test_a_client_has_only_so_many_nodes(headroomd, play):
    hostile = play(count=300)
    until(lambda: streams(headroomd) == 256, "the first ones are known")
    player = play()
    player.say("run")
    heard(headroomd)
    assert streams(headroomd) == 257
    hostile.close()
    until(lambda: streams(headroomd) == 1, "they are gone")
    assert is_heard(headroomd)
