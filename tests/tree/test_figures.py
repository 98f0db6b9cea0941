# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""figures.py counts what it states."""

import pytest

import figures
from project import ROOT, write


@pytest.fixture(name="made_up")
def made_up_project(tmp_path):
    for folder in figures.MEASURED:
        (tmp_path / folder).mkdir()
    return tmp_path


def test_arrows_are_between_subjects_not_files(made_up):
    write(made_up, "daemon/a/x.h", '#include "a/y.h"\n')
    write(made_up, "daemon/a/x.cpp", '#include "a/x.h"\n#include "a/y.h"\n#include "b/z.h"\n')
    write(made_up, "daemon/a/y.h")
    write(made_up, "daemon/b/z.h", '#include "generated.h"\n')
    assert figures.arrows(made_up) == {("a", "a"): 1, ("a", "b"): 1}
    assert [line.split() for line in figures.room_lines(made_up)] == [
        ["a", "3", "1", "1", "0"],
        ["b", "1", "0", "0", "1"],
    ]


def test_wide_lines(made_up):
    write(made_up, "daemon/x.h", "y" * 100 + "\n" + "ü" * 101 + "\n")
    write(made_up, "x.md", f"| {'y' * 100} |\n{'y' * 101}\n")
    write(made_up, "x.qml", f"    '{'y' * 100}',\n")
    write(made_up, "x.po", "y" * 101 + "\n")
    assert figures.wide_lines(made_up) == {".h": (1, 2), ".md": (1, 2), ".qml": (0, 1)}


@pytest.mark.parametrize(
    "text, lengths",
    [
        ("One two three. Four five.", [3, 2]),
        ("One `two.three` (four).\nFive six", [3, 2]),
        ("- One two.\n- Three four\n  five.", [2, 3]),
        ("# One two\n\n| three | four |\n\nFive six.", [2]),
        ("One two:\n\n    code stands here\n\nThree four.", [2, 2]),
        ("```\none two\n```\n<!-- one two -->\n[one two](three.md) four.", [3]),
        ("See e.g. one, at 2.5 s, which is short.", [9]),
    ],
)
def test_sentences(text, lengths):
    assert figures.sentence_lengths(figures.paragraphs(text)) == lengths


def test_comments(made_up):
    write(
        made_up,
        "daemon/x.h",
        "// SPDX-"
        "License-Identifier: X\n/// One two.\n/// Three\n// four.\nint x; ///< five six\n"
        'auto y = "https://seven";\n',
    )
    assert list(figures.comments(made_up / "daemon/x.h")) == ["One two. Three four.", "five six"]


def test_spread():
    assert figures.spread([]) == (0, 0.0, 0, 0)
    assert figures.spread(list(range(1, 11))) == (10, 5.5, 9, 10)


@pytest.mark.parametrize(
    "line, found",
    [
        ("    std::function<void(int, bool)> m_x;", 1),
        ("    std::function<void()> on_x = [] {};", 1),
        ("    Emit m_x;", 1),
        ("    Watch::Emit x{};", 1),
        ("    // Emit m_x;", 0),
        ("    void take(Emit x);", 0),
        ("    Emitter m_x;", 0),
        ("    std::function<void()> x();", 0),
    ],
)
def test_callback_members(made_up, line, found):
    write(made_up, "daemon/emit.h", "using Emit = std::function<void(int)>;\n")
    write(made_up, "daemon/x.h", f"struct X {{\n{line}\n}};\n")
    assert len(figures.callback_members(made_up)) == found


SIX = "int a, const std::map<A, B> &b, char *c, bool d = false, void (*e)(int, int), E f"


@pytest.mark.parametrize(
    "text, found",
    [
        (f"void g({SIX});", 1),
        (f"void X::g({SIX}) const\n{{\n", 1),
        (f"    X({SIX})\n        : m_a(a)\n", 1),
        (f"void g({SIX.replace(', E f', '')});", 0),
        (f"void g({SIX.replace('E f', 'gpointer f')});", 1),
        (f"void g({SIX.replace('int a', 'A *')}, gpointer f);", 0),
        (f"void g(gpointer f, {SIX.replace('int a', 'A *')});", 1),
        (f"// void g({SIX});", 0),
        ("    g(a, b, c, d, e, f);", 0),
        ("    int x = g(1, 2, 3, 4, 5, 6);", 0),
    ],
)
def test_functions_with_many_parameters_are_found(made_up, text, found):
    write(made_up, "daemon/x.cpp", f"\n{text}\n")
    assert len(figures.many_parameters(made_up)) == found


def test_functions_have_few_parameters():
    """What belongs together is a struct with a name, and the call names its members."""
    assert not figures.many_parameters(ROOT)


def test_the_page_has_every_section():
    """Each section shows something of this tree. A pattern that finds nothing would count 0."""
    page = "\n".join(figures.page(ROOT))
    for title in ("rooms of", "longest files", "longest functions", "lines over", "prose"):
        assert f"\n{title}" in page
    assert figures.callback_members(ROOT) and figures.sentence_lengths(
        figures.comments(ROOT / "daemon/loop.cpp")
    )
