# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The time that `headroomctl run` adds to a plain start of the same program, in pairs. The same for
systemd-run.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import _in_a_user_unit as in_a_user_unit  # noqa: E402

from seat import headroom, latency  # noqa: E402

PAIRS = 60

in_a_user_unit.start_again()


def milliseconds(*command):
    began = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.monotonic() - began) * 1000


headroom.wait_for_daemon()
ours, theirs = [], []
for _ in range(PAIRS):
    plain = milliseconds("true")
    ours.append(milliseconds("headroomctl", "run", "--", "true") - plain)
    theirs.append(milliseconds("systemd-run", "--user", "--scope", "--quiet", "true") - plain)
print(
    json.dumps(
        {
            "headroomctl run, over plain": latency.quantiles(ours),
            "systemd-run --scope, over plain": latency.quantiles(theirs),
        }
    )
)
