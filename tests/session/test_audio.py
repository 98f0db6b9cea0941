# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Real players with the real PipeWire: the app of each stream, and what the stream exempts it
from."""

import signal
import time
import uuid

import pytest

from seat import apps, cgroups, headroom, sound
from seat.waiting import until


@pytest.fixture(autouse=True)
def knows_pipewire():
    until(lambda: headroom.status()["capabilities"]["audio"]["available"], "PipeWire has answered")
    until(sound.has_sink, "a sink exists")


@pytest.mark.parametrize("how", sound.commands())
def test_each_player_is_known_and_left_alone_while_it_plays(how):
    with sound.playing("org.example.player", sound.commands()[how]) as player:
        entry = headroom.app(player.app_id)
        assert entry["streams"] == 1 and player.unit in entry["units"]
        refused = headroom.ctl("freeze", player.app_id, check=False)
        assert refused.returncode == 1 and "is playing" in refused.stderr
        assert not cgroups.is_frozen(player.unit)


def test_paused_it_may_be_frozen_and_resumed_it_may_not():
    with sound.playing("org.example.player", sound.commands()["GStreamer"]) as player:
        for _ in range(2):
            player.pause()
            player.until_silent()
            headroom.ctl("freeze", player.app_id)
            until(lambda: cgroups.is_frozen(player.unit), "it is frozen")
            headroom.ctl("thaw", player.app_id)
            player.play()
            player.until_heard()
            assert headroom.ctl("freeze", player.app_id, check=False).returncode == 1


def test_no_gap_in_what_is_played_while_others_are_stopped_and_go_on():
    """One of the frozen apps has never played. The other is a paused player, whose node stays in
    PipeWire. In between, a freeze of the running player is requested and refused."""
    quiet = apps.own_unit("org.example.quiet", uuid.uuid4().hex, "sleep", "infinity")
    try:
        headroom.wait_for_app("org.example.quiet")
        with (
            sound.playing("org.example.paused", sound.commands()["GStreamer"]) as paused,
            sound.playing("org.example.player", sound.commands()["pw-play"]) as player,
        ):
            sound.in_real_time(player.unit, paused.unit)
            paused.pause()
            paused.until_silent()
            before = sound.gaps(player.unit)  # the gaps that its start has caused
            for _ in range(25):
                for app_id, unit in (("org.example.quiet", quiet), (paused.app_id, paused.unit)):
                    headroom.ctl("freeze", app_id)
                    until(lambda unit=unit: cgroups.is_frozen(unit), f"{app_id} is frozen")
                    headroom.ctl("thaw", app_id)
                    until(lambda unit=unit: not cgroups.is_frozen(unit), f"{app_id} is thawed")
                assert headroom.ctl("freeze", player.app_id, check=False).returncode == 1
            assert sound.gaps(player.unit) == before
    finally:
        apps.stop(quiet)


def test_a_player_that_stands_still_has_gaps():
    """Stops the player behind Headroom's back. This shows that the gaps of the previous test would
    be counted."""
    with sound.playing("org.example.player", sound.commands()["pw-play"]) as player:
        sound.in_real_time(player.unit)
        before = sound.gaps(player.unit)
        player.signal(signal.SIGSTOP)
        until(lambda: sound.gaps(player.unit) > before, "PipeWire continues without it")
        player.signal(signal.SIGCONT)


def test_a_node_that_is_removed_while_it_runs_leaves_nothing():
    with sound.playing("org.example.player", sound.commands()["pw-play"]) as player:
        nodes = sound.nodes_of(player.unit)
        assert nodes
        for node in nodes:
            sound.destroy(node)
        player.until_silent()


def test_a_recorder_is_left_alone_for_as_long_as_it_records():
    """That it is boosted needs a machine with weights; the rest doesn't."""
    player = sound.Player("org.example.recorder", ["pw-record", "/dev/null"])
    try:
        until(
            lambda: f"{player.app_id} is recording." in player.says_why(),
            "Headroom reports that it records",
        )
        refused = headroom.ctl("freeze", player.app_id, check=False)
        assert refused.returncode == 1 and "is recording" in refused.stderr
        for node in sound.nodes_of(player.unit):
            sound.destroy(node)
        until(
            lambda: "is recording." not in player.says_why(),
            "Headroom no longer reports that it records",
        )
    finally:
        player.stop()


def found_again_within_six_seconds(*services):
    headroom.user("restart", *services)
    began = time.monotonic()
    until(
        lambda: headroom.status()["capabilities"]["audio"]["available"],
        "PipeWire has answered",
        within=6,
    )
    print(f"{' '.join(services)}: found again after {time.monotonic() - began:.2f} s")


def new_player_is_heard():
    player = sound.Player("org.example.after", sound.commands()["pw-play"])
    try:
        until(lambda: sound.nodes_of(player.unit, "running"), "PipeWire reports that it plays")
        player.until_heard(within=1)
        assert headroom.app(player.app_id)["streams"] == 1
    finally:
        player.stop()


def test_after_a_restart_of_the_session_manager():
    with sound.playing("org.example.before", sound.commands()["pw-play"]) as before:
        found_again_within_six_seconds("wireplumber.service")
        until(sound.has_sink, "a sink exists")
        new_player_is_heard()
        assert before.app_id


def test_after_a_restart_of_pipewire_alone():
    with sound.playing("org.example.before", sound.commands()["pw-play"]) as before:
        found_again_within_six_seconds("pipewire.service")
        before.until_silent(within=6)
        with sound.sink():
            new_player_is_heard()
    headroom.user("restart", "pipewire.service", "pipewire-pulse.service", "wireplumber.service")
    until(sound.has_sink, "a sink exists again")


def test_after_a_restart_of_all_of_it():
    with sound.playing("org.example.before", sound.commands()["paplay"]) as before:
        found_again_within_six_seconds(
            "pipewire.service", "pipewire-pulse.service", "wireplumber.service"
        )
        before.until_silent(within=6)
        until(sound.has_sink, "a sink exists")
        new_player_is_heard()


def test_six_players_at_once():
    """Each stream is counted for its own app, and for no other."""
    players = [
        sound.Player(f"org.example.player{i}", sound.commands()["paplay" if i % 2 else "pw-play"])
        for i in range(6)
    ]
    try:
        for player in players:
            player.until_heard()
        counted = {entry["id"]: entry["streams"] for entry in headroom.status()["apps"]}
        assert {player.app_id: counted[player.app_id] for player in players} == {
            player.app_id: 1 for player in players
        }
        assert sum(counted.values()) == len(players)
    finally:
        for player in players:
            player.stop()
