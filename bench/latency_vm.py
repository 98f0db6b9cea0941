# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# floor: vm
"""focus → boosted and focus → thawed in the virtual machine.

Measured from KWin's time stamp to the writes to cpu.weight and cgroup.freeze. Without KVM the
machine is emulated: compare with the round trip of an empty call to systemd, measured in the same
run.
"""

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from seat import latency  # noqa: E402

ROUND_TRIPS = """
import time
from gi.repository import Gio
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
for _ in range(50):
    began = time.monotonic()
    bus.call_sync('org.freedesktop.systemd1', '/org/freedesktop/systemd1',
                  'org.freedesktop.DBus.Peer', 'Ping', None, None, 0, -1)
    print((time.monotonic() - began) * 1000)
"""

pings = subprocess.run(
    [sys.executable, "-c", ROUND_TRIPS], check=True, capture_output=True, text=True
).stdout.split()
print(
    json.dumps(
        {
            "empty call to systemd": latency.quantiles([float(ping) for ping in pings]),
            "focus to boosted": latency.measure(200, latency.boost),
            "focus to thawed": latency.measure(200, latency.thaw),
        }
    )
)
