# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Which session a test file runs in: a file without a session would never run, unnoticed. And what
results a floor has when something fails."""

import subprocess
import sys
from collections import Counter

from project import ROOT

sys.path.insert(0, str(ROOT / "tests/lab"))

import pytest  # noqa: E402

from headroom_lab import again, cases, results, session, suite  # noqa: E402
from headroom_lab.progress import Trouble  # noqa: E402


def write(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")


def names(folder, *how, **more):
    return {
        wanted: [path.name for path in files]
        for wanted, files in suite.tests_by_session(folder, *how, **more).items()
    }


def test_files_go_to_the_session_that_they_name(tmp_path):
    write(tmp_path, "test_one.py", '"""for plasma"""\ndef test_it(): pass\n')
    write(tmp_path, "test_two.py", "# desktop: gnome\ndef test_that(): pass\n")
    write(tmp_path, "test_three.py", "\n" * 9 + "# desktop: sway\ndef test_that(): pass\n")
    write(
        tmp_path,
        "test_four.py",
        "# desktop: gnome\n# installed: packages\ndef test_those(): pass\n",
    )
    write(tmp_path, "conftest.py", "# desktop: x11\n")
    assert names(tmp_path) == {
        suite.Wanted("plasma"): ["test_one.py", "test_three.py"],
        suite.Wanted("gnome"): ["test_two.py"],
        suite.Wanted("gnome", "packages"): ["test_four.py"],
    }
    assert list(suite.tests_by_session(tmp_path, "test_it")) == [suite.Wanted("plasma")]
    assert list(suite.tests_by_session(tmp_path, "two")) == [suite.Wanted("gnome")]
    # An expression, which pytest evaluates.
    assert len(suite.tests_by_session(tmp_path, "not two")) == 3
    assert list(suite.tests_by_session(tmp_path, "test_it or no_such")) == [suite.Wanted("plasma")]
    assert names(tmp_path, "test_it or two") == {
        suite.Wanted("plasma"): ["test_one.py"],
        suite.Wanted("gnome"): ["test_two.py"],
    }
    assert not suite.tests_by_session(tmp_path, "nobody")


def test_nightly_ones_are_run_when_they_are_wanted_and_not_else(tmp_path):
    write(tmp_path, "test_one.py", '# desktop: sway\n"""short"""\ndef test_it(): pass\n')
    write(tmp_path, "test_two.py", "# desktop: sway\n# nightly\ndef test_it(): pass\n")
    write(tmp_path, "test_three.py", '"""\n# nightly, says somebody"""\ndef test_it(): pass\n')
    assert names(tmp_path) == {
        suite.Wanted("plasma"): ["test_three.py"],
        suite.Wanted("sway"): ["test_one.py"],
    }
    assert names(tmp_path, nightly=True) == {suite.Wanted("sway"): ["test_two.py"]}
    assert names(tmp_path, "test_it", True) == {suite.Wanted("sway"): ["test_two.py"]}
    assert not names(tmp_path, "test_one", True)


def test_the_operators_of_an_expression_are_no_names(tmp_path):
    write(tmp_path, "test_forged.py", "def test_it(): pass\n")
    write(tmp_path, "test_handed.py", "def test_that(): pass\n")
    assert names(tmp_path, "test_that or test_it") == {
        suite.Wanted(): ["test_forged.py", "test_handed.py"]
    }
    assert names(tmp_path, "handed and test_that") == {suite.Wanted(): ["test_handed.py"]}


def test_what_other_packages_are_wanted_for_has_a_session_of_its_own(tmp_path):
    write(tmp_path, "test_one.py", "# packages: mpv chromium\ndef test_it(): pass\n")
    write(tmp_path, "test_two.py", "# packages: chromium mpv\ndef test_it(): pass\n")
    write(tmp_path, "test_three.py", "def test_it(): pass\n")
    assert names(tmp_path) == {
        suite.Wanted("plasma"): ["test_three.py"],
        suite.Wanted(packages=("chromium", "mpv")): ["test_one.py", "test_two.py"],
    }
    assert str(suite.Wanted("gnome", "packages", ("mpv",))) == "gnome, from its packages, with mpv"


def test_what_more_memory_is_wanted_for_has_a_session_of_its_own(tmp_path):
    write(tmp_path, "test_one.py", "# memory: 4096\ndef test_it(): pass\n")
    write(tmp_path, "test_two.py", "def test_it(): pass\n")
    assert names(tmp_path) == {
        suite.Wanted(memory=4096): ["test_one.py"],
        suite.Wanted(): ["test_two.py"],
    }
    assert str(suite.Wanted(memory=4096)) == "plasma, 4096 MiB"


def test_each_file_here_is_run_once_by_one_of_the_two():
    for floor in ("session", "vm"):
        folder = ROOT / "tests" / floor
        files = sorted(folder.glob("test_*.py"))
        assert (
            sorted(
                path
                for nightly in (False, True)
                for run in suite.tests_by_session(folder, None, nightly).values()
                for path in run
            )
            == files
        )
        for path in files:
            for what, known in (
                ("# desktop:", session.DESKTOPS),
                ("# installed:", suite.INSTALLED),
            ):
                named = [
                    line
                    for line in path.read_text(encoding="utf-8").splitlines()
                    if line.startswith(what)
                ]
                assert all(line.split()[2] in known for line in named), path.name


def test_a_session_that_does_not_come_up_leaves_the_others_their_results(tmp_path, monkeypatch):
    write(tmp_path, "test_one.py", "def test_it(): pass\n")
    write(tmp_path, "test_two.py", "# desktop: gnome\ndef test_that(): pass\n")

    def in_session(wanted, *_):
        if wanted.desktop == "plasma":
            raise Trouble("there is no room for it")
        return results.Result(wanted.desktop, passed=7)

    monkeypatch.setattr(suite, "_in_session", in_session)
    monkeypatch.setattr(session, "CHECKOUT", tmp_path)
    (tmp_path / "tests").mkdir()
    tmp_path.joinpath("tests/session").symlink_to(tmp_path)
    result = suite._on_desktop("session", None, tmp_path, nightly=False, times=1)
    assert (result.passed, result.failed, result.wrong) == (
        7,
        1,
        ["session plasma: there is no room for it"],
    )


@pytest.mark.parametrize(
    "name, nightly, sample", [(None, False, 500), (None, True, None), ("muta", False, 500)]
)
def test_the_unit_floor_has_a_sample_of_the_mutants_and_at_night_all_explained(
    tmp_path, monkeypatch, name, nightly, sample
):
    runs = []
    monkeypatch.setattr(suite, "_ctest", lambda *_: results.Result("unit", passed=7))
    monkeypatch.setattr(suite, "_MUTANTS", 500)

    def of_mutants(files, strict=False, sample=None):
        runs.append((files, strict, sample))
        return 0

    monkeypatch.setattr(suite.mutation, "run", of_mutants)
    monkeypatch.setattr(suite, "_includes", lambda: results.Result("unit", passed=1))
    floor = suite._unit(name, tmp_path, nightly, times=1)
    assert runs == [((), nightly, sample)]
    assert (floor.passed, floor.failed, floor.cases["mutation"]) == (8 + nightly, 0, 1)


def test_mutants_that_live_fail_the_unit_floor_and_cost_no_other_result(tmp_path, monkeypatch):
    monkeypatch.setattr(suite, "_ctest", lambda *_: results.Result("unit", passed=7))
    monkeypatch.setattr(suite.mutation, "run", lambda *_, **__: 1)
    floor = suite._unit(None, tmp_path, nightly=False, times=1)
    assert (floor.passed, floor.failed, len(floor.wrong)) == (7, 1, 1)

    def no_room(*_, **__):
        raise Trouble("there is no room to build it")

    monkeypatch.setattr(suite.mutation, "run", no_room)
    floor = suite._unit(None, tmp_path, nightly=False, times=1)
    assert (floor.passed, floor.wrong) == (7, ["unit: there is no room to build it"])
    assert suite._unit("tree", tmp_path, nightly=False, times=1).failed == 0


def test_a_turn_that_fails_is_seen_whatever_comes_after_it(tmp_path):
    files = again.files(tmp_path / "session-sway.xml", 3)
    write(
        tmp_path,
        "pytest",
        f"""for each; do case $each in --junitxml=*) file=${{each#*=}}; esac; done
        case $file in *-2.xml) ill="<failure/>" status=1;; *) ill= status=0;; esac
        said="<testcase classname='test_it' name='test_this'>$ill</testcase>"
        echo "<testsuite>$said</testsuite>" >$file
        exit $status""",
    )
    ran = subprocess.run(
        again.and_again(["sh", str(tmp_path / "pytest"), "--junitxml=elsewhere"], files),
        check=False,
    )
    assert (ran.returncode, again.told(files)) == (1, ["passed 2 times of 3: test_it::test_this"])
    of_all = results.read("session", files, ran.returncode)
    assert (of_all.passed, of_all.failed, len(of_all.wrong)) == (2, 1, 1)


# Results of a floor: {name of a test of ctest: (its output, other elements in its JUnit case)}.


def read(tmp_path, of_tests, status=0):
    rows = [
        f'<testcase name="{name}" classname="{name}">{more}'
        f"<system-out><![CDATA[{said}]]></system-out></testcase>"
        for name, (said, more) in of_tests.items()
    ]
    write(tmp_path, "said.xml", f"<testsuite>{''.join(rows)}</testsuite>")
    return results.read("unit", [tmp_path / "said.xml"], status)


def test_the_cases_inside_of_a_test_are_counted(tmp_path):
    said = read(
        tmp_path,
        {
            "bus.one": ("..\n2 passed in 0.12s\n", ""),
            "tree": ("..\n===== 30 passed, 1 warning in 61.20s (0:01:01) =====", ""),
            "kcm": ("Totals: 12 passed, 0 failed, 0 skipped, 0 blacklisted, 45ms\n", ""),
            "Suite": ("[==========] 2 tests from 1 test suite ran.\n[  PASSED  ] 2 tests.\n", ""),
            "clang-format": ("", ""),
        },
    )
    assert (said.passed, said.failed, said.skipped, said.wrong) == (47, 0, 0, [])
    assert said.cases == {"bus.one": 2, "tree": 30, "kcm": 12, "Suite": 2, "clang-format": 1}


@pytest.mark.parametrize(
    "printed",
    [
        "SKIPPED [1] test_one.py:3: no such program\n3 passed, 1 skipped in 0.12s",
        "XFAIL test_one.py::test_it - known\n3 passed, 1 xfailed in 0.12s",
        "3 passed, 2 deselected in 0.12s",
        "SKIP   : Test::it() no such program\n"
        "Totals: 3 passed, 0 failed, 1 skipped, 0 blacklisted, 4ms",
        "[ RUN      ] Suite.Test\n[  SKIPPED ] Suite.Test (0 ms)\n"
        "[  PASSED  ] 1 test.\n[  SKIPPED ] 1 test, listed below:\n[  SKIPPED ] Suite.Test",
        "ok 3 - it works # SKIP no such program",
    ],
    ids=["pytest", "pytest's xfail", "pytest's -k", "QtTest", "GoogleTest", "TAP"],
)
def test_a_skip_inside_of_a_test_fails(tmp_path, printed):
    said = read(tmp_path, {"bus.one": (printed, "")})
    assert said.failed == 1
    assert "skipped, and its reason is not in allowed-skips.txt" in said.wrong[0]


def test_a_skip_whose_reason_is_allowed_is_one(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "_allowed_skips", lambda: ["no such program"])
    said = read(
        tmp_path,
        {
            "bus.one": (
                "SKIPPED [1] test_one.py:3: no such program\n3 passed, 1 skipped in 0.12s",
                "",
            ),
            "Test": (
                "[  SKIPPED ] no such program",
                '<skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>',
            ),
        },
    )
    assert (said.passed, said.skipped, said.failed) == (3, 2, 0)
    said = read(
        tmp_path,
        {
            "bus.one": (
                "SKIPPED [1] test_one.py:3: no such program\n"
                "SKIPPED [1] test_one.py:9: no wish\n1 passed, 2 skipped in 0.12s",
                "",
            )
        },
    )
    assert said.failed == 1


def test_what_ends_badly_without_a_failed_test_is_one(tmp_path):
    assert read(tmp_path, {"Suite.Test": ("", "")}, status=1).wrong == ["unit: ended with status 1"]
    assert read(tmp_path, {"Suite.Test": ("", "<failure/>")}, status=1).wrong == [
        "unit: Suite.Test::Suite.Test"
    ]
    with_reason = {"Suite.Test": ("", '<failure message="no window&#10;at x.py"/>')}
    assert read(tmp_path, with_reason, status=1).wrong == [
        "unit: Suite.Test::Suite.Test: no window"
    ]


@pytest.mark.parametrize(
    "printed, why",
    [
        ("..F\n>   assert a\nE       assert 1 == 2\n", ["E       assert 1 == 2"]),
        (
            "noise\na.cpp:7: Failure\nExpected: x\n[  FAILED  ] Suite.Test (4 ms)\n"
            "[  FAILED  ] 1 test, listed below:\n",
            ["a.cpp:7: Failure", "Expected: x", "[  FAILED  ] Suite.Test (4 ms)"],
        ),
        ("FAIL!  : Applet::opens() no row\n", ["FAIL!  : Applet::opens() no row"]),
        ("==7==ERROR: LeakSanitizer: 3 byte\n", ["==7==ERROR: LeakSanitizer: 3 byte"]),
    ],
    ids=["pytest", "GoogleTest", "QtTest", "sanitizer"],
)
def test_why_a_test_of_ctest_failed_stands_beside_its_name(tmp_path, printed, why):
    failed = read(tmp_path, {"bus.one": (printed, '<failure message="Failed"/>')}, status=1)
    assert failed.wrong == ["\n    ".join(["unit: bus.one::bus.one: Failed", *why])]


def cases_file(tmp_path, *rows):
    path = tmp_path / "cases.txt"
    path.write_text("\n".join(["# a comment", *rows]) + "\n", encoding="utf-8")
    return path


def test_fewer_cases_than_the_last_time_fail(tmp_path):
    path = cases_file(tmp_path, "unit Suite 2", "unit tree 30", "session test_idle 1")
    assert cases.fewer("unit", Counter({"Suite": 2, "tree": 31}), path) is None
    assert "(Suite 1 of 2)" in cases.fewer("unit", Counter({"Suite": 1, "tree": 30}), path)
    assert "(Suite 0 of 2, tree 29 of 30)" in cases.fewer("unit", Counter({"tree": 29}), path)
    assert cases.fewer("session-nightly", Counter(), path) is None


def test_more_cases_are_remembered_and_no_others_touched(tmp_path):
    path = cases_file(tmp_path, "session test_idle 1", "unit Suite 2")
    assert not cases.remember("unit", Counter({"Suite": 1}), path)
    assert cases.remember("unit", Counter({"Suite": 3, "tree": 30}), path)
    assert path.read_text(encoding="utf-8").splitlines() == [
        "# a comment",
        "session test_idle 1",
        "unit Suite 3",
        "unit tree 30",
    ]


def floor_of(monkeypatch, tmp_path, result, rows):
    monkeypatch.setattr(
        cases,
        "fewer",
        lambda kind, counted, path=cases_file(tmp_path, *rows): _fewer(kind, counted, path),
    )
    monkeypatch.setattr(cases, "remember", lambda *_: False)
    suite._compare(result, nightly=False)
    return result


_fewer = cases.fewer


def test_a_floor_without_a_test_or_with_fewer_fails(monkeypatch, tmp_path):
    empty = floor_of(monkeypatch, tmp_path, results.Result("session"), [])
    assert (empty.failed, empty.wrong) == (1, ["session: no test ran"])
    lost = floor_of(
        monkeypatch,
        tmp_path,
        results.Result("unit", passed=1, cases=Counter({"tree": 1})),
        ["unit tree 2"],
    )
    assert lost.failed == 1 and "(tree 1 of 2)" in lost.wrong[0]
    whole = floor_of(
        monkeypatch,
        tmp_path,
        results.Result("unit", passed=2, cases=Counter({"tree": 2})),
        ["unit tree 2"],
    )
    assert (whole.failed, whole.wrong) == (0, [])
