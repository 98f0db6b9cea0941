# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Which desktop a test file is for: a file that no session is made for would never run, and nobody would notice."""

import sys

from project import ROOT

sys.path.insert(0, str(ROOT / "tests/lab"))

from headroom_lab import session, suite  # noqa: E402


def write(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")


def test_files_go_to_the_desktop_that_they_name(tmp_path):
    write(tmp_path, "test_one.py", '"""for plasma"""\ndef test_it(): pass\n')
    write(tmp_path, "test_two.py", "# desktop: gnome\ndef test_that(): pass\n")
    write(tmp_path, "test_three.py", "\n" * 9 + "# desktop: sway\ndef test_that(): pass\n")
    write(tmp_path, "conftest.py", "# desktop: x11\n")
    names = {desktop: [path.name for path in files] for desktop, files in suite.tests_by_desktop(tmp_path).items()}
    assert names == {"plasma": ["test_one.py", "test_three.py"], "gnome": ["test_two.py"]}
    assert list(suite.tests_by_desktop(tmp_path, "test_it")) == ["plasma"]
    assert list(suite.tests_by_desktop(tmp_path, "two")) == ["gnome"]
    assert list(suite.tests_by_desktop(tmp_path, "not two")) == ["plasma", "gnome"]  # an expression: pytest will know
    assert not suite.tests_by_desktop(tmp_path, "nobody")


def test_each_file_here_is_run():
    for floor in ("session", "vm"):
        files = sorted((ROOT / "tests" / floor).glob("test_*.py"))
        assert sorted(path for wanted in suite.tests_by_desktop(ROOT / "tests" / floor).values() for path in wanted) == files
        for path in files:
            named = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# desktop:")]
            assert all(line.split()[2] in session.DESKTOPS for line in named), path.name
