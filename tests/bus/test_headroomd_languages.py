# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd in German: its sentences on the bus. What it logs stays English."""

from pathlib import Path

import pytest
from gi.repository import GLib

from headroomd import error_of
from language import language
from somebody_else import SomebodyElse

KATE = "org.kde.kate"


@pytest.fixture(name="german")
def headroomd_in_german(desk, bus, locales, start_headroomd):
    """Kate is in front, Firefox isn't. The daemon runs in a namespace for its catalogs, so it would
    treat the test and its compositor as sandboxed. Their connection comes from a process in the
    same namespaces."""
    firefox, _ = desk.app("firefox")
    firefox.settles()  # as soon as it is frozen
    _, front = desk.app(KATE)
    headroomd = start_headroomd(speaking=language("de", locales))
    with SomebodyElse(bus, neighbour=headroomd.process.pid) as neighbour:
        headroomd.connection = neighbour.connection
        desk.kwin.moves_to(neighbour.connection)
        desk.report(focus=front)
        yield headroomd


def test_what_is_done_and_why(german):
    german.freeze("firefox")
    german.thaw("firefox")
    german.await_log("resumed firefox: you requested it")
    said = [entry[5] for entry in german.history() if entry[2] == "firefox"]
    assert said == [
        "firefox angehalten: Sie haben es verlangt",
        "firefox fortgesetzt: Sie haben es verlangt",
    ]
    assert german.of_app("firefox", "Reason") == said[-1]
    assert "verlangt" not in german.log, "the log has one language"


def test_what_holds_and_what_would_not_be_done(german):
    assert german.explain("firefox")[0] == "Headroom tut im Moment nichts mit firefox."
    assert (
        f"Auch auf Wunsch würde diese Anwendung nicht angehalten: {KATE} ist die Anwendung im "
        f"Vordergrund, und diese wird nie angehalten." in german.explain(KATE)
    )


def test_why_a_wish_is_refused(german):
    with pytest.raises(GLib.Error) as refused:
        german.freeze(KATE)
    assert error_of(refused) == (
        "Refused",
        f"{KATE} ist die Anwendung im Vordergrund, und diese wird nie angehalten",
    )


def test_what_the_machine_can_do(german):
    assert german.get("Capabilities")["freeze"] == (
        True,
        "Anwendungen können über cgroup.freeze angehalten werden",
        "",
    )


def test_its_sentences_stay_in_memory(german):
    """Only the parts in use so far. Sentences that are needed when memory is short must not be read
    from a busy disk."""
    german.freeze("firefox")
    lines = Path(f"/proc/{german.process.pid}/smaps").read_text(encoding="utf-8").splitlines()
    begins = next(
        number for number, line in enumerate(lines) if line.endswith("/de/LC_MESSAGES/headroomd.mo")
    )
    figures = dict(
        line.split()[:2] for line in lines[begins + 1 : begins + 24] if line.endswith(" kB")
    )
    assert int(figures["Locked:"]) == int(figures["Rss:"]) > 0
