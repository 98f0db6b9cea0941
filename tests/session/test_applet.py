# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The panel applet and the page in System Settings, loaded by the programs that load them on users'
machines."""

import subprocess

import pytest

from seat import kwin
from seat.waiting import until

PROGRAMS = {
    "applet": ("plasmawindowed", "org.headroomd.headroom"),
    "page": ("kcmshell6", "kcm_headroom"),
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_it_opens_and_complains_of_nothing(what, tmp_path):
    log = tmp_path / "log"
    with (
        log.open("w", encoding="utf-8") as said,
        subprocess.Popen(PROGRAMS[what], stderr=said) as program,
    ):
        try:
            until(lambda: kwin.windows(program.pid), f"{PROGRAMS[what][0]} has a window", within=60)
        finally:
            program.terminate()
    complaints = [
        line
        for line in log.read_text(encoding="utf-8").splitlines()
        if "headroom" in line.lower() and ".qml" in line
    ]
    assert not complaints
