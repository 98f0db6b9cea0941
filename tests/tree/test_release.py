# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""packaging/release: one command gives a commit, a tag and a tarball that is always the same. And
until then, all packages have the version of the checkout."""

import hashlib
import importlib.machinery
import importlib.util
import re
import shutil
import subprocess
import tarfile

import pytest

from project import ROOT

_TOOL = "packaging/release"
_loader = importlib.machinery.SourceFileLoader("release", str(ROOT / _TOOL))
release = importlib.util.module_from_spec(importlib.util.spec_from_loader("release", _loader))
_loader.exec_module(release)

FILES = (
    *release.VERSIONS,
    *release.PACKAGE_FILES,
    _TOOL,
    "NEWS.md",
    release.CHANGELOG,
    release.METAINFO,
)
WHEN = "2026-12-24"


def current(root):
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(headroom VERSION ([\d.]+)", text)[1]


def git(root, *words):
    name = ("-c", "user.name=Headroom", "-c", "user.email=packages@headroomd.org")
    return subprocess.run(
        ["git", *name, *words], cwd=root, check=True, capture_output=True, text=True
    ).stdout


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A repository with the files that a release changes."""
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Headroom")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "packages@headroomd.org")
    root = tmp_path / "checkout"
    for path in FILES:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, root / path)
    news = root / "NEWS.md"
    text = re.sub(r"^\| unreleased .*\n", "", news.read_text(encoding="utf-8"), flags=re.MULTILINE)
    news.write_text(
        text.replace("|---|---|---|\n", "|---|---|---|\n| unreleased | [9.8.7](#987) | 0 |\n")
        + "\n## 9.8.7\n\n- It is faster.\n",
        encoding="utf-8",
    )
    (root / "daemon").mkdir()
    (root / "daemon/main.cpp").write_text("int main()\n{\n}\n", encoding="utf-8")
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "start")
    return root


def run(root, *words, check=0):
    done = subprocess.run(
        [root / _TOOL, *words], check=False, capture_output=True, text=True, cwd="/"
    )
    assert done.returncode == check, done.stderr
    return done.stderr


def text_of(root, path):
    return (root / path).read_text(encoding="utf-8")


def test_all_versions_are_the_same():
    found = {}
    for path, before in release.VERSIONS.items():
        found[path] = re.search(rf"^.*{before}(\d+\.\d+\.\d+)", text_of(ROOT, path), re.M)[1]
    found[release.CHANGELOG] = re.match(r"headroom \(([\d.]+)-", text_of(ROOT, release.CHANGELOG))[
        1
    ]
    assert set(found.values()) == {current(ROOT)}, found


def test_one_command_makes_a_release(checkout, tmp_path):
    run(checkout, "--date", WHEN, "9.8.7", str(tmp_path / "out"))
    assert current(checkout) == "9.8.7"
    assert f"| {WHEN} | [9.8.7](#987) | 3 |\n" in text_of(checkout, "NEWS.md")
    changelog = text_of(checkout, release.CHANGELOG)
    assert changelog.startswith("headroom (9.8.7-1) unstable")
    assert "Thu, 24 Dec 2026 12:00:00 +0000\n\nheadroom (" in changelog
    assert "%changelog\n* Thu Dec 24 2026 Headroom" in text_of(checkout, release.SPEC)
    assert '<release version="9.8.7" date="2026-12-24"/>' in text_of(checkout, release.METAINFO)
    assert git(checkout, "log", "-1", "--format=%s") == "release: 9.8.7\n"
    assert git(checkout, "describe") == "v9.8.7\n"
    assert not git(checkout, "status", "--porcelain")


def test_the_tarball_has_what_is_committed_and_nothing_else(checkout, tmp_path):
    (checkout / ".git/info/exclude").write_text("junk\n", encoding="utf-8")
    (checkout / "junk").touch()
    out = tmp_path / "out"
    run(checkout, "9.8.7", str(out))
    with tarfile.open(out / "headroom-9.8.7.tar.gz") as packed:
        names = {member.name for member in packed if member.isfile()}
        assert "9.8.7" in packed.extractfile("headroom-9.8.7/CMakeLists.txt").read().decode()
    tracked = git(checkout, "ls-files").split()
    assert names == {f"headroom-9.8.7/{path}" for path in tracked}
    digest = hashlib.sha256((out / "headroom-9.8.7.tar.gz").read_bytes()).hexdigest()
    assert f"sha256sums=({digest})" in text_of(out, "PKGBUILD")
    assert "Version:        9.8.7\n" in text_of(out, "headroom.spec")
    assert "install=headroom-root.install\n" in text_of(out, "PKGBUILD")
    assert (out / "headroom-root.install").is_file()


def test_the_same_tag_gives_the_same_bytes(checkout, tmp_path):
    run(checkout, "9.8.7", str(tmp_path / "first"))
    git(tmp_path, "clone", "--quiet", str(checkout), "elsewhere")
    (checkout / "daemon/main.cpp").write_text("int main();\n", encoding="utf-8")
    git(checkout, "commit", "--quiet", "--all", "--message", "later")
    run(checkout, "--again", "9.8.7", str(tmp_path / "second"))
    run(tmp_path / "elsewhere", "--again", "9.8.7", str(tmp_path / "third"))
    made = {
        (tmp_path / each / "headroom-9.8.7.tar.gz").read_bytes()
        for each in ("first", "second", "third")
    }
    assert len(made) == 1


def test_the_tarballs_header_names_neither_time_nor_system(checkout, tmp_path):
    """Versions of Python differ in what they write there by themselves."""
    out = tmp_path / "out"
    run(checkout, "9.8.7", str(out))
    header = (out / "headroom-9.8.7.tar.gz").read_bytes()[:10]
    assert header == bytes.fromhex("1f8b 08 00 00000000 02 ff")


def test_the_first_release_of_what_the_packages_have_already(checkout, tmp_path):
    """Then their entries only get another date."""
    version = current(checkout)
    news = checkout / "NEWS.md"
    news.write_text(
        text_of(checkout, "NEWS.md").replace("[9.8.7](#987)", f"[{version}](#x)"), encoding="utf-8"
    )
    git(checkout, "commit", "--quiet", "--all", "--message", "news")
    run(checkout, "--date", WHEN, version, str(tmp_path / "out"))
    for path in (release.CHANGELOG, release.SPEC):
        text = text_of(checkout, path)
        assert text.count(f"{version}-1") == 1 and re.search("24 Dec 2026|Dec 24 2026", text)


@pytest.mark.parametrize(
    "spoil, version, why",
    [
        (lambda root: (root / "NEWS.md").write_text("x"), "9.8.7", "not committed"),
        (lambda root: git(root, "tag", "v9.8.7"), "9.8.7", "exists already"),
        (lambda root: None, "9.8.8", "no section with news of 9.8.8"),
    ],
)
def test_no_release_without_what_it_needs(checkout, tmp_path, spoil, version, why):
    spoil(checkout)
    before = (git(checkout, "rev-parse", "HEAD"), git(checkout, "diff"))
    assert why in run(checkout, version, str(tmp_path / "out"), check=1)
    assert (git(checkout, "rev-parse", "HEAD"), git(checkout, "diff")) == before
    assert not (tmp_path / "out").exists()


def test_a_version_has_three_numbers(checkout, tmp_path):
    assert "three numbers" in run(checkout, "9.8", str(tmp_path), check=2)
