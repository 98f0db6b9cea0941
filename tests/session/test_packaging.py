# desktop: x11
# packages: appstream-util desktop-file-utils dex i3-wm makepkg pacman-package-manager rpm rpmlint
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The packages of Fedora and Arch, checked by their own tools as far as Debian has these. What is
installed in this session is what the packages have to divide between them.

rpmbuild makes Fedora's packages of that, instead of compiling it again, which takes many minutes.
All other parts of the spec run as they are. Arch's namcap is not in Debian 13, so nothing checks
PKGBUILD but makepkg and its own functions, with the same files."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SPEC = ROOT / "packaging/fedora/headroom.spec"
PKGBUILD = ROOT / "packaging/arch/PKGBUILD"
VERSION = re.search(
    r"project\(headroom VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
)[1]
SUBPACKAGES = ("headroom", "headroom-plasma", "headroom-gnome", "headroom-root")
# Fedora's macros that Debian's rpm lacks. Directories are those of this session. "%cmake" and its
# arguments become a command that does nothing.
MACROS = {
    "cmake": ":",
    "cmake_build": ":",
    "systemd_user_post()": "systemctl --no-reload preset --global %* || :",
    "systemd_user_preun()": "systemctl --no-reload disable --global %* || :",
    "systemd_user_postun_with_restart()": "systemctl --user daemon-reload || :",
    "_journalcatalogdir": "/usr/lib/systemd/catalog",
    "_libdir": "/usr/lib/x86_64-linux-gnu",
    "_metainfodir": "/usr/share/metainfo",
    "_udevrulesdir": "/usr/lib/udev/rules.d",
    "_unitdir": "/usr/lib/systemd/system",
    "_userunitdir": "/usr/lib/systemd/user",
}


@pytest.fixture(autouse=True)
def running_daemon():
    """Overrides the fixture that waits for the daemon: only its files matter here."""


def said(*command, **options):
    done = subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
        **options,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def defined():
    return [word for name in MACROS for word in ("--define", f"{name} {MACROS[name]}")]


def installed():
    """What CMake has installed in this session: all that has our name, without the lab's files and
    the link that enables the unit."""
    for top in ("/etc", "/usr"):
        for folder, folders, names in os.walk(top):
            if folder == "/etc/systemd":
                folders.clear()
            for name in names:
                path = f"{folder}/{name}"
                # uiprobe is of the benchmarks.
                if "headroom" in path and "headroom-lab" not in path and name != "uiprobe":
                    yield Path(path)


def spec_lists():
    """(package, path) of each line of its %files."""
    package = ""
    for line in said("rpmspec", *defined(), "--parse", SPEC).splitlines():
        if match := re.match(r"%files ?([a-z]*)", line):
            package = "headroom" + (f"-{match[1]}" if match[1] else "")
        elif line.startswith("%dir "):
            continue  # other packages may have files there
        elif line.startswith("%"):
            package = package if line.startswith(("%config", "%doc", "%license")) else ""
        path = line.split()[-1] if line.strip() else ""
        if package and path.startswith("/"):
            yield package, path


@pytest.fixture
def source(tmp_path):
    """The release's tarball, as far as the checkout has it, in rpm's tree."""
    for each in ("SOURCES", "BUILD", "SPECS"):
        (tmp_path / each).mkdir()
    said(
        "tar",
        *("-C", ROOT, "--exclude-vcs", "--exclude=./build", "--exclude=__pycache__"),
        f"--transform=s,^\\.,headroom-{VERSION},S",
        *("-czf", tmp_path / "SOURCES" / f"headroom-{VERSION}.tar.gz", "."),
    )
    return tmp_path


# Errors of Debian's rpmlint, which lacks Fedora's configuration. Fedora accepts such packages.
NOT_OURS = {
    "no-signature": "the build service signs",
    "no-packager-tag": "the build service sets it",
    "no-group-tag": "Fedora forbids it",
    "spelling-error": "names of commands, and io",
    "incorrect-fsf-address": "the texts of the licences are SPDX's",
}


def test_rpmbuild_prepares_it(source):
    rpmbuild = ("rpmbuild", "--nodeps", *defined(), "--define", f"_topdir {source}")
    said(*rpmbuild, "-bc", "--nobuild", SPEC)
    said(*rpmbuild, "-bp", SPEC)
    assert list(source.glob(f"BUILD/**/headroom-{VERSION}/CMakeLists.txt"))


def test_rpmbuild_makes_the_packages(source):
    """rpmbuild fails if no package has a file of what is installed, or if a file is missing."""
    stage = source / "stage"
    for path in installed():
        to = stage / path.relative_to("/")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, to, follow_symlinks=False)
    said(
        *("rpmbuild", "-bb", "--nodeps", *defined(), "--define", f"_topdir {source}"),
        *("--define", f"cmake_install cp -a {stage}/. %{{buildroot}}"),
        *("--define", "debug_package %{nil}"),
        *("--define", "__os_install_post %{_rpmconfigdir}/brp-compress"),
        SPEC,
    )
    made = {path.name.rsplit(f"-{VERSION}-", 1)[0]: path for path in source.glob("RPMS/*/*.rpm")}
    assert set(made) == set(SUBPACKAGES)
    for package, file in (
        ("headroom", "/usr/bin/headroomd"),
        ("headroom-plasma", "/usr/share/locale/de/LC_MESSAGES/kcm_headroom.mo"),
        ("headroom-gnome", "/usr/share/locale/de/LC_MESSAGES/headroom-gnome.mo"),
        ("headroom-root", "/usr/lib/systemd/system/user@.service.d/50-headroom-broker.conf"),
    ):
        assert file in said("rpm", "--query", "--package", "--list", made[package]).splitlines()
    report = subprocess.run(
        ["rpmlint", *made.values()], capture_output=True, text=True, timeout=300, check=False
    ).stdout
    found = set(re.findall(r": E: ([\w-]+)", report))
    assert "4 packages" in report and found <= set(NOT_OURS), report


def test_rpmlint_has_nothing_to_say():
    report = said("rpmlint", "--rpmlintrc", SPEC.with_suffix(".rpmlintrc"), SPEC)
    assert "0 errors, 0 warnings" in report, report


def test_fedora_has_these_packages():
    names = said("rpmspec", *defined(), "--query", "--queryformat", "%{name} %{version}\n", SPEC)
    assert {tuple(line.split()) for line in names.split("\n") if line} == {
        (name, VERSION) for name in SUBPACKAGES
    }


def test_what_fedora_packages_is_installed():
    listed = list(spec_lists())
    assert {package for package, _ in listed} == set(SUBPACKAGES)
    made_by_the_spec = (
        *("user@.service.d", "slice.d/50-headroom", "udev/rules.d/61-headroom"),
        "/usr/share/doc/headroom/",
    )
    missing = [
        path
        for _, path in listed
        if not any(part in path for part in made_by_the_spec) and not list(glob(path))
    ]
    assert not missing


def glob(path):
    return Path("/").glob(path.strip("/"))


def test_makepkg_reads_it(tmp_path):
    for path in PKGBUILD.parent.iterdir():
        shutil.copy(path, tmp_path)
    info = said("makepkg", "--printsrcinfo", cwd=tmp_path)
    assert f"pkgver = {VERSION}" in info
    assert set(re.findall(r"^pkgname = (.*)$", info, re.MULTILINE)) == set(SUBPACKAGES)


def test_arch_packages_all_that_is_installed(tmp_path):
    """Its functions divide a copy of it. Nothing is left, and each has what Fedora's has."""
    everything = tmp_path / "src/all"
    for path in {path for _, each in spec_lists() for path in glob(each)}:
        to = everything / path.relative_to("/")
        to.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if path.is_dir() else shutil.copy)(path, to)
    for name in ("locale", "metainfo"):
        (everything / "usr/share" / name).mkdir(parents=True, exist_ok=True)
    for catalog in glob("usr/share/locale/de/LC_MESSAGES/*.mo"):
        if re.search(r"headroom", catalog.name):
            to = everything / catalog.relative_to("/")
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(catalog, to)
    # Arch has these where its libdir is.
    os.rename(everything / "usr/lib/x86_64-linux-gnu/qt6", everything / "usr/lib/qt6")
    os.rmdir(everything / "usr/lib/x86_64-linux-gnu")
    (tmp_path / "src" / f"headroom-{VERSION}").symlink_to(ROOT)
    order = said("bash", "-c", 'source "$1"; echo "${pkgname[@]}"', "bash", PKGBUILD).split()
    for package in order:
        said(
            "bash",
            "-ec",
            'source "$1"; srcdir=$2/src pkgdir=$2/pkg/$3; mkdir -p "$pkgdir"; cd "$srcdir"; '
            '"package_$3"',
            "bash",
            PKGBUILD,
            tmp_path,
            package,
        )
    assert not [path for path in everything.rglob("*") if path.is_file()]
    made = tmp_path / "pkg"
    assert (made / "headroom/usr/bin/headroomd").is_file()
    assert (made / "headroom-plasma/usr/share/kwin/scripts/headroom").is_dir()
    assert list((made / "headroom-plasma").rglob("kcm_headroom.mo"))
    assert list((made / "headroom-gnome").rglob("extension.js"))
    for name in (
        *("50-headroom-io.conf", "50-headroom-broker.conf", "headroom-broker@.socket"),
        "61-headroom-disks.rules",
    ):
        assert list((made / "headroom-root").rglob(name))
    assert (made / "headroom-root/usr/libexec/headroom-broker").is_file()
    assert (made / "headroom-root/usr/lib/systemd/system/user.slice.d/50-headroom.conf").is_file()
