# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Which desktop a test file is for: a file that no session is made for would never run, and nobody would notice. And what is left where one fails."""

import sys

from project import ROOT

sys.path.insert(0, str(ROOT / "tests/lab"))

from headroom_lab import session, suite  # noqa: E402
from headroom_lab.progress import Trouble  # noqa: E402


def write(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")


def test_files_go_to_the_session_that_they_name(tmp_path):
    write(tmp_path, "test_one.py", '"""for plasma"""\ndef test_it(): pass\n')
    write(tmp_path, "test_two.py", "# desktop: gnome\ndef test_that(): pass\n")
    write(tmp_path, "test_three.py", "\n" * 9 + "# desktop: sway\ndef test_that(): pass\n")
    write(tmp_path, "test_four.py", "# desktop: gnome\n# installed: packages\ndef test_those(): pass\n")
    write(tmp_path, "conftest.py", "# desktop: x11\n")
    names = {wanted: [path.name for path in files] for wanted, files in suite.tests_by_session(tmp_path).items()}
    assert names == {("plasma", "tree"): ["test_one.py", "test_three.py"], ("gnome", "tree"): ["test_two.py"], ("gnome", "packages"): ["test_four.py"]}
    assert list(suite.tests_by_session(tmp_path, "test_it")) == [("plasma", "tree")]
    assert list(suite.tests_by_session(tmp_path, "two")) == [("gnome", "tree")]
    assert len(suite.tests_by_session(tmp_path, "not two")) == 3  # an expression: pytest will know
    assert not suite.tests_by_session(tmp_path, "nobody")


def test_each_file_here_is_run():
    for floor in ("session", "vm"):
        files = sorted((ROOT / "tests" / floor).glob("test_*.py"))
        assert sorted(path for wanted in suite.tests_by_session(ROOT / "tests" / floor).values() for path in wanted) == files
        for path in files:
            for what, known in (("# desktop:", session.DESKTOPS), ("# installed:", suite.INSTALLED)):
                named = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(what)]
                assert all(line.split()[2] in known for line in named), path.name


def test_a_session_that_does_not_come_up_leaves_the_others_their_results(tmp_path, monkeypatch):
    write(tmp_path, "test_one.py", "def test_it(): pass\n")
    write(tmp_path, "test_two.py", "# desktop: gnome\ndef test_that(): pass\n")

    def in_session(_floor, desktop, *_):
        if desktop == "plasma":
            raise Trouble("there is no room for it")
        return suite.Result(desktop, passed=7)
    monkeypatch.setattr(suite, "_in_session", in_session)
    monkeypatch.setattr(session, "CHECKOUT", tmp_path)
    (tmp_path / "tests").mkdir()
    tmp_path.joinpath("tests/session").symlink_to(tmp_path)
    result = suite._on_desktop("session", None, tmp_path)
    assert (result.passed, result.failed, result.wrong) == (7, 1, ["session plasma: there is no room for it"])
