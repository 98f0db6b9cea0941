# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd with a real PipeWire: the app of a stream, what the stream prevents, and what happens
after the server is gone."""

import os
import signal
import time

import pytest

from private_bus import until, until_counted
from private_pipewire import Player, PrivatePipewire

ELISA = "org.kde.elisa"
PULSE = {"client.api": "pipewire-pulse"}


@pytest.fixture
def pipewire(tmp_path):
    started = PrivatePipewire(tmp_path)
    started.start()
    yield started
    started.close()


@pytest.fixture
def headroomd(pipewire, desk):
    desk.elisa, _ = desk.app(ELISA)
    started = desk.start()
    until(lambda: knows(started), "it has found PipeWire")
    until(lambda: ELISA in started.call("Measure")[0], "the app is known")
    return started


@pytest.fixture
def play(pipewire, headroomd, desk):
    """Starts a player in the app's unit; with `shown=False` it isn't yet in the table of
    processes."""
    players = []

    def start(count=1, shown=True, **properties):
        player = Player(pipewire, count, **properties)
        players.append(player)
        if shown:
            desk.tree.show(player.pid, desk.elisa, "player")
            player.connect()
        return player

    yield start
    for player in players:
        player.close()


def knows(headroomd):
    return headroomd.get("Capabilities")["audio"][0]


def streams(headroomd, app=ELISA):
    return headroomd.of_app(app, "Streams")


def is_heard(headroomd, app=ELISA):
    return any(f"{app} is playing" in line for line in headroomd.explain(app))


def is_silent(headroomd, app=ELISA):
    return not is_heard(headroomd, app)


def heard(headroomd):
    until(lambda: is_heard(headroomd), "Headroom reports that it plays")


def silent(headroomd):
    until(lambda: is_silent(headroomd), "Headroom no longer reports that it plays")


def test_no_server_is_said_and_nothing_else_suffers(desk, tmp_path):
    elisa, _ = desk.app(ELISA)
    headroomd = desk.start()
    until(lambda: ELISA in headroomd.call("Measure")[0], "the app is known")
    available, reason, remedy = headroomd.get("Capabilities")["audio"]
    assert not available and "connecting to PipeWire" in reason and remedy
    assert streams(headroomd) == 2**32 - 1, "unknown is not zero"
    elisa.settles()
    headroomd.freeze(ELISA)
    until(lambda: headroomd.of_app(ELISA, "State") == "frozen", "it can be frozen")


def test_played_paused_and_played_again(headroomd, play):
    player = play()
    until(lambda: streams(headroomd) == 1, "the stream is known")
    assert is_silent(headroomd)
    for _ in range(2):
        player.say("run")
        heard(headroomd)
        player.say("pause")
        silent(headroomd)
    assert streams(headroomd) == 1


@pytest.mark.parametrize(
    "end",
    [lambda player: player.say("remove"), lambda player: player.process.kill()],
    ids=["the node goes", "the client is killed"],
)
def test_what_goes_while_it_runs_leaves_nothing(headroomd, play, end):
    player = play()
    player.say("run")
    heard(headroomd)
    end(player)
    until(lambda: streams(headroomd) == 0, "the stream is gone")
    assert is_silent(headroomd)
    assert any("played or recorded a moment ago" in line for line in headroomd.explain(ELISA))


def test_who_is_heard_is_not_frozen_and_the_silent_twin_is(desk, headroomd, play):
    player = play()
    player.say("run")
    heard(headroomd)
    with pytest.raises(Exception, match=f"{ELISA} is playing"):
        headroomd.freeze(ELISA)
    assert not desk.elisa.is_frozen()
    player.say("pause")
    silent(headroomd)
    desk.elisa.settles()
    headroomd.freeze(ELISA)
    assert desk.elisa.is_frozen()
    player.say("run")
    until(lambda: not desk.elisa.is_frozen(), "a stream that starts thaws the app")
    assert any("it plays or records" in line for line in headroomd.explain(ELISA))


def test_who_records_is_boosted_and_no_longer_when_the_node_goes(desk, headroomd, play, systemd):
    player = play(node={"media.class": "Stream/Input/Audio"})
    player.say("run")
    until(lambda: headroomd.of_app(ELISA, "Boosted"), "it counts as focused")
    player.say("remove")
    until(lambda: not headroomd.of_app(ELISA, "Boosted"), "the boost ends with the stream")


def test_a_volume_meter_is_no_stream(headroomd, play):
    meter = play(node={"media.class": "Stream/Input/Audio", "stream.monitor": "true"})
    meter.say("run")
    player = play()
    player.say("run")
    heard(headroomd)
    assert streams(headroomd) == 1


def test_a_pulse_client_is_whoever_it_truly_says_it_is(headroomd, play, desk):
    player = play(
        shown=False,
        client=PULSE
        | {"application.process.binary": "paplay", "application.process.id": str(os.getpid())},
    )
    desk.tree.show(os.getpid(), desk.elisa, "paplay")
    player.say("run")
    heard(headroomd)


def test_the_number_in_a_sandbox_is_not_taken_for_ours(headroomd, play, desk):
    """Process 2 in the sandbox is another process outside. Its own process is found by the number
    that it has inside."""
    stranger = desk.tree.unit("app.slice/app-org.example.stranger-1.scope")
    number = desk.tree.sleep(stranger, "sleep")
    player = play(
        shown=False,
        client=PULSE
        | {"application.process.binary": "firefox", "application.process.id": str(number)},
    )
    desk.tree.show(player.pid, desk.elisa, "firefox")
    (desk.tree.proc / str(player.pid) / "status").write_text(
        f"Name:\tx\nNSpid:\t{player.pid}\t{number}\n", encoding="ascii"
    )
    player.say("run")
    heard(headroomd)
    assert streams(headroomd, "org.example.stranger") == 0


def test_the_same_number_in_another_sandbox_is_another_process(headroomd, play, desk):
    client = PULSE | {"application.process.binary": "electron", "application.process.id": "7"}
    other = desk.tree.unit("app.slice/app-org.example.other-1.scope")
    for unit in (desk.elisa, other):
        player = play(shown=False, client=client)
        desk.tree.show(player.pid, unit, "electron")
        (desk.tree.proc / str(player.pid) / "status").write_text(
            f"Name:\tx\nNSpid:\t{player.pid}\t7\n", encoding="ascii"
        )
        player.say("run")
        if unit == desk.elisa:
            heard(headroomd)
    headroomd.await_log("more than one sandbox has a electron as its process 7")
    assert streams(headroomd) == 1, "the second one is not this app's"


def test_the_search_for_it_stops_nothing(headroomd, play, desk):
    """The search among sixty thousand processes takes a while. Meanwhile every request is
    answered."""
    for number in range(60_000):
        (desk.tree.proc / str(10_000_000 + number)).mkdir()
    player = play(
        shown=False,
        client=PULSE | {"application.process.binary": "firefox", "application.process.id": "7"},
    )
    desk.tree.show(player.pid, desk.elisa, "firefox")
    (desk.tree.proc / str(player.pid) / "status").write_text(
        f"Name:\tx\nNSpid:\t{player.pid}\t7\n", encoding="ascii"
    )
    begin = time.monotonic()
    player.say("run")
    longest = 0.0
    while not is_heard(headroomd):
        asked = time.monotonic()
        headroomd.get("Version")
        longest = max(longest, time.monotonic() - asked)
        assert asked - begin < 60, "it was not found within 60 s"
    assert longest < (time.monotonic() - begin) / 2


def test_what_cannot_be_told_is_nobodys(headroomd, play):
    player = play(shown=False, client=PULSE)
    player.say("run")
    headroomd.await_log("the owner of a stream can't be identified")
    until(
        lambda: any("it isn't known whether it is" in line for line in headroomd.explain(ELISA)),
        "the stream may belong to any app",
    )
    assert streams(headroomd) == 0 and not is_heard(headroomd)


def test_a_flatpak_is_known_by_its_name(headroomd, play):
    player = play(
        shown=False,
        client=PULSE | {"pipewire.access.portal.app_id": ELISA, "application.process.id": "2"},
    )
    player.say("run")
    heard(headroomd)


def test_the_server_is_killed_and_comes_back(pipewire, headroomd, play):
    player = play()
    player.say("run")
    heard(headroomd)
    for _ in range(2):
        pipewire.kill()
        until(lambda: not knows(headroomd), "the daemon has noticed that PipeWire is gone")
        assert is_silent(headroomd) and streams(headroomd) == 2**32 - 1
        player.close()
        pipewire.start()
        began = time.monotonic()
        until(lambda: knows(headroomd), "PipeWire is found again")
        player = play()
        player.say("run")
        heard(headroomd)
        assert time.monotonic() - began < 6


def test_a_server_that_comes_late_is_found_by_its_socket(desk, tmp_path):
    desk.elisa, _ = desk.app(ELISA)
    headroomd = desk.start()
    assert not knows(headroomd)
    pipewire = PrivatePipewire(tmp_path)
    pipewire.start()
    try:
        until(lambda: knows(headroomd), "PipeWire is found")
    finally:
        pipewire.close()


def test_a_server_that_stands_still_holds_nobody_up(pipewire, headroomd):
    pipewire.process.send_signal(signal.SIGSTOP)
    try:
        assert headroomd.is_alive()
        headroomd.freeze(ELISA)
        headroomd.thaw(ELISA)
    finally:
        pipewire.process.send_signal(signal.SIGCONT)


@pytest.mark.usefixtures("freed_memory_is_free")
def test_a_graph_of_two_thousand_nodes(desk, headroomd, play):
    before, players = headroomd.memory_kb(), []
    for count in range(100, 2001, 100):
        players.append(play(count=100))
        until_counted(
            lambda: streams(headroomd), lambda now, count=count: now == count, "all nodes are known"
        )
    assert is_silent(headroomd)
    assert headroomd.memory_kb() - before < 2000 * 16, "more than 16 KiB a node"
    for player in players:
        player.close()
    until_counted(lambda: streams(headroomd), lambda now: now == 0, "all nodes are gone")
    _, window = desk.app("org.kde.kate")
    desk.kwin.window(window)
    desk.kwin.focus(window)
    until(lambda: headroomd.get("Focused") == "org.kde.kate", "kate is in front")
    until(headroomd.rests, "the daemon rests again")
