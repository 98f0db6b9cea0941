# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl in other languages, with the catalogs of the build: lookups by context find their
translations."""

import re
import subprocess

import pytest

from conftest import HEADROOMCTL
from fake_headroomd import HEALTHY, KATE
from language import language
from private_bus import PATIENCE

ACTIONS = (
    "adopt",
    "ask",
    "boost",
    "close",
    "freeze",
    "level",
    "nap",
    "reclaim",
    "reclaimed",
    "rejoin",
    "stalled",
    "thaw",
    "unboost",
    "unwarn",
    "wake",
    "warn",
)
FROM_GLIB = ("Usage:", "Help Options:", "Application Options:", "Show help options")


@pytest.fixture(name="speak")
def headroomctl_in(environment, locales):
    def run(code, *arguments, check=0):
        spoken = language(code, locales)
        done = subprocess.run(
            [*spoken.command, HEADROOMCTL, *arguments],
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
            env={**environment, **spoken.environment},
        )
        assert done.returncode == check, done
        return done

    return run


def test_the_table(daemon, speak):
    assert speak("de", "status").stdout == (
        "Stufe: ruhig   Im Vordergrund: Kate   Fenster gemeldet von: kwin\n"
        "\n"
        "ANWENDUNG            ZUSTAND     VORN  BEVORZUGT  GESCHÜTZT  SPEICHER  WARTEN SPEICHER  "
        "WARTEN CPU  WARTEN PLATTE\n"
        "Firefox Web Browser  angehalten                                     ?                ?  "
        "         ?              ?\n"
        "Kate                 läuft       ja    ja                     3,0 GiB              0 %  "
        "      12 %              ?\n"
    )


def test_the_columns_of_a_wide_script(daemon, speak):
    daemon.apps = [KATE]
    title, row = speak("ja", "status").stdout.splitlines()[2:4]
    assert title.startswith("アプリ  状態") and row.startswith(
        "Kate    実行中"
    )  # each of these characters is two columns wide


@pytest.mark.parametrize("code", ["de", "es", "fr", "ja", "pt_BR", "ru", "uk", "zh_CN"])
def test_every_word_of_the_bus_has_one(daemon, speak, code):
    daemon.history = [(1, action, "", "", "calm", "because", True) for action in ACTIONS]
    daemon.properties["Capabilities"] = HEALTHY
    for command in ("history", "doctor"):
        english = speak("en", command).stdout.splitlines()
        said = [
            line
            for line in speak(code, command).stdout.splitlines()
            if line and not line.startswith("    ")
        ]  # indented lines are the daemon's
        assert not set(english) & set(said)


def phrases(help_text):
    """The phrases of a help text, without those that have no language and those in GLib's own
    catalog."""
    pieces = re.split(r"\n|  +", help_text)
    return {
        piece
        for piece in pieces
        if piece
        and not piece.isdigit()
        and not piece.startswith(("-", "headroomctl "))
        and piece not in FROM_GLIB
    }


def test_the_help(speak):
    said = phrases(speak("de", "--help").stdout)
    assert said >= {
        "Steuert headroomd, das die Anwendung im Vordergrund reaktionsfähig hält.",
        "Befehle:",
        "Eine angehaltene Anwendung fortsetzen",
        "Die Version anzeigen und beenden",
        "„headroomctl BEFEHL --help“ erklärt jeden.",
    }
    said = phrases(speak("de", "status", "--help").stdout)
    assert said >= {
        "Zeigt die Anwendungen, die Headroom kennt, und die Stufe.",
        "JSON schreiben, wie headroomctl(1) es beschreibt",
    }
    said = speak("de", "freeze", "--help").stdout
    assert (
        " ANWENDUNG…\n" in said
        and "  --for=DAUER  " in said
        and "Wie lange höchstens, falls kürzer als die eingestellte längste Zeit" in said
    )


@pytest.mark.parametrize("code", ["de", "es", "fr", "ja", "pt_BR", "ru", "uk", "zh_CN"])
def test_every_help_is_translated(speak, code):
    """GLib looks up strings without a context. A string that is passed to it in English would stay
    English."""
    commands = re.findall(r"^  ([a-z-]+) +[A-Z]", speak("en", "--help").stdout, re.MULTILINE)
    assert "status" in commands and "set" in commands
    for words in ([], *([command] for command in commands)):
        english = phrases(speak("en", *words, "--help").stdout) - set(commands)
        assert english and not english & phrases(speak(code, *words, "--help").stdout)


@pytest.mark.parametrize("count, said", [(1, "1 unit was resumed."), (2, "2 units were resumed.")])
def test_plural_forms_without_a_catalog(daemon, ctl, count, said):
    daemon.thawed = count
    assert ctl("thaw", "--all").stdout == said + "\n"


@pytest.mark.parametrize(
    "count, said",
    [
        (1, "Возобновлён 1 юнит."),
        (2, "Возобновлено 2 юнита."),
        (5, "Возобновлено 5 юнитов."),
        (21, "Возобновлён 21 юнит."),
    ],
)
def test_plural_forms(daemon, speak, count, said):
    daemon.thawed = count
    assert speak("ru", "thaw", "--all").stdout == said + "\n"


def test_a_wrong_usage(speak):
    assert speak("fr", "nix", check=2).stderr == (
        "headroomctl: Il n’y a pas de commande «\u00a0nix\u00a0». Essayez «\u00a0headroomctl "
        "--help\u00a0».\n"
    )
