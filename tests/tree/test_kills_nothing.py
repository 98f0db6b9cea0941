# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The daemon ends no process by itself. It sends no signal, has systemd send one only if the user
requests it, and sets no memory limit: MemoryLow= protects. tests/session/test_hardening.py tests
that it can't send signals."""

import re

import pytest

from project import ROOT, code, sources, write

# Calls and names that end a process, or have the kernel or systemd end it.
_ENDS = re.compile(
    r"\b(?:kill|killpg|tkill|tgkill|sigqueue|pthread_kill|(?:sd_)?pidfd_send_signal)\s*\("
    r"|\bg_subprocess_(?:send_signal|force_exit)\s*\(|SYS_(?:t?g?kill|pidfd_send_signal)"
    r"|cgroup\.kill|\bSIG(?:KILL|STOP|QUIT|ABRT|HUP)\b"
    r"|\"(?:KillUnit|KillUnitSubgroup|StopUnit|StopUnitWithFlags|RestartUnit)\""
    r"|\"(?:TerminateSession|KillSession)\""
)
_LIMITS = re.compile(r"memory\.(?:swap\.)?(?:max|high)\b|\"Memory(?:Swap|ZSwap)?(?:Max|High)\"")
_PROTECTIONS = re.compile(r"memory\.(?:low|min)\b|\"Memory(?:Low|Min)\"")
# Where it is written, and how often. systemd writes the files, so the names of these are only for
# reading.
PROTECTED = {
    ("daemon/act/protection.cpp", '"MemoryLow"'): 1,
    ("daemon/sys/cgroup_dir.h", "memory.low"): 1,
    ("daemon/sys/cgroup_dir.h", "memory.min"): 1,
}
# The only place, and how often. systemd sends SIGTERM to an app without a window that the user
# closes.
ALLOWED = {("daemon/act/close.cpp", '"KillUnit"'): 1}


def found(pattern, root=ROOT):
    counted = {}
    for path in sources("daemon", root=root):
        for match in pattern.finditer(code(path)):
            what = str(path.relative_to(root)), match.group().strip()
            counted[what] = counted.get(what, 0) + 1
    return counted


def test_nothing_ends_a_process_but_what_the_user_asks_for():
    assert found(_ENDS) == ALLOWED


def test_and_then_it_is_asked():
    close = code(ROOT / "daemon/act/close.cpp")
    assert re.search(r'"KillUnit",\s*g_variant_new\(\s*"\(ssi\)",[^;]*SIGTERM\)', close)
    assert len(re.findall(r"\bclose_processes\(", close)) == 2, "defined, and called"
    assert re.search(r"case CloseWay::End:\s*return close_processes\(", close)


def test_only_what_was_asked_to_close_is_closed():
    """Only one rule requests it, and it iterates over what the user has closed."""
    makers = [
        path.name for path in sources("daemon/policy") if re.search(r"CloseWay::End\b", code(path))
    ]
    assert makers == ["close_asked.cpp"]
    assert re.search(
        r"for \(const auto &\[\w+, wish\]\s*:\s*session\.\w*clos\w*\)",
        code(ROOT / "daemon/policy/close_asked.cpp"),
    )


def test_no_limit_on_memory_is_written():
    assert not found(_LIMITS)


def test_memory_is_protected_by_one_file_and_what_is_in_force_is_only_read():
    assert found(_PROTECTIONS) == PROTECTED
    for path in sources("daemon"):
        assert not re.search(r"write\([^)]*memory_(?:low|min)", code(path)), path


@pytest.mark.parametrize(
    "line, ends, limits",
    [
        ("kill(pid, 9);", 1, 0),
        ("::kill(pid, 0);", 1, 0),
        ("skill(pid);", 0, 0),
        ("// kill(pid)", 0, 0),
        ('call("StopUnit", x);', 1, 0),
        ("send(SIGKILL);", 1, 0),
        ('write("memory.high", "1");', 0, 1),
        ('write("memory.swap.max", "1");', 0, 1),
        ('read("memory.current");', 0, 0),
        ('{"MemoryHigh", 1}', 0, 1),
        ('write("cgroup.kill", "1");', 1, 0),
    ],
)
def test_what_would_is_found(tmp_path, line, ends, limits):
    write(tmp_path, "daemon/act/x.cpp", line + "\n")
    assert (sum(found(_ENDS, tmp_path).values()), sum(found(_LIMITS, tmp_path).values())) == (
        ends,
        limits,
    )
