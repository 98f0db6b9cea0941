# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Which desktop a test file is for: a file that no session is made for would never run, and nobody would notice. And what is left where one fails."""

import subprocess
import sys

from project import ROOT

sys.path.insert(0, str(ROOT / "tests/lab"))

from headroom_lab import again, session, suite  # noqa: E402
from headroom_lab.progress import Trouble  # noqa: E402


def write(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")


def names(folder, *how, **more):
    return {wanted: [path.name for path in files] for wanted, files in suite.tests_by_session(folder, *how, **more).items()}


def test_files_go_to_the_session_that_they_name(tmp_path):
    write(tmp_path, "test_one.py", '"""for plasma"""\ndef test_it(): pass\n')
    write(tmp_path, "test_two.py", "# desktop: gnome\ndef test_that(): pass\n")
    write(tmp_path, "test_three.py", "\n" * 9 + "# desktop: sway\ndef test_that(): pass\n")
    write(tmp_path, "test_four.py", "# desktop: gnome\n# installed: packages\ndef test_those(): pass\n")
    write(tmp_path, "conftest.py", "# desktop: x11\n")
    assert names(tmp_path) == {suite.Wanted("plasma"): ["test_one.py", "test_three.py"], suite.Wanted("gnome"): ["test_two.py"],
                               suite.Wanted("gnome", "packages"): ["test_four.py"]}
    assert list(suite.tests_by_session(tmp_path, "test_it")) == [suite.Wanted("plasma")]
    assert list(suite.tests_by_session(tmp_path, "two")) == [suite.Wanted("gnome")]
    assert len(suite.tests_by_session(tmp_path, "not two")) == 3  # an expression: pytest will know
    assert not suite.tests_by_session(tmp_path, "nobody")


def test_nightly_ones_are_run_when_they_are_wanted_and_not_else(tmp_path):
    write(tmp_path, "test_one.py", '# desktop: sway\n"""short"""\ndef test_it(): pass\n')
    write(tmp_path, "test_two.py", "# desktop: sway\n# nightly\ndef test_it(): pass\n")
    write(tmp_path, "test_three.py", '"""\n# nightly, says somebody"""\ndef test_it(): pass\n')
    assert names(tmp_path) == {suite.Wanted("plasma"): ["test_three.py"], suite.Wanted("sway"): ["test_one.py"]}
    assert names(tmp_path, nightly=True) == {suite.Wanted("sway"): ["test_two.py"]}
    assert names(tmp_path, "test_it", True) == {suite.Wanted("sway"): ["test_two.py"]}
    assert not names(tmp_path, "test_one", True)


def test_what_other_packages_are_wanted_for_has_a_session_of_its_own(tmp_path):
    write(tmp_path, "test_one.py", "# packages: mpv chromium\ndef test_it(): pass\n")
    write(tmp_path, "test_two.py", "# packages: chromium mpv\ndef test_it(): pass\n")
    write(tmp_path, "test_three.py", "def test_it(): pass\n")
    assert names(tmp_path) == {suite.Wanted("plasma"): ["test_three.py"], suite.Wanted(packages=("chromium", "mpv")): ["test_one.py", "test_two.py"]}
    assert str(suite.Wanted("gnome", "packages", ("mpv",))) == "gnome, from its packages, with mpv"


def test_what_more_memory_is_wanted_for_has_a_session_of_its_own(tmp_path):
    write(tmp_path, "test_one.py", "# memory: 4096\ndef test_it(): pass\n")
    write(tmp_path, "test_two.py", "def test_it(): pass\n")
    assert names(tmp_path) == {suite.Wanted(memory=4096): ["test_one.py"], suite.Wanted(): ["test_two.py"]}
    assert str(suite.Wanted(memory=4096)) == "plasma, 4096 MiB"


def test_each_file_here_is_run_once_by_one_of_the_two():
    for floor in ("session", "vm"):
        folder = ROOT / "tests" / floor
        files = sorted(folder.glob("test_*.py"))
        assert sorted(path for nightly in (False, True) for run in suite.tests_by_session(folder, None, nightly).values() for path in run) == files
        for path in files:
            for what, known in (("# desktop:", session.DESKTOPS), ("# installed:", suite.INSTALLED)):
                named = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(what)]
                assert all(line.split()[2] in known for line in named), path.name


def test_a_session_that_does_not_come_up_leaves_the_others_their_results(tmp_path, monkeypatch):
    write(tmp_path, "test_one.py", "def test_it(): pass\n")
    write(tmp_path, "test_two.py", "# desktop: gnome\ndef test_that(): pass\n")

    def in_session(wanted, *_):
        if wanted.desktop == "plasma":
            raise Trouble("there is no room for it")
        return suite.Result(wanted.desktop, passed=7)
    monkeypatch.setattr(suite, "_in_session", in_session)
    monkeypatch.setattr(session, "CHECKOUT", tmp_path)
    (tmp_path / "tests").mkdir()
    tmp_path.joinpath("tests/session").symlink_to(tmp_path)
    result = suite._on_desktop("session", None, tmp_path, nightly=False, times=1)
    assert (result.passed, result.failed, result.wrong) == (7, 1, ["session plasma: there is no room for it"])


def test_a_turn_that_fails_is_seen_whatever_comes_after_it(tmp_path):
    results = again.files(tmp_path / "session-sway.xml", 3)
    write(tmp_path, "pytest", f"""for each; do case $each in --junitxml=*) file=${{each#*=}}; esac; done
        case $file in *-2.xml) ill="<failure/>" status=1;; *) ill= status=0;; esac
        echo "<testsuite><testcase classname='test_it' name='test_this'>$ill</testcase></testsuite>" >$file
        exit $status""")
    ran = subprocess.run(again.and_again(["sh", str(tmp_path / "pytest"), "--junitxml=elsewhere"], results), check=False)
    assert (ran.returncode, again.told(results)) == (1, ["passed 2 times of 3: test_it::test_this"])
    read = suite._read("session", results, ran.returncode)
    assert (read.passed, read.failed, len(read.wrong)) == (2, 1, 1)
