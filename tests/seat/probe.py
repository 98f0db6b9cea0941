# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""uiprobe as the foreground app: what bench/uiprobe measures, for a part of its life."""

import json
import os
import signal
import time
import uuid
from dataclasses import replace
from pathlib import Path

from seat import apps, cgroups, headroom, kwin
from seat.felt import Frames
from seat.waiting import until

PROGRAM = "/usr/libexec/headroom/uiprobe"
LONGEST = 1800  # the seconds that it can record


class FrontKilled(AssertionError):
    """The probe ended before its measurement. `frames`: what it reported at its end; None: it was
    not able to, as after SIGKILL."""

    def __init__(self, frames):
        super().__init__("the foreground app was killed")
        self.frames = frames


class Probe:
    """A probe that is started, warm, and in front. `pace` is uiprobe's option for how frames are
    made. Headroom must run meanwhile, since it reports the foreground app."""

    def __init__(self, pace, app_id="org.example.Probe", within=120):
        self.app_id = app_id
        # A desktop file, as every app with windows has one: while such an app starts, it is exempt.
        # A desktop file whose program can't be found doesn't count. An app without one is frozen
        # like any other hog when it makes memory short.
        self._entry = Path.home() / f".local/share/applications/{app_id}.desktop"
        self._entry.parent.mkdir(parents=True, exist_ok=True)
        self._entry.write_text(
            f"[Desktop Entry]\nType=Application\nName=Probe\nExec={PROGRAM}\n", encoding="utf-8"
        )
        self._said = Path(os.environ["XDG_RUNTIME_DIR"]) / f"probe-{uuid.uuid4().hex}"
        self.unit = apps.own_unit(
            app_id,
            uuid.uuid4().hex,
            PROGRAM,
            pace,
            "--app-id",
            app_id,
            "--seconds",
            str(LONGEST),
            properties=[f"StandardOutput=file:{self._said}"],
        )
        try:
            self._come_up(within)
        except BaseException as trouble:
            trouble.add_note(
                headroom.user("status", "--no-pager", "--lines=30", self.unit, check=False).stdout
            )
            self.stop()  # or it would be one more load for all later tests
            raise

    def _come_up(self, within):
        first = until(lambda: next(iter(self._documents()), None), "the probe has begun", within)
        self.pid, self._began = first["pid"], first["began_us"] / 1e6
        self.path = cgroups.directory(self.unit)
        headroom.wait_for_app(
            self.app_id, lambda entry: entry["windows"] > 0, "its window is up", within
        )
        self.focus()

    def focus(self):
        kwin.activate_pid(self.pid)
        until(
            lambda: headroom.status()["focused"] == self.app_id, "the probe is in front", within=60
        )

    def begin(self):
        """The measurement starts here. Returns when that was, by CLOCK_MONOTONIC."""
        known = len(self._documents())
        os.kill(self.pid, signal.SIGUSR1)
        until(
            lambda: len(self._documents()) > known, "the probe prints its results so far", within=60
        )
        self._reports = len(self._documents())
        self._before = self._documents()[-1]
        return self._began + self._before["seconds"]

    def end(self, moment=None):
        """Ends the probe. Returns what happened since begin(), up to a moment of the monotonic
        clock. None: up to now."""
        known = len(self._documents())
        now = time.monotonic()
        lives = self._signal(signal.SIGTERM)
        if lives:
            until(
                lambda: len(self._documents()) > known or not self._signal(0),
                "the probe prints its results",
                within=120,
            )
        # SIGTERM is what earlyoom and nohang send first. The probe reports then, too.
        after = self._documents()[self._reports :]
        self.stop()
        frames = self._since_begin(after[-1], now, moment) if after else None
        if not lives or frames is None:
            raise FrontKilled(frames)
        return frames

    def _signal(self, number):
        """False: the probe is gone."""
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            return False
        return True

    def _since_begin(self, after, now, moment):
        before = self._before
        frames = Frames(
            seconds=after["seconds"] - before["seconds"],
            frames=after["frames"] - before["frames"],
            gaps=tuple(
                (at - before["seconds"], gap)
                for at, gap in after["gaps"]
                if before["seconds"] <= at + gap / 1000 and at < now - self._began
            ),
            on_time=0,
            recorder_ms=after["recorder"]["worst_lateness_ms"],
            locked=after["recorder"]["locked"],
        )
        # Frames that never came, since the probe had ended, were not on time.
        wanted = (moment or 0) - self._began - before["seconds"]
        in_time = after["frames_on_time"] - before["frames_on_time"]
        on_time = min(1.0, in_time / 60 / max(frames.seconds, wanted))
        return replace(frames.until(wanted) if moment else frames, on_time=on_time)

    def stop(self):
        apps.kill(self.unit)
        self._said.unlink(missing_ok=True)
        self._entry.unlink(missing_ok=True)

    def _documents(self):
        try:
            lines = self._said.read_text(encoding="ascii").split("\n")
        except FileNotFoundError:
            return []
        return [
            json.loads(line) for line in lines[:-1]
        ]  # a line without an end is still being written
