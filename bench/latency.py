# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""focus → thawed, over 200 changes of focus by real clicks.

Measured from KWin's time stamp (whole milliseconds) to the write to cgroup.freeze.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from seat import latency  # noqa: E402

print(json.dumps({"focus to thawed": latency.measure(200, latency.thaw)}))
