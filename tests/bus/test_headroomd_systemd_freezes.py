# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""`systemctl freeze` during a freeze of ours: the kernel has one flag for both."""

import threading

import pytest
from gi.repository import Gio, GLib

from conftest import Desk
from fake_systemd import FakeSystemd, unit_path
from private_bus import PATIENCE, until

KATE = "org.kde.kate"
UNIT = f"app-{KATE}-1.scope"
PROPERTIES = "org.freedesktop.DBus.Properties"
GET = f"""
<node>
  <interface name="{PROPERTIES}">
    <method name="Get">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
    </method>
  </interface>
</node>
"""


class FreezingSystemd(FakeSystemd):
    """Its FreezerState of the unit is `state` until it reports another one."""

    def __init__(self, address):
        super().__init__(address)
        self.state = "running"
        self.asked = threading.Event()

    def export(self, connection):
        super().export(connection)
        interface = Gio.DBusNodeInfo.new_for_xml(GET).interfaces[0]
        connection.register_object(unit_path(UNIT), interface, self._get, None, None)

    def _get(self, *call):
        call[-1].return_value(GLib.Variant("(v)", (GLib.Variant("s", self.state),)))
        self.asked.set()

    def report(self, state):
        changed = {"FreezerState": GLib.Variant("s", state)}
        self.connection.emit_signal(
            None,
            unit_path(UNIT),
            PROPERTIES,
            "PropertiesChanged",
            GLib.Variant("(sa{sv}as)", ("org.freedesktop.systemd1.Unit", changed, [])),
        )


@pytest.fixture
def systemd(bus):
    with FreezingSystemd(bus) as fake:
        yield fake


@pytest.fixture
def frozen(tree, systemd, kwin, start_headroomd):
    """Freezes the app, which is hidden behind another one: its unit, and the daemon."""

    def freeze():
        desk = Desk(tree, systemd, kwin, start_headroomd)
        kate, _ = desk.app(KATE)
        _, firefox_window = desk.app("firefox")
        headroomd = desk.start(focus=firefox_window)
        kate.settles()
        headroomd.freeze(KATE)
        assert systemd.asked.wait(PATIENCE)
        return kate, headroomd

    return freeze


def test_its_freeze_outlives_ours(systemd, frozen):
    kate, headroomd = frozen()
    systemd.report("frozen")
    headroomd.await_log(f"could not freeze: another program has frozen {UNIT}")
    until(lambda: not headroomd.of_app(KATE, "Frozen"), "it is not ours any more")
    assert kate.mark("frozen") is None
    assert headroomd.ledger.read_text(encoding="ascii") == ""
    headroomd.thaw(KATE)
    headroomd.terminate()
    assert kate.is_frozen()


@pytest.mark.parametrize(
    "before, meanwhile",
    [("running", "running"), ("running", "frozen-by-parent"), ("frozen", "frozen")],
)
def test_no_other_state_keeps_ours_from_ending(systemd, frozen, before, meanwhile):
    """Of an earlier freeze that was ended behind its back, systemd does not know the end."""
    systemd.state = before
    kate, headroomd = frozen()
    systemd.report(meanwhile)
    headroomd.thaw(KATE)
    assert not kate.is_frozen()
