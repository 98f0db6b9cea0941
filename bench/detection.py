# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# floor: vm
# memory: 1400
# disk: 30
"""The time from a shortage of memory to the warning and to the freeze, for fifty hogs in turn.

Thirty of them start and grow immediately. Twenty grow after a quiet phase, in which Headroom has
stopped sampling. tests/seat/detection.py defines when the shortage begins.
"""

import contextlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from seat import headroom, machine  # noqa: E402
from seat.detection import Observer, after_short, distribution, one  # noqa: E402
from seat.probe import Probe  # noqa: E402

ZRAM_MIB = 512
AT_ONCE, FROM_QUIET = 30, 20


def measure():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    machine.swap_on_zram(ZRAM_MIB)
    with contextlib.ExitStack() as held:
        probe = Probe("--window")
        held.callback(probe.stop)
        observer = Observer()
        runs = {"at once": [], "from quiet": []}
        for number in range(AT_ONCE + FROM_QUIET):
            machine.empty_swap()
            machine.wait_for_calm()
            from_quiet = number >= AT_ONCE
            run = one(number + 1, from_quiet)
            runs["from quiet" if from_quiet else "at once"].append(run)
            print(
                number + 1, json.dumps(run), file=sys.stderr, flush=True
            )  # half of them are worth something, too
        stalls = observer.stop()
    return {
        title: {
            "fates": [run["fate"] for run in these],
            "to warned": distribution([after_short(run, stalls, "warned") for run in these]),
            "to frozen": distribution([after_short(run, stalls, "frozen") for run in these]),
        }
        for title, these in runs.items()
    }


print(json.dumps(measure()))
