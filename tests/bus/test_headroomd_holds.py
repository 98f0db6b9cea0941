# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Hold and Release: which client may hold what, and what ends a hold."""

import pytest
from gi.repository import Gio, GLib

from headroomd import INTERFACE, ROOT, connect, error_of
from private_bus import until

KATE = "org.kde.kate"


@pytest.fixture
def headroomd(desk):
    desk.app(KATE)
    started = desk.start()
    until(lambda: KATE in started.call("Measure")[0], "the app is known")
    return started


class Client:
    """Another client on the bus."""

    def __init__(self, address):
        self.connection = connect(address)
        self.name = self.connection.get_unique_name()

    def call(self, method, types, *arguments):
        return self.connection.call_sync(
            "org.headroomd.Headroom1",
            ROOT,
            INTERFACE + "Manager",
            method,
            GLib.Variant(types, arguments),
            None,
            Gio.DBusCallFlags.NO_AUTO_START,
            -1,
            None,
        ).unpack()

    def hold(self, app, reason="plays"):
        return self.call("Hold", "(ss)", app, reason)[0]

    def release(self, number):
        self.call("Release", "(u)", number)

    def leave(self):
        self.connection.close_sync(None)


@pytest.fixture
def other(bus):
    client = Client(bus)
    yield client
    if not client.connection.is_closed():
        client.leave()


def holds_on(headroomd, app=KATE):
    return headroomd.of_app(app, "Holds")


def test_a_hold_is_shown_until_it_is_released(headroomd):
    me = headroomd.connection.get_unique_name()
    number = headroomd.hold(KATE, "burns a disc")
    assert holds_on(headroomd) == [f"{me}: burns a disc"]
    headroomd.release(number)
    until(lambda: holds_on(headroomd) == [], "the hold is released")


def test_a_hold_thaws(desk, headroomd):
    kate = next(unit for unit in desk.tree.units if KATE in unit.name)
    kate.settles()
    headroomd.freeze(KATE)
    assert kate.is_frozen()
    headroomd.hold(KATE)
    assert not kate.is_frozen(), "it is thawed before the answer"


def test_holds_are_counted_one_by_one(headroomd, other):
    first, second, third = (
        headroomd.hold(KATE, "one"),
        headroomd.hold(KATE, "two"),
        other.hold(KATE, "three"),
    )
    assert len({first, second, third}) == 3
    assert sorted(hold.partition(": ")[2] for hold in holds_on(headroomd)) == [
        "one",
        "three",
        "two",
    ]
    headroomd.release(first)
    until(lambda: len(holds_on(headroomd)) == 2, "the hold is released")
    assert holds_on(headroomd)[0].endswith(": two") or holds_on(headroomd)[1].endswith(": two")


def test_a_hold_ends_with_its_connection(headroomd, other):
    for reason in ("one", "two"):
        other.hold(KATE, reason)
    mine = headroomd.hold(KATE, "mine")
    other.leave()
    until(
        lambda: [hold.partition(": ")[2] for hold in holds_on(headroomd)] == ["mine"],
        "only the other client's holds end",
    )
    headroomd.release(mine)


def test_a_client_that_leaves_with_the_call_still_under_way_leaves_nothing(headroomd, bus):
    """The client is gone before headroomd can identify it."""
    for _ in range(20):
        hasty = Client(bus)
        message = Gio.DBusMessage.new_method_call(
            "org.headroomd.Headroom1", ROOT, INTERFACE + "Manager", "Hold"
        )
        message.set_body(GLib.Variant("(ss)", (KATE, "hasty")))
        hasty.connection.send_message(message, Gio.DBusSendMessageFlags.NONE)
        hasty.connection.flush_sync(None)
        hasty.leave()
    headroomd.hold(KATE, "later")
    until(
        lambda: [hold.partition(": ")[2] for hold in holds_on(headroomd)] == ["later"],
        "the holds of the clients that left are gone",
    )


def test_a_reason_stays_in_its_place(headroomd):
    """The reason is shown beside others, and in terminals."""
    number = headroomd.hold(KATE, "burns\n\x1b[2Ja \u202edisc")
    assert [hold.partition(": ")[2] for hold in holds_on(headroomd)] == [
        "burns\ufffd\ufffd[2Ja \ufffddisc"
    ]
    headroomd.release(number)


def test_only_the_holder_releases(headroomd, other):
    number = headroomd.hold(KATE)
    for wrong in (
        lambda: other.release(number),
        lambda: headroomd.release(number + 1),
        lambda: headroomd.release(0),
        lambda: headroomd.release(2**32 - 1),
    ):
        with pytest.raises(GLib.Error) as error:
            wrong()
        assert error_of(error)[0] == "BadInput"
    assert len(holds_on(headroomd)) == 1
    headroomd.release(number)
    with pytest.raises(GLib.Error) as error:
        headroomd.release(number)
    assert error_of(error) == ("BadInput", f"you have no hold {number}")


def test_sixty_four_for_each_process(headroomd, other):
    numbers = [headroomd.hold(KATE) for _ in range(64)]
    for client in (headroomd, other):  # two connections of this process
        with pytest.raises(GLib.Error) as error:
            client.hold(KATE)
        assert error_of(error)[0] == "Refused"
    headroomd.release(numbers[10])
    other.hold(KATE)
    until(lambda: len(holds_on(headroomd)) == 64, "64 holds of both clients")


@pytest.mark.parametrize(
    "app, reason",
    [("", "x"), ("x" * 256, "x"), (KATE, ""), (KATE, "x" * 256), (KATE, "ü" * 128), ("", "")],
)
def test_bad_input_holds_nothing(headroomd, app, reason):
    with pytest.raises(GLib.Error) as error:
        headroomd.hold(app, reason)
    name, sentence = error_of(error)
    assert name == "BadInput" and "1 to 255 bytes" in sentence
    assert holds_on(headroomd) == []
    assert headroomd.hold(KATE) == 1, "bad input takes no number"


def test_the_longest_reason_and_an_app_that_does_not_run(headroomd):
    headroomd.hold(KATE, "x" * 255)
    headroomd.release(headroomd.hold("org.example.Later", "ü" * 127))
    assert len(holds_on(headroomd)) == 1
    assert headroomd.is_alive()
