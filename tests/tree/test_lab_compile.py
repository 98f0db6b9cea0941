# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the lab compiles with: no precompiled header is made while the old one is still there."""

import os
import subprocess

import pytest

from project import ROOT

COMPILE = ROOT / "tests/lab/headroom_lab/compile"
CCACHE = """#!/bin/sh
printf '%s\\n' "$@" >said
ls >there
printf '%s\\n' "${CCACHE_COMMENTS-} ${CCACHE_NAMESPACE-}" >comments
exit 3
"""


@pytest.fixture(name="compiles")
def with_a_ccache_that_lists_what_is_there(tmp_path):
    """Returns what ccache was called with, the files that were there then, and the exit status. The
    file "comments" then contains whether comments count, and the namespace."""
    (tmp_path / "bin").mkdir()
    ccache = tmp_path / "bin/ccache"
    ccache.write_text(CCACHE, encoding="utf-8")
    ccache.chmod(0o755)

    def run(*words):
        done = subprocess.run(
            [COMPILE, *words],
            cwd=tmp_path,
            env={"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"},
            check=False,
        )
        said, there = (
            (tmp_path / name).read_text(encoding="utf-8").splitlines() for name in ("said", "there")
        )
        return said, there, done.returncode

    return run


@pytest.mark.parametrize("made", ["cmake_pch.hxx.gch", "cmake_pch.hxx.pch"])
def test_a_precompiled_header_is_gone_when_ccache_looks_for_a_new_one(compiles, tmp_path, made):
    for name in (made, "cmake_pch.hxx", "another.gch"):
        (tmp_path / name).touch()
    words = ["c++", "-include", "cmake_pch.hxx", "-o", made, "-c", "cmake_pch.hxx.cxx"]
    said, there, status = compiles(*words)
    assert said == words and status == 3
    assert made not in there and {"cmake_pch.hxx", "another.gch"} <= set(there)
    assert (tmp_path / "comments").read_text(encoding="ascii") == "1 comments\n"


def test_what_a_file_is_compiled_with_stays(compiles, tmp_path):
    for name in ("cmake_pch.hxx.gch", "a.o"):
        (tmp_path / name).touch()
    _, there, _ = compiles("c++", "-include", "cmake_pch.hxx.gch", "-o", "a.o", "-c", "a b.cpp")
    assert {"cmake_pch.hxx.gch", "a.o"} <= set(there)
    assert (tmp_path / "comments").read_text(encoding="ascii") == " \n"
