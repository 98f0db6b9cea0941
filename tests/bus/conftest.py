# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The base of this directory's tests: a private bus, fakes on it, headroomctl as a function, and
headroomd on a tree of its own."""

import os
import re
import subprocess

import pytest

from cgroup_tree import CgroupTree
from fake_headroomd import FakeHeadroomd
from fake_kwin import FakeKwin, normal_window
from fake_systemd import FakeSystemd
from headroomd import Headroomd
from private_bus import PATIENCE, private_bus

HEADROOMCTL = os.environ.get("HEADROOMCTL", "headroomctl")
# What headroomctl prints if an answer takes three seconds, as any may on a busy machine.
WAITS = re.compile(r"^Waiting for (headroomd|systemd|the session bus)…\n", re.MULTILINE)


@pytest.fixture
def bus():
    with private_bus() as address:
        yield address


@pytest.fixture
def daemon(bus):
    with FakeHeadroomd(bus) as fake:
        yield fake


@pytest.fixture
def systemd(bus):
    with FakeSystemd(bus) as fake:
        yield fake


@pytest.fixture
def environment(bus, tmp_path):
    return {
        "PATH": os.environ["PATH"],
        "LC_ALL": "C.UTF-8",
        "HOME": str(tmp_path),
        "XDG_RUNTIME_DIR": str(tmp_path),
        "DBUS_SESSION_BUS_ADDRESS": bus,
    }


@pytest.fixture
def ctl(environment):
    """Runs headroomctl to its end. `check` is the expected exit status, and `within` a command that
    runs it. What it prints while it waits for an answer is left out."""

    def run(*arguments, check=0, within=(), **options):
        options.setdefault("env", environment)
        options.setdefault("timeout", PATIENCE)
        done = subprocess.run(
            [*within, HEADROOMCTL, *arguments],
            capture_output=True,
            text=True,
            check=False,
            **options,
        )
        assert done.returncode == check, done
        done.stderr = WAITS.sub("", done.stderr)
        return done

    return run


@pytest.fixture
def start_ctl(environment):
    """Starts headroomctl and leaves it running; it is gone after the test. `within` is a command
    that runs it."""
    started = []

    def start(*arguments, within=(), **options):
        process = subprocess.Popen(
            [*within, HEADROOMCTL, *arguments],
            env=environment,
            text=True,
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def freed_memory_is_free(monkeypatch):
    """AddressSanitizer keeps freed memory in a quarantine, to detect uses after free."""
    monkeypatch.setenv(
        "ASAN_OPTIONS",
        os.environ.get("ASAN_OPTIONS", "")
        + ":quarantine_size_mb=1:thread_local_quarantine_size_kb=64",
    )


@pytest.fixture
def tree():
    made = CgroupTree()
    yield made
    made.remove()


@pytest.fixture
def kwin(bus):
    with FakeKwin(bus) as fake:
        yield fake


@pytest.fixture(scope="session", name="locales")
def a_real_locale(tmp_path_factory):
    """gettext translates nothing in the locales C and C.UTF-8, and the build system has no
    others."""
    folder = tmp_path_factory.mktemp("locales")
    subprocess.run(("localedef", "-i", "de_DE", "-f", "UTF-8", folder / "de_DE.UTF-8"), check=True)
    return folder


@pytest.fixture
def start_headroomd(tree, bus, tmp_path):
    """Starts the daemon; it is gone after the test. With `ready=False`, start() doesn't wait for
    it."""
    started = []

    def start(*arguments, ready=True, address=bus, **options):
        headroomd = Headroomd(tree, address, tmp_path, *arguments, **options)
        started.append(headroomd)
        if ready:
            headroomd.await_ready()
        return headroomd

    yield start
    for headroomd in started:
        headroomd.close()


@pytest.fixture
def desk(tree, systemd, kwin, start_headroomd):
    return Desk(tree, systemd, kwin, start_headroomd)


class Desk:
    """A session with a user manager and a compositor. Apps are started first, and then the
    daemon."""

    def __init__(self, tree, systemd, kwin, start_headroomd):
        self.tree = tree
        self.systemd = systemd
        self.systemd.tree = tree
        self.kwin = kwin
        self._start = start_headroomd
        self.windows = []

    def app(self, app, unit=None):
        """The unit and the window of an app with one process."""
        unit = unit or self.tree.unit(f"app.slice/app-{app}-1.scope")
        window = self.window(self.tree.sleep(unit), app)
        return unit, window

    def window(self, pid, app=""):
        window = normal_window(pid, app, f"{{{len(self.windows)}}}")
        self.windows.append(window)
        return window

    def start(self, focus=None, **options):
        """The daemon, to which all windows are reported."""
        headroomd = self._start(**options)
        self.report(focus)
        return headroomd

    def report(self, focus=None):
        self.kwin.await_call("isScriptLoaded")  # the daemon has found the compositor
        self.kwin.snapshot(*self.windows, focus=focus)


@pytest.fixture(name="hog")
def hidden_hog(desk):
    """The unit of an app that is hidden and may be inspected."""
    unit, window = desk.app("org.example.Hog")
    window["hidden"] = True
    (desk.tree.proc / str(window["pid"]) / "fd").mkdir()
    unit.write("cgroup.procs", f"{window['pid']}\n")
    unit.settles()  # as soon as it is frozen
    return unit
