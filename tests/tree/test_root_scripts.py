# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the three packages of the part for root ask of systemd when they are installed, upgraded
and removed: the same. That it works so: packaging/debian/tests/root."""

import os
import re
import subprocess

import pytest

from project import ROOT

DEBIAN = ROOT / "packaging/debian"
SPEC = ROOT / "packaging/fedora/headroom.spec"
ARCH = ROOT / "packaging/arch/headroom-root.install"
SYSTEMCTL = """\
#!/bin/sh
echo "$*" >>"$CALLS"
[ "$1" != show ] || cat "$WANTED"
exit "$STATUS"
"""
# Of two users' managers.
WANTED = """\
basic.target headroom-broker@1000.socket

headroom-broker@1001.socket dbus.socket
"""
IN_EFFECT = [
    "daemon-reload",
    "--quiet try-restart headroom-broker@*.service",
    "show --property=Wants --value --state=active user@*.service",
    "start headroom-broker@1000.socket",
    "start headroom-broker@1001.socket",
]
STOP = ["stop headroom-broker@*.socket headroom-broker@*.service"]
GONE = ["daemon-reload"]


def of_debian(script, *words):
    return (DEBIAN / f"headroom-root.{script}").read_text(encoding="utf-8"), words


def of_fedora(section, *words):
    text = SPEC.read_text(encoding="utf-8")
    return re.search(rf"^%{section} root\n(.*?)(?=^%)", text, re.M | re.S)[1], words


def of_arch(function):
    return ARCH.read_text(encoding="utf-8") + f"\nset -e\n{function} 9.8.7 0.0.1\n", ()


@pytest.fixture(params=[0, 1], ids=["systemctl-works", "systemctl-fails"])
def asked(request, tmp_path):
    """Runs a script where systemd runs, or where it does not, and returns the calls of systemctl.
    Whether these succeed makes no difference to the package."""
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(SYSTEMCTL, encoding="utf-8")
    systemctl.chmod(0o755)
    wanted = tmp_path / "wanted"
    wanted.write_text(WANTED, encoding="utf-8")
    calls = tmp_path / "calls"
    booted = tmp_path / "systemd"

    def run(script, words, with_systemd=True):
        if with_systemd:
            booted.mkdir()
        subprocess.run(
            ["sh", "-c", script.replace("/run/systemd/system", str(booted)), "script", *words],
            env={
                "PATH": f"{tmp_path}:{os.environ['PATH']}",
                "CALLS": str(calls),
                "WANTED": str(wanted),
                "STATUS": str(request.param),
            },
            check=True,
        )
        return calls.read_text(encoding="utf-8").splitlines() if calls.exists() else []

    return run


@pytest.mark.parametrize(
    "script, expected",
    [
        (of_debian("postinst", "configure", ""), IN_EFFECT),
        (of_debian("postinst", "configure", "0.0.1"), IN_EFFECT),
        (of_debian("postinst", "triggered"), []),
        (of_debian("prerm", "remove"), STOP),
        (of_debian("prerm", "upgrade", "9.8.7"), []),
        (of_debian("postrm", "remove"), GONE),
        (of_debian("postrm", "purge"), []),
        (of_debian("postrm", "upgrade", "9.8.7"), []),
        (of_fedora("post", "1"), IN_EFFECT),
        (of_fedora("post", "2"), IN_EFFECT),
        (of_fedora("preun", "0"), STOP),
        (of_fedora("preun", "1"), []),
        (of_fedora("postun", "0"), GONE),
        (of_arch("post_install"), IN_EFFECT),
        (of_arch("post_upgrade"), IN_EFFECT),
        (of_arch("pre_remove"), STOP),
        (of_arch("post_remove"), GONE),
    ],
)
def test_what_systemd_is_asked(asked, script, expected):
    assert asked(*script) == expected


@pytest.mark.parametrize(
    "script",
    [
        of_debian("postinst", "configure", ""),
        of_debian("prerm", "remove"),
        of_debian("postrm", "remove"),
        of_fedora("post", "1"),
        of_fedora("preun", "0"),
        of_fedora("postun", "0"),
        of_arch("post_install"),
        of_arch("pre_remove"),
        of_arch("post_remove"),
    ],
)
def test_nothing_is_asked_where_systemd_does_not_run(asked, script):
    assert not asked(*script, with_systemd=False)
