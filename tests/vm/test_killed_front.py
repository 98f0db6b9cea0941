# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""An app in front that something kills is a result of bench/stall.py, and the worst one. A peer
sends SIGTERM first, and then the app reports its frames. The kernel sends SIGKILL."""

import contextlib
import os
import signal
import time

import pytest

from seat import pressure
from seat.end_of_loads import EndOfLoads
from seat.probe import FrontKilled, Probe

SECONDS = 6


@pytest.fixture
def probe():
    pressure.start_headroom()
    in_front = Probe("--window")
    yield in_front
    in_front.stop()


@pytest.mark.parametrize("number, reports", [(signal.SIGTERM, True), (signal.SIGKILL, False)])
def test_its_end_is_noted_and_its_frames_are_kept(probe, number, reports):
    with contextlib.closing(EndOfLoads()) as end:
        probe.begin()
        began = time.monotonic()
        end.at(began + SECONDS, (), [probe.pid, os.getpid()])
        os.kill(probe.pid, number)
        left = end.wait(SECONDS + 60)
    assert left.ended.keys() == {probe.pid}
    assert 0 <= left.ended[probe.pid] - began <= SECONDS
    with pytest.raises(FrontKilled) as killed:
        probe.end(began + SECONDS)
    assert (killed.value.frames is not None) == reports
    if reports:
        assert killed.value.frames.on_time < 1


def test_one_that_lives_reports_no_more_than_the_time_that_was_asked_for(probe):
    probe.begin()
    began = time.monotonic()
    frames = probe.end(began + 1)
    assert 1 <= frames.seconds < 3
