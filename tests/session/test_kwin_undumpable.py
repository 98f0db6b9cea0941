# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""KWin's program has a capability, so the kernel shows other programs neither its executable nor
its namespaces. Headroom still knows that it is in no sandbox, and accepts its reports."""

import os

import pytest

from seat import headroom, kwin
from seat.waiting import until


def test_its_windows_are_known():
    headroom.wait_for_daemon()
    with pytest.raises(PermissionError):
        os.readlink(f"/proc/{kwin.process()}/exe")
    until(
        lambda: headroom.status()["window_source"] == "kwin",
        "its script reports windows",
        within=60,
    )
