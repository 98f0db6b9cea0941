# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An app takes all the memory and is paused for it. The icon in the panel names it, and one click
in the applet resumes it."""

import contextlib

import pytest

from seat import applet, headroom, kwin, reader, shortage
from seat.applet import SHELL, row_of
from seat.waiting import until


@pytest.fixture(scope="module", autouse=True)
def screen_reader():
    """The hog has no window, so a screen reader is no reason against its freeze. The apps of other
    tests have one."""
    reader.listen()
    yield
    reader.ignore()


@pytest.fixture(name="hog")
def paused_hog():
    with shortage.by_a_hog() as load, contextlib.ExitStack() as held:
        held.callback(applet.close)
        assert load.is_frozen()
        yield load


def test_a_hog_is_resumed_by_one_click(hog):
    cursor = headroom.journal_cursor()
    icon = applet.icon()
    print(reader.find(SHELL, "Headroom: ", "button"))
    kwin.click(*icon)
    until(lambda: "Paused" in row_of(hog.app_id), "the applet names it", within=60)
    reader.click_on(SHELL, "Resume", "button")
    until(
        lambda: headroom.acts_on(headroom.acts(cursor), "thaw", hog.app_id),
        "it is resumed",
        within=60,
    )
    assert "you resumed" in headroom.ctl("why", hog.app_id).stdout
