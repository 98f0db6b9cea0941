# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Real players on the real PipeWire: whose each stream is, and what it spares them."""

import time

import pytest

from seat import cgroups, headroom, sound
from seat.waiting import until


@pytest.fixture(autouse=True)
def knows_pipewire():
    until(lambda: headroom.status()["capabilities"]["audio"]["available"], "PipeWire has answered")


@pytest.mark.parametrize("how", sound.commands())
def test_each_player_is_known_and_left_alone_while_it_plays(how):
    with sound.playing("org.example.player", sound.commands()[how]) as player:
        entry = headroom.app(player.app_id)
        assert entry["streams"] == 1 and player.unit in entry["units"]
        refused = headroom.ctl("freeze", player.app_id, check=False)
        assert refused.returncode == 1 and "plays" in refused.stderr
        assert not cgroups.is_frozen(player.unit)


def test_a_node_that_is_removed_while_it_runs_leaves_nothing():
    with sound.playing("org.example.player", sound.commands()["pw-play"]) as player:
        nodes = sound.nodes_of(player.unit)
        assert nodes
        for node in nodes:
            sound.destroy(node)
        player.until_silent()


def test_after_a_restart_of_the_session_manager_it_is_right_again_within_six_seconds():
    with sound.playing("org.example.before", sound.commands()["pw-play"]):
        headroom.user("restart", "wireplumber.service")
        began = time.monotonic()
        until(lambda: headroom.status()["capabilities"]["audio"]["available"], "PipeWire has answered", within=6)
        player = sound.Player("org.example.after", sound.commands()["pw-play"])
        try:
            player.until_heard(within=6 - (time.monotonic() - began))
        finally:
            player.stop()


def test_six_players_at_once():
    """Each stream is counted where it belongs, and nowhere else."""
    players = [sound.Player(f"org.example.player{i}", sound.commands()["paplay" if i % 2 else "pw-play"]) for i in range(6)]
    try:
        for player in players:
            player.until_heard()
        counted = {entry["id"]: entry["streams"] for entry in headroom.status()["apps"]}
        assert {player.app_id: counted[player.app_id] for player in players} == {player.app_id: 1 for player in players}
        assert sum(counted.values()) == len(players)
    finally:
        for player in players:
            player.stop()
