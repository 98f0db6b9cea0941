# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What README.md and docs/install.md give for pasting works as it stands: each command exists, each
package is built, and what needs root has sudo. tests/session/test_packages.py runs it."""

import re
import shlex
import sys

import pytest

from project import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from seat.install_blocks import PAGES, blocks, installing  # noqa: E402

CONTROL = (ROOT / "packaging/debian/control").read_text(encoding="utf-8")
BUILT = set(re.findall(r"^Package: (.*)$", CONTROL, re.MULTILINE))
SOURCE = re.search(r"^Vcs-Git: (.*)$", CONTROL, re.MULTILINE)[1]
COMMANDS = set(
    re.findall(r'\{"([a-z-]+)", ctl::', (ROOT / "headroomctl/main.cpp").read_text(encoding="utf-8"))
)
LAB = (ROOT / "tests/lab/headroom_lab/cli.py").read_text(encoding="utf-8")
MADE_IN = re.search(r'default=Path\("([\w-]+)"\)', LAB)[1]
FROM_DEBIAN = {"git"}  # what a fresh desktop lacks
NEEDS_ROOT = ("apt", "tests/lab/lab")


def wrong_package(word):
    if word in FROM_DEBIAN:
        return None
    found = re.fullmatch(rf"\./{MADE_IN}/([a-z-]+)_\*\.deb", word)
    return None if found and found[1] in BUILT else f"nothing makes {word}"


def wrong_command(words, where):
    """Why a command does not work. WHERE is the folder it runs in: None before the checkout."""
    match words:
        case ["git", "clone", url]:
            return None if url == SOURCE else f"the sources are at {SOURCE}, not at {url}"
        case ["cd", folder]:
            is_the_clone = f"/{folder}.git" == SOURCE[SOURCE.rindex("/") :]
            return None if is_the_clone else f"git makes no {folder}"
        case ["tests/lab/lab", what]:
            made = where and (ROOT / words[0]).is_file() and f'"{what}",\n' in LAB
            return None if made else f"there is no {shlex.join(words)}"
        case ["apt", "install", *packages]:
            return next(filter(None, map(wrong_package, packages)), None)
        case ["headroomctl", command]:
            return None if command in COMMANDS else f"headroomctl has no {command}"
    return f"unknown: {shlex.join(words)}"


def wrong(text):
    for lines in blocks(text):
        where = None
        for line in lines:
            words = shlex.split(line)
            as_root = words[0] == "sudo"
            words = words[as_root:]
            if why := wrong_command(words, where):
                yield why
            if as_root != (words[0] in NEEDS_ROOT):
                yield f"{line}: {'needs no' if as_root else 'needs'} root"
            if words[0] == "cd":
                where = words[1]


@pytest.mark.parametrize("page", PAGES)
def test_each_page_has_a_block_for_each_desktop(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert not list(wrong(text))
    for desktop in ("plasma", "gnome"):
        (whole,) = (lines for lines in blocks(text) if installing(text, desktop) in lines)
        assert [line.removeprefix("sudo ").split()[0] for line in whole] == [
            *("apt", "git", "cd", "tests/lab/lab", "apt")
        ]
        assert f"./{MADE_IN}/headroom_*.deb" in whole[-1], "the daemon, too"
    assert ["headroomctl enable-extension"] in blocks(text)


GOOD = """
    git clone https://git.headroomd.org/headroom.git
    cd headroom
    sudo tests/lab/lab deb
    sudo apt install ./headroom-debs/headroom_*.deb ./headroom-debs/headroom-gnome_*.deb

Then:

    headroomctl enable-extension

## From source

    tests/lab/lab headroom-debs
"""


@pytest.mark.parametrize(
    "old, new, found",
    [
        ("", "", 0),
        ("sudo tests", "tests", 1),
        ("sudo apt", "apt", 1),
        ("cd ", "sudo cd ", 1),
        ("cd headroom", "cd headroomd", 1),
        ("headroom.git", "headroomd.git", 1),
        ("lab deb", "lab debs", 1),
        ("headroom-gnome_", "headroom-cinnamon_", 1),
        ("-debs/headroom_", "-deb/headroom_", 1),
        ("install ./", "install (or ./", 1),
        ("    cd headroom\n", "", 1),
        ("git clone", "hg clone", 1),
    ],
)
def test_what_does_not_work_is_found(old, new, found):
    text = GOOD.replace(old, new)
    try:
        assert len(list(wrong(text))) == found
    except ValueError:  # no command of a shell at all
        assert found
