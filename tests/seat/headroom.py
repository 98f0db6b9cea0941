# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Headroom, queried by headroomctl and systemctl like a user."""

import contextlib
import json
import os
import re
import signal
import subprocess
from pathlib import Path

from seat.waiting import SLOWNESS, until

#: For so many seconds, 10 by default, an app is exempt after it was in front.
UNFOCUSED = "Freeze/UnfocusedSeconds"


def ctl(*words, check=True):
    return subprocess.run(
        ["headroomctl", *words], check=check, capture_output=True, text=True, timeout=30 * SLOWNESS
    )


def status():
    return json.loads(ctl("status", "--json").stdout)


def settings():
    """The settings in force, by name."""
    return json.loads(ctl("settings", "--json").stdout)


def capabilities():
    """What this machine can do, as on the bus: name → [available, reason, remedy]."""
    return {
        name: [each["available"], each["reason"], each["remedy"]]
        for name, each in status()["capabilities"].items()
    }


def app(app_id):
    return next((entry for entry in status()["apps"] if entry["id"] == app_id), None)


def wait_for_app(app_id, where=lambda entry: True, what="it is there", within=30.0):
    return until(
        lambda: (entry := app(app_id)) and where(entry) and entry, f"{app_id}: {what}", within
    )


def in_front(app_id, within=5):
    def is_not():
        return f"{app_id} is in front (it is: {status()['focused'] or 'none'})"

    until(lambda: status()["focused"] == app_id, is_not, within)


def is_seen(app_id):
    """Whether Headroom considers a window of the app visible."""
    return "is visible" in ctl("why", app_id).stdout


def units(app_id):
    entry = app(app_id)
    return entry["units"] if entry else []


def user(*words, check=True):
    """systemctl --user"""
    return subprocess.run(
        ["systemctl", "--user", *words],
        check=check,
        capture_output=True,
        text=True,
        timeout=60 * SLOWNESS,
    )


def daemon_pid():
    return int(user("show", "--value", "-p", "MainPID", "headroomd.service").stdout)


@contextlib.contextmanager
def drop_in(text):
    """Has the daemon's unit changed meanwhile."""
    directory = Path(os.environ["XDG_RUNTIME_DIR"]) / "systemd/user/headroomd.service.d"
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / "test.conf"
    file.write_text(text, encoding="utf-8")
    user("daemon-reload")
    try:
        yield
    finally:
        file.unlink()
        with contextlib.suppress(OSError):  # it has others
            directory.rmdir()
        user("daemon-reload")


# systemd gives up on a service that ends five times in ten seconds.
NO_START_LIMIT = "[Unit]\nStartLimitIntervalSec=0\n"


@contextlib.contextmanager
def crashed_for_good():
    """Kills the daemon until systemd no longer starts it again. On a slow machine, five of its
    lives take longer than ten seconds, so here any five in an hour are too many. That is undone
    only at the end, since it takes time, which would be missing from what is measured after the
    crash."""

    def is_failed():
        if pid := daemon_pid():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return user("is-failed", "headroomd.service", check=False).returncode == 0

    with drop_in("[Unit]\nStartLimitIntervalSec=1h\n"):
        until(is_failed, "systemd has given up", within=30)
        yield


def wait_for_daemon():
    """Waits until the daemon runs, is on the bus, and has a window source. One that is about to end
    answers, too, and may be gone at the next question."""

    def is_ready():
        asked = ctl("status", "--json", check=False)
        return asked.returncode == 0 and json.loads(asked.stdout)["window_source"]

    until(
        lambda: daemon_pid() > 0 and is_ready(),
        "headroomd answers, and a source reports windows",
        within=30,
    )


def history_since_paused(name):
    """The lines of the history since an app was last paused, with what happened to others
    meanwhile."""
    lines = ctl("history").stdout.splitlines()
    return lines[max(at for at, line in enumerate(lines) if f"paused {name}: " in line) :]


def journal(since):
    """The daemon's log messages since a cursor of journal_cursor()."""
    said = subprocess.run(
        [
            "sudo",
            "journalctl",
            "--no-pager",
            "-o",
            "cat",
            "_COMM=headroomd",
            f"--after-cursor={since}",
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=30 * SLOWNESS,
    )
    return said.stdout.splitlines()


def worst_lateness_ms(since, within=15):
    """The worst lateness of the daemon's loop while it sampled pressure, since a cursor of
    journal_cursor(). The daemon logs it when it stops sampling."""
    until(lambda: status()["level"] == "calm", "the level is calm again", within)
    looked = until(
        lambda: [
            found[1]
            for line in journal(since)
            if (found := re.search(r"looked at pressure .* at most (\d+) ms late", line))
        ],
        "the daemon has stopped sampling",
        within,
    )
    return max(map(int, looked))


def acts(since):
    """Headroom's acts since a cursor of journal_cursor(): the fields of each entry, and its time by
    CLOCK_MONOTONIC, in seconds."""
    said = subprocess.run(
        [
            "sudo",
            "journalctl",
            "--no-pager",
            "-o",
            "json",
            "_COMM=headroomd",
            f"--after-cursor={since}",
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=60 * SLOWNESS,
    )
    entries = [json.loads(line) for line in said.stdout.splitlines()]
    return [entry | {"at": said_at(entry)} for entry in entries if "HEADROOM_ACTION" in entry]


def acts_on(said, action, app_id):
    """Of the result of acts(), one action on one app."""
    return [
        act for act in said if act["HEADROOM_ACTION"] == action and act["HEADROOM_APP"] == app_id
    ]


def told(said):
    """The same for people to read: the time and the sentence."""
    return [(round(act["at"], 1), act["MESSAGE"]) for act in said]


def said_at(entry):
    """When it was sent. journald may itself have stalled for memory, and its own stamp is when it
    handled the entry. The kernel states its own time."""
    if "_SOURCE_MONOTONIC_TIMESTAMP" in entry:
        return int(entry["_SOURCE_MONOTONIC_TIMESTAMP"]) / 1e6
    late = int(entry["__REALTIME_TIMESTAMP"]) - int(
        entry.get("_SOURCE_REALTIME_TIMESTAMP", entry["__REALTIME_TIMESTAMP"])
    )
    return (int(entry["__MONOTONIC_TIMESTAMP"]) - late) / 1e6


def journal_cursor():
    said = subprocess.run(
        ["sudo", "journalctl", "--no-pager", "-n", "0", "--show-cursor"],
        check=True,
        capture_output=True,
        text=True,
        timeout=30 * SLOWNESS,
    )
    return said.stdout.split("-- cursor: ")[1].strip()
