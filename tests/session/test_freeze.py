# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A freeze is a lease: every way that ends it, and everything that prevents it."""

import contextlib
import os
import signal
import subprocess
import time
import uuid

from seat import apps, cgroups, headroom, kwin, quiet
from seat.waiting import until

OUR_OOMD_MARK = b"t"  # systemd writes "1"


def freeze_in_background(app_id, unit, *words):
    headroom.ctl("freeze", app_id, *words)
    until(lambda: cgroups.is_frozen(unit), f"{unit} is frozen")


def thawed(unit, why, within=5):
    until(lambda: not cgroups.is_frozen(unit), f"{unit} runs again", within)
    until(
        lambda: why in " ".join(headroom.ctl("why", headroom_app(unit)).stdout.splitlines()),
        f"the reason is {why!r}",
    )
    cgroups.until_unmarked(cgroups.directory(unit))


def headroom_app(unit):
    return next(entry["id"] for entry in headroom.status()["apps"] if unit in entry["units"])


def test_written_down_before_it_is_done(kwrite, konsole):
    freeze_in_background("org.kde.kwrite", kwrite)
    path = cgroups.directory(kwrite)
    assert cgroups.marks(path) == {"user.headroom.frozen": "1", "user.headroom.avoid": "1"}
    assert os.getxattr(path, cgroups.OOMD_MARK) == OUR_OOMD_MARK
    ledger = open(os.environ["XDG_RUNTIME_DIR"] + "/headroom/frozen", encoding="utf-8").read()
    assert kwrite in ledger
    # The kernel has told this test, and tells the daemon by an event of its own.
    assert headroom.wait_for_app(
        "org.kde.kwrite", lambda entry: entry["state"] == "frozen", "it is known to be frozen"
    )["frozen"]


def test_thawed_on_request(kwrite, konsole):
    freeze_in_background("org.kde.kwrite", kwrite)
    headroom.ctl("thaw", "org.kde.kwrite")
    thawed(kwrite, "you requested it")


def test_thawed_by_focus(kwrite, konsole):
    freeze_in_background("org.kde.kwrite", kwrite)
    kwin.activate("org.kde.kwrite")
    thawed(kwrite, "its window was activated")


def test_thawed_by_a_real_click(kwrite, konsole):
    kwin.place("org.kde.kwrite", 0, 0, 600, 600)
    kwin.place("org.kde.konsole", 640, 0, 600, 600)
    kwin.click(900, 300)
    until(lambda: headroom.status()["focused"] == "org.kde.konsole", "Konsole has the focus")
    freeze_in_background("org.kde.kwrite", kwrite)
    kwin.click(300, 300)
    thawed(kwrite, "its window was activated")


def test_thawed_when_un_minimised_without_focus(kwrite, konsole):
    kwin.minimise("org.kde.kwrite")
    kwin.activate("org.kde.konsole")
    until(lambda: headroom.status()["focused"] == "org.kde.konsole", "Konsole has the focus")
    freeze_in_background("org.kde.kwrite", kwrite)
    kwin.minimise("org.kde.kwrite", False)
    until(lambda: not cgroups.is_frozen(kwrite), "KWrite runs again", within=5)
    assert any(
        words in headroom.ctl("why", "org.kde.kwrite").stdout
        for words in ("shown again", "activated")
    )


def test_thawed_when_launched_again(kwrite, konsole, closing):
    before = set(headroom.units("org.kde.kwrite"))
    freeze_in_background("org.kde.kwrite", kwrite)
    apps.from_menu("org.kde.kwrite")
    until(lambda: not cgroups.is_frozen(kwrite), "KWrite runs again", within=20)
    # It would stay in all later tests, with a window that they take for their own.
    closing.extend(
        until(lambda: set(headroom.units("org.kde.kwrite")) - before, "the other one is known")
    )


def test_thawed_after_the_hold(kwrite, konsole):
    began = time.monotonic()  # before the request, so it can't have ended in less than the hold
    freeze_in_background("org.kde.kwrite", kwrite, "--for", "2s")
    until(lambda: not cgroups.is_frozen(kwrite), "KWrite runs again", within=6)
    assert time.monotonic() - began >= 2
    thawed(kwrite, "longest time allowed")


def test_thawed_at_the_end_of_the_daemon(kwrite, konsole):
    freeze_in_background("org.kde.kwrite", kwrite)
    headroom.user("stop", "headroomd.service")
    assert not cgroups.is_frozen(kwrite)
    cgroups.until_unmarked(cgroups.directory(kwrite))
    headroom.user("start", "headroomd.service")


def test_thawed_by_the_next_start(kwrite, konsole):
    """An earlier daemon left a mark and a frozen cgroup, and nothing has thawed it. The sweep at
    the next start does."""
    headroom.user("stop", "headroomd.service")
    path = cgroups.directory(kwrite)
    for mark in ("user.headroom.avoid", "user.headroom.frozen"):
        os.setxattr(path, mark, b"1")
    os.setxattr(path, cgroups.OOMD_MARK, OUR_OOMD_MARK)
    (path / "cgroup.freeze").write_text("1", encoding="ascii")
    until(lambda: cgroups.is_frozen(kwrite), "KWrite is frozen")
    headroom.user("start", "headroomd.service")
    until(lambda: not cgroups.is_frozen(kwrite), "KWrite runs again", within=3)
    cgroups.until_unmarked(path)


@contextlib.contextmanager
def started_again():
    try:
        yield
    finally:
        headroom.user("reset-failed", "headroomd.service", check=False)
        headroom.user("start", "headroomd.service")
        headroom.wait_for_daemon()


def test_thawed_though_nothing_runs_after_the_daemon(kwrite, konsole):
    """Neither the next daemon nor ExecStopPost=, which may be killed while memory is short."""
    freeze_in_background("org.kde.kwrite", kwrite)
    with started_again(), headroom.drop_in("[Service]\nRestart=no\nExecStopPost=\n"):
        os.kill(headroom.daemon_pid(), signal.SIGKILL)
        until(lambda: not cgroups.is_frozen(kwrite), "KWrite runs again", within=5)
        assert headroom.user("is-failed", "headroomd.service").stdout == "failed\n"
        cgroups.until_unmarked(cgroups.directory(kwrite))


def test_a_daemon_that_is_started_again_thaws_by_itself():
    def thawing():
        """Differs for each time that the unit has run."""
        return headroom.user(
            "show", "--value", "-p", "InvocationID", "headroom-thaw.service"
        ).stdout

    before, killed = thawing(), headroom.daemon_pid()
    os.kill(killed, signal.SIGKILL)
    until(lambda: headroom.daemon_pid() not in (0, killed), "systemd has started it again")
    headroom.wait_for_daemon()
    assert thawing() == before
    with started_again(), headroom.crashed_for_good():
        until(lambda: thawing() != before, "systemd has given up, and thaws")


def test_a_daemon_whose_stop_fails_is_restarted_nevertheless(kwrite, konsole):
    """It hangs, so systemd kills it after a while, and the unit has failed."""
    freeze_in_background("org.kde.kwrite", kwrite)
    hanging = headroom.daemon_pid()
    os.kill(hanging, signal.SIGSTOP)
    headroom.user("restart", "headroomd.service")
    headroom.wait_for_daemon()
    assert headroom.daemon_pid() not in (0, hanging)
    assert not cgroups.is_frozen(kwrite)


def test_somebody_elses_freeze_is_left_alone(kwrite, konsole):
    path = cgroups.directory(kwrite)
    (path / "cgroup.freeze").write_text("1", encoding="ascii")
    until(lambda: cgroups.is_frozen(kwrite), "KWrite is frozen")
    try:
        headroom.user("restart", "headroomd.service")
        headroom.wait_for_daemon()
        assert cgroups.is_frozen(kwrite)
    finally:
        (path / "cgroup.freeze").write_text("0", encoding="ascii")


def test_a_freeze_by_systemctl_meanwhile_outlives_ours(kwrite, konsole):
    freeze_in_background("org.kde.kwrite", kwrite)
    headroom.user("freeze", kwrite)
    try:
        cgroups.until_unmarked(cgroups.directory(kwrite))
        headroom.ctl("thaw", "org.kde.kwrite")
        headroom.user("restart", "headroomd.service")
        headroom.wait_for_daemon()
        assert cgroups.is_frozen(kwrite)
    finally:
        headroom.user("thaw", kwrite)
    until(lambda: not cgroups.is_frozen(kwrite), "systemctl has thawed it")


def with_properties(unit, *assignments):
    """systemd applies ManagedOOMPreference only together with some other property."""
    return "set-property", "--runtime", unit, "TasksMax=4321", *assignments


def set_properties(unit, *assignments):
    headroom.user(*with_properties(unit, *assignments))


def test_what_systemd_has_marked_for_oomd_stays_so(kwrite, konsole):
    path = cgroups.directory(kwrite)
    set_properties(kwrite, "ManagedOOMPreference=avoid")
    until(lambda: cgroups.is_marked_for_oomd(path), "systemd has set the mark")
    freeze_in_background("org.kde.kwrite", kwrite)
    assert cgroups.marks(path) == {"user.headroom.frozen": "1"}
    headroom.ctl("thaw", "org.kde.kwrite")
    until(lambda: not cgroups.marks(path), "our marks are gone")
    assert os.getxattr(path, cgroups.OOMD_MARK) == b"1"
    set_properties(kwrite, "ManagedOOMPreference=none")
    until(lambda: not cgroups.is_marked_for_oomd(path), "systemd has removed the mark")


def test_what_systemd_marks_for_oomd_meanwhile_stays_so(kwrite, konsole):
    path = cgroups.directory(kwrite)
    freeze_in_background("org.kde.kwrite", kwrite)
    set_properties(kwrite, "ManagedOOMPreference=avoid")
    until(lambda: os.getxattr(path, cgroups.OOMD_MARK) == b"1", "systemd has set its mark")
    headroom.ctl("thaw", "org.kde.kwrite")
    until(lambda: not cgroups.marks(path), "our marks are gone")
    assert os.getxattr(path, cgroups.OOMD_MARK) == b"1"
    set_properties(kwrite, "ManagedOOMPreference=none")
    until(lambda: not cgroups.is_marked_for_oomd(path), "systemd has removed the mark")


def lost_while_the_daemon_is_stopped(path):
    """Whether systemd was seen to remove its mark. The watchdog kills a daemon that is stopped for
    six seconds, on any machine, so this gives up in time."""
    daemon = headroom.daemon_pid()
    headroom.status()  # its loop runs, so it is not late with its message to the watchdog
    end = time.monotonic() + 4
    with subprocess.Popen(["systemctl", "--user", *with_properties(path.name)]):
        os.kill(daemon, signal.SIGSTOP)
        try:
            while cgroups.is_marked_for_oomd(path) and time.monotonic() < end:
                time.sleep(0.02)  # until() would wait for longer on a slow machine
            return not cgroups.is_marked_for_oomd(path)
        finally:
            os.kill(daemon, signal.SIGCONT)


def test_the_mark_for_oomd_returns_when_systemd_removes_it(kwrite, konsole):
    """systemd does so when it applies a property of the unit, whichever that is. While the daemon
    is stopped, this can be seen."""
    path = cgroups.directory(kwrite)
    freeze_in_background("org.kde.kwrite", kwrite)
    until(lambda: lost_while_the_daemon_is_stopped(path), "systemd has removed the mark")
    until(lambda: cgroups.is_marked_for_oomd(path), "it is back")
    headroom.ctl("thaw", "org.kde.kwrite")
    thawed(kwrite, "you requested it")


def test_the_focused_app_is_refused(kwrite):
    kwin.activate("org.kde.kwrite")
    until(lambda: headroom.status()["focused"] == "org.kde.kwrite", "KWrite has the focus")
    refused = headroom.ctl("freeze", "org.kde.kwrite", check=False)
    assert refused.returncode == 1 and "is the active app" in refused.stderr
    assert not cgroups.is_frozen(kwrite)


def test_the_focused_app_is_paused_once_it_is_minimised(kwrite):
    kwin.activate("org.kde.kwrite")
    headroom.in_front("org.kde.kwrite")
    kwin.minimise("org.kde.kwrite")
    until(
        lambda: "even on request" not in headroom.ctl("why", "org.kde.kwrite").stdout,
        "it is known to be hidden",
    )
    freeze_in_background("org.kde.kwrite", kwrite)
    kwin.activate("org.kde.kwrite")
    until(lambda: not cgroups.is_frozen(kwrite), "it runs again", within=5)


def test_a_service_that_is_stopped_by_a_program_is_refused(kwrite, closing):
    """systemd would start that program in the frozen cgroup, and hang."""
    server = "org.example.Server"
    stopped_by = ["ExecStopPost=/usr/bin/true"]
    unit = apps.own_unit(server, uuid.uuid4().hex, "sleep", "1000", properties=stopped_by)
    closing.append(unit)
    headroom.wait_for_app(server)
    why = "systemd starts a program in it"
    until(
        lambda: why in " ".join(headroom.ctl("why", server).stdout.split()),
        "systemd has reported how it stops it",
    )
    refused = headroom.ctl("freeze", server, check=False)
    assert refused.returncode == 1 and why in " ".join(refused.stderr.split())
    assert not cgroups.is_frozen(unit)


def test_an_app_of_two_hundred_processes(kwrite, closing):
    """A thread looks at them first, so that the loop needn't."""
    many = "org.example.Many"
    command = "for i in $(seq 200); do sleep 1000 & done; wait"
    unit = apps.own_unit(many, uuid.uuid4().hex, "sh", "-c", command)
    closing.append(unit)
    procs = cgroups.directory(unit) / "cgroup.procs"
    until(lambda: len(procs.read_text(encoding="ascii").split()) > 200, "all processes are there")
    headroom.wait_for_app(many)
    freeze_in_background(many, unit)
    headroom.wait_for_app(
        many, lambda entry: entry["state"] == "frozen", "it is known to be frozen"
    )
    headroom.ctl("thaw", many)
    thawed(unit, "you requested it")


def test_what_ends_while_it_is_paused_is_watched_no_longer(kwrite):
    """The kernel keeps a watch, and the inode of the cgroup, until the watch is removed."""
    brief, pid = "org.example.Brief", headroom.daemon_pid()
    before = quiet.settled_inotify_watches(pid)
    for _ in range(3):
        unit = apps.own_unit(brief, uuid.uuid4().hex, "sleep", "1000")
        headroom.wait_for_app(brief)
        freeze_in_background(brief, unit)
        apps.kill(unit)
        until(lambda: headroom.app(brief) is None, "it is forgotten")
    until(lambda: quiet.inotify_watches(pid) == before, "it is watched no longer")


def test_a_slice_that_is_gone_is_watched_no_longer():
    pid = headroom.daemon_pid()
    before = quiet.settled_inotify_watches(pid)
    for number in range(3):
        name = f"app-brief{number}.slice"
        subprocess.run(
            [
                "systemd-run",
                "--user",
                "--quiet",
                f"--slice={name}",
                "--unit=in-a-slice",
                "sleep",
                "1000",
            ],
            check=True,
        )
        until(lambda: quiet.inotify_watches(pid) > before, "the slice is watched")
        headroom.user("stop", "in-a-slice.service")
        headroom.user("stop", name)
        until(lambda: quiet.inotify_watches(pid) == before, "and no longer")
