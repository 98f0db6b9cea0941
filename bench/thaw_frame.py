# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""thaw → first new frame, of Kate under KWin.

A hundred times, Kate is frozen while another window is in front, and is clicked on. Measured from
the write to cgroup.freeze to the commit of the first frame, as logged by libwayland. For
comparison, the same click on a Kate that wasn't frozen, measured from KWin's report of the focus.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from seat import cgroups, headroom, kwin, latency  # noqa: E402
from seat.busy import Busy  # noqa: E402
from seat.frames import Drawing  # noqa: E402
from seat.waiting import until  # noqa: E402

TIMES = 100


def click_away(other):
    kwin.click(940, 300)
    until(
        lambda: headroom.status()["focused"] == other.app_id,
        "the other one has the focus",
        within=30,
    )


def frozen_once(kate):
    headroom.ctl("freeze", kate.app_id)
    until(lambda: cgroups.is_frozen(kate.unit), "Kate stands still")
    file = kate.path / "cgroup.freeze"
    written = latency.Written(file)
    mark = kate.mark()
    click = kwin.begin_click(300, 300)
    thawed = written.when(lambda: file.read_text(encoding="ascii").strip() == "0")
    written.close()
    click.wait(timeout=20)
    return kate.first_frame(mark, thawed)


def running_once(kate, reports):
    mark, clicked = kate.mark(), int(time.time() * 1000)
    kwin.begin_click(300, 300).wait(timeout=20)
    return kate.first_frame(mark, reports.focus_sent_after(clicked))


def measure(directory):
    kate, other, reports = (
        Drawing(directory),
        Busy("org.example.Other", busy=False),
        latency.Reports(),
    )
    kwin.place_pid(kate.pid, 0, 0, 600, 600)
    kwin.place_pid(other.pid, 640, 0, 600, 600)
    frozen, running = [], []
    try:
        for _ in range(TIMES):
            click_away(other)
            frozen.append(frozen_once(kate))
            click_away(other)
            running.append(running_once(kate, reports))
    finally:
        reports.close()
        kate.stop()
        other.stop()
    return {
        "thaw to first frame": latency.quantiles(frozen),
        "focus to first frame, not frozen": latency.quantiles(running),
    }


with tempfile.TemporaryDirectory() as scratch:
    print(json.dumps(measure(scratch)))
