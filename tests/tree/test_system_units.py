# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The unit that has a privilege has one, and by systemd's own measure no more. That it works so:
tests/vm/test_broker.py. And where a build from source installs what is root's, and that the units
know the daemon's exit statuses."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from project import ROOT

SERVICE = ROOT / "systemd-units/headroom-broker@.service.in"
MOST_EXPOSED = 1.5
# All that the measure may find. The unit has the reason for each.
NEEDED = {
    "AmbientCapabilities=",
    "CapabilityBoundingSet=~CAP_SYS_(NICE|RESOURCE)",
    "DeviceAllow=",  # the clock to read, which ProtectClock= adds
    "PrivateUsers=",
    "ProcSubset=",
    "ProtectControlGroups=",
    "ProtectProc=",
    "RemoveIPC=",
    "RestrictAddressFamilies=~AF_UNIX",
    "RootDirectory=/RootImage=",
}


def analysed(path):
    """(exposure, settings that are found to be missing)"""
    said = subprocess.run(
        # As for units of users: it makes its own directory, which for the system's takes root.
        ["systemd-analyze", "--user", "security", "--no-pager", "--offline=true", str(path)],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": str(path.parent)},
    ).stdout
    exposure = float(re.search(r"Overall exposure level for \S+: ([\d.]+)", said)[1])
    return exposure, {line.split()[1] for line in said.splitlines() if line.startswith("✗")}


def written(folder, text):
    path = folder / "headroom-broker@1000.service"
    path.write_text(text.replace("@CMAKE_INSTALL_FULL_LIBEXECDIR@", "/usr/libexec"), "utf-8")
    return path


def settings(name):
    text = SERVICE.read_text(encoding="utf-8")
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


def test_what_is_exposed_is_needed(tmp_path):
    exposure, missing = analysed(written(tmp_path, SERVICE.read_text(encoding="utf-8")))
    print(exposure, missing)
    assert exposure <= MOST_EXPOSED
    assert missing <= NEEDED


def test_it_has_one_capability_and_no_other_user():
    assert settings("CapabilityBoundingSet") == ["CAP_SYS_RESOURCE"]
    assert settings("AmbientCapabilities") == ["CAP_SYS_RESOURCE"]
    assert settings("User") == ["%i"]


def test_it_removes_nothing_of_its_user():
    """It runs as the user, whose other programs have shared memory and queues."""
    assert not settings("RemoveIPC")


@pytest.mark.parametrize("line", ["PrivateNetwork=yes", "User=%i"])
def test_a_setting_that_is_missing_is_found(tmp_path, line):
    text = SERVICE.read_text(encoding="utf-8")
    assert f"\n{line}\n" in text
    _, missing = analysed(written(tmp_path, text.replace(f"\n{line}\n", "\n")))
    assert not missing <= NEEDED


PROJECT = f"""\
cmake_minimum_required(VERSION 3.25)
project(units LANGUAGES NONE)
set(CMAKE_INSTALL_LIBDIR lib)
include(GNUInstallDirs)
set(HEADROOM_USER_UNIT_DIR lib/systemd/user)
set(HEADROOM_SYSTEM_UNIT_DIR elsewhere/systemd/system)
add_subdirectory({ROOT / "systemd-units"} units)
"""
DROP_INS = {
    "user.slice.d/50-headroom.conf",
    "user-.slice.d/50-headroom.conf",
    "user@.service.d/50-headroom-broker.conf",
    "user@.service.d/50-headroom-io.conf",
    "user@.service.d/50-headroom-memory.conf",
}
RULES = "61-headroom-disks.rules"


@pytest.mark.parametrize("in_effect", [True, False])
def test_a_build_from_source_installs_what_is_roots(tmp_path, in_effect):
    """In effect, or for administrators to copy. The other folder does not even exist."""
    (tmp_path / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
    option = f"-DHEADROOM_ROOT_SIDE={'ON' if in_effect else 'OFF'}"
    prefix, built = tmp_path / "usr", tmp_path / "built"
    for words in (
        ("-S", tmp_path, "-B", built, f"-DCMAKE_INSTALL_PREFIX={prefix}", option),
        ("--install", built),
    ):
        subprocess.run(
            ["cmake", *words],
            check=True,
            timeout=60,
            capture_output=True,
            env={**os.environ, "DESTDIR": str(tmp_path / "root")},
        )
    installed = tmp_path / "root" / prefix.relative_to("/")
    units = installed / "elsewhere/systemd/system"
    drop_ins = {str(path.relative_to(units)) for path in units.rglob("*.conf")}
    assert drop_ins == (DROP_INS if in_effect else set())
    assert (units / "headroom-broker@.socket").is_file()
    assert (installed / "lib/udev/rules.d" / RULES).is_file() == in_effect
    to_copy = installed / "share/headroom/root-side"
    assert to_copy.exists() != in_effect
    if not in_effect:
        there = {path.name for path in to_copy.rglob("*.conf")}
        assert there == {Path(name).name for name in DROP_INS}
        assert (to_copy / RULES).is_file()


def test_the_units_name_the_statuses_of_the_daemon():
    text = (ROOT / "daemon/options.h").read_text(encoding="utf-8")
    status = dict(re.findall(r"constexpr int (\w+) = (\d+);", text))
    never_again = {
        name: re.findall(
            r"^RestartPreventExitStatus=(.*)$",
            (ROOT / f"systemd-units/{name}.service.in").read_text(encoding="utf-8"),
            re.MULTILINE,
        )
        for name in ("headroomd", "headroom-thaw")
    }
    assert never_again["headroomd"] == [status["another_runs"]]
    assert status["some_stay_frozen"] not in never_again["headroom-thaw"][0].split()
