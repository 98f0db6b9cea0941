# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The time that `headroomctl run` adds to a plain start of the same program, in pairs. The same for
systemd-run.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from seat import headroom, latency  # noqa: E402

PAIRS = 60

# A measurement runs outside of the user's units, from where no process may move itself into them.
# So it starts itself again through systemd-run.
if "--inside" not in sys.argv:
    os.execvp(
        "systemd-run",
        [
            "systemd-run",
            "--user",
            "--pipe",
            "--wait",
            "--quiet",
            "--collect",
            sys.executable,
            "-B",
            __file__,
            "--inside",
        ],
    )


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
