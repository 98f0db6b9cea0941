# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The system calls that the daemon makes in all its work here, and those that its unit allows. A
call that the filter refuses fails silently, in a library that may have a fallback. So the calls are
traced without the filter, and compared."""

import os
import re
import subprocess
import time
import uuid
from pathlib import Path

import pytest

from seat import apps, cgroups, clipboard, headroom, kwin, sound
from seat.waiting import until

UNIT = "headroomd.service"
KWRITE, KONSOLE = "org.kde.kwrite", "org.kde.konsole"
_CALL = re.compile(r"^(?:\d+ +)?(?:<\.\.\. )?(\w+)(?:\(| resumed>)", re.MULTILINE)
# With -D, strace attaches to its own parent, so the daemon remains the process that systemd has
# started.
DROP_IN = """[Service]
SystemCallFilter=
ExecStart=
ExecStart=/usr/bin/strace -D -f -qq -s 0 -o {calls} {daemon}
"""


def allowed():
    return set(headroom.user("show", "--value", "-p", "SystemCallFilter", UNIT).stdout.split())


@pytest.fixture
def traced():
    """What is allowed, and the file with the calls of a daemon without a filter."""
    runtime = Path(os.environ["XDG_RUNTIME_DIR"])
    calls, drop_in = runtime / "headroomd.calls", runtime / f"systemd/user/{UNIT}.d/traced.conf"
    names = allowed()
    daemon = (
        headroom.user("show", "--value", "-p", "ExecStart", UNIT)
        .stdout.split("path=")[1]
        .split()[0]
    )
    drop_in.parent.mkdir(parents=True, exist_ok=True)
    drop_in.write_text(DROP_IN.format(calls=calls, daemon=daemon), encoding="utf-8")
    try:
        started_anew()
        yield names, calls
    finally:
        drop_in.unlink()
        drop_in.parent.rmdir()
        started_anew()
        calls.unlink(missing_ok=True)


def started_anew():
    headroom.user("daemon-reload")
    headroom.user("restart", UNIT)
    headroom.wait_for_daemon()


def freeze(app_id, unit):
    headroom.ctl("freeze", app_id)
    until(lambda: cgroups.is_frozen(unit), f"{app_id} is frozen", within=30)


def all_there_is(kwrite, konsole, recording):
    """Windows, launches, streams, the clipboard, duties, freezes and everything that ends them,
    settings, queries, a recording."""
    record = subprocess.Popen(["headroomctl", "record", str(recording)])
    for app_id in (KWRITE, KONSOLE, KWRITE, KONSOLE):
        kwin.activate(app_id)
        headroom.in_front(app_id, within=30)
    stray = apps.by_launcher("kwrite", uuid.uuid4().hex)
    adopted = until(
        lambda: [each for each in headroom.units(KWRITE) if each.startswith("app-headroom-")],
        "the process that a launcher left is adopted",
        within=60,
    )
    copier = clipboard.by_wl_copy("org.example.copier")
    with sound.playing("org.example.player", sound.commands()["pw-play in a sandbox"]) as player:
        headroom.user(
            "restart", "pipewire.service", "pipewire-pulse.service", "wireplumber.service"
        )
        apps.kill(player.unit)
    kwin.activate(KONSOLE)
    headroom.in_front(KONSOLE, within=30)
    freeze(KWRITE, kwrite)
    time.sleep(5)  # the daemon checks every two seconds what needs a frozen app
    headroom.ctl("thaw", KWRITE)
    freeze(KWRITE, kwrite)
    kwin.activate(KWRITE)
    until(lambda: not cgroups.is_frozen(kwrite), "its focus thaws it")
    headroom.ctl("set", "Memory/GentleReclaim", "true")
    headroom.ctl("set", "Memory/GentleReclaim", "--default")
    for words in (
        ["history"],
        ["why", KWRITE],
        ["doctor"],
        ["settings"],
        ["status"],
        ["run", "--detach", "true"],
        ["close", KONSOLE],
    ):
        headroom.ctl(*words, check=False)
    with subprocess.Popen(["headroomctl", "hold", KWRITE, "--", "sleep", "1"]) as hold:
        hold.wait()
    kwin.activate(KONSOLE)
    headroom.ctl("freeze", KWRITE, check=False)
    headroom.user("stop", UNIT)  # with a frozen app
    record.wait(timeout=30)
    apps.kill(stray, copier, *adopted)


def test_all_that_it_calls_is_allowed(kwrite, konsole, traced, tmp_path):
    names, calls = traced
    all_there_is(kwrite, konsole, tmp_path / "recording")
    used = set(_CALL.findall(calls.read_text(encoding="utf-8", errors="replace")))
    print(f"{len(used)} calls of the {len(names)} allowed: {' '.join(sorted(used))}")
    assert {
        "openat",
        "ppoll" if "ppoll" in used else "poll",
        "pidfd_open",
        "fsetxattr",
        "inotify_add_watch",
        "statx",
        "mlock2",
    } <= used, "the trace shows the daemon at work"
    assert used <= names, sorted(used - names)


def test_what_ends_others_is_not_allowed():
    assert not allowed() & {
        "kill",
        "tkill",
        "rt_sigqueueinfo",
        "rt_tgsigqueueinfo",
        "pidfd_send_signal",
        "ptrace",
        "process_vm_writev",
        "setpriority",
    }
    assert {"tgkill", "mlock2", "prlimit64", "openat", "pidfd_open"} <= allowed()
