# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How tests/mutation/ rewrites a source. A place that it misses is never tested for mutants."""

import sys

import pytest

from project import ROOT

sys.path.insert(0, str(ROOT / "tests/mutation"))

import sample  # noqa: E402
import survivors  # noqa: E402
from mutate import Rewriting  # noqa: E402


def rewritten(text, file="daemon/model/x.cpp"):
    rewriting = Rewriting(file, text, 10)
    return rewriting.rewrite(), rewriting


def changes(text):
    return [mutant.change for mutant in rewritten(f"void f()\n{{\n    {text}\n}}\n")[1].mutants]


@pytest.mark.parametrize(
    "text, found",
    [
        ("g(a + b < c);", ["a + b < c -> a + b <= c", "a + b < c -> a + b >= c"]),
        (
            "return a->b(c, d)\n    >= *e;",
            ["a->b(c, d) >= *e -> a->b(c, d) > *e", "a->b(c, d) >= *e -> a->b(c, d) < *e"],
        ),
        ("std::map<A, std::vector<B>> x;", []),
        ("x = y && a == B{c};", ["y && a == B{c} -> y || a == B{c}", "a == B{c} -> a != B{c}"]),
        ("auto &&x = y;", []),
        ("return (is<T> || ...);", []),
        ("if constexpr (!is<T>)\n    return;", []),
        ("g(!a.b().c);", ["!a.b().c -> a.b().c"]),
        ("x = std::array<int, 5>{};", []),
        ("x = true;", ["true -> false"]),
        ("x = 5U;", ["5U -> 5U + 1", "5U -> 5U - 1"]),
        ("x = 0.5;", ["0.5 -> 0.5 * 1.1", "0.5 -> 0.5 * 0.9"]),
        ("x = '\\'';", ["'\\'' -> '\\'' + 1"]),
        ('// x < 5\ng("x < 5");', []),
        ("if (g(x))\n    return;", ["if (g(x)) -> never", "if (g(x)) -> always"]),
        ("if (g(x)) {\n    y();\n    break;\n}", ["if (g(x)) -> never", "if (g(x)) -> always"]),
        ("if (g(x))\n    y();", []),
        ("if (const auto y = g(x))\n    return *y;", ["if (const auto y = g(x)) -> never"]),
        ("if (const auto y = g(x); z)\n    continue;", ["if (z) -> never", "if (z) -> always"]),
    ],
)
def test_each_place_is_changed(text, found):
    assert changes(text) == found


def test_what_the_compiler_must_know_is_left_out_and_said_to_be():
    _, rewriting = rewritten("static_assert(x < 6);\nenum A { B = 1 };\nint c[3];\n")
    assert not rewriting.mutants
    assert rewriting.left_out == [(1, "6"), (2, "1"), (3, "3")]


def test_a_constant_becomes_one_that_can_be_another():
    text, rewriting = rewritten(
        'constexpr int a = 5;\nconstexpr auto b = "5";\n'
        "class C {\n    static constexpr int d = 7;\n};\n"
    )
    assert "\nconstexpr auto b" in text and "static inline const int d" in text
    assert text.startswith("const int a = ::mutant::value(10, 5);")
    assert len(rewriting.mutants) == 4


def test_operands_are_enclosed_from_the_outside():
    text, _ = rewritten("bool f(int a)\n{\n    return a < 1 && !g(a == 2);\n}\n")
    assert (
        "return (bool(::mutant::less(10, a , ::mutant::value(12, 1)) ) == ::mutant::on(14) ? "
        "::mutant::on(14) : bool( (::mutant::on(15) != !g(::mutant::equal(16, a , "
    ) in text
    assert text.count("\n") == 4  # line numbers stay, since reports contain them


def test_a_mutant_is_known_by_where_it_is():
    text = (
        "bool Session::is(int a) const\n{\n"
        "    return std::any_of(a, [](int b) { return b == 1; });\n}\n"
    )
    first = rewritten(text)[1].mutants[0]
    assert first.key() == (
        "daemon/model/x.cpp | Session::is | "
        "return std::any_of(a, [](int b) { return b == 1; }); | b == 1 -> b != 1"
    )
    assert rewritten("\n\n" + text)[1].mutants[0].key() == first.key()


def test_a_survivor_without_a_reason_and_a_reason_without_a_survivor_are_wrong(
    tmp_path, monkeypatch, capsys
):
    alive = rewritten("bool f(int a)\n{\n    return a < b;\n}\n")[1].mutants[:1]
    monkeypatch.setattr(survivors, "LIST", tmp_path / "survivors.txt")

    def judged(text):
        (tmp_path / "survivors.txt").write_text(text, encoding="utf-8")
        return survivors.judge(alive, {"daemon/model/x.cpp"}, set()), capsys.readouterr().out

    assert judged(f"Nothing is ever equal.\n    {alive[0].key()}\n") == ((0, 0), "")
    count, said = judged("")
    assert count == (1, 0) and said.startswith(
        "survives: daemon/model/x.cpp:3: f: a < b -> a <= b (no test comes by)\n"
    )
    assert said.endswith(f"    {alive[0].key()}\n")
    count, said = judged(
        f"Nothing.\n    {alive[0].key()}\n    {alive[0].key()}\n    daemon/model/y.h | | | x\n"
    )
    assert count == (0, 1) and said.startswith(
        "is listed and doesn't survive: daemon/model/x.cpp | f | "
    )
    with pytest.raises(ValueError):
        judged(f"# a comment explains nothing\n    {alive[0].key()}\n")


def test_what_a_sample_leaves_out_is_not_missed_among_the_survivors(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(survivors, "LIST", tmp_path / "survivors.txt")
    (tmp_path / "survivors.txt").write_text(
        "Nothing.\n    daemon/model/x.cpp | f | one | x\n    daemon/model/x.cpp | f | two | x\n",
        encoding="utf-8",
    )
    files, left_out = {"daemon/model/x.cpp"}, {"daemon/model/x.cpp | f | one | x"}
    assert survivors.judge([], files, set(), left_out) == (0, 1)
    assert "f | one" not in capsys.readouterr().out


def mutants_of(lines):
    return rewritten("bool f(int a)\n{\n" + "\n".join(lines) + "\n}\n")[1].mutants


def test_a_sample_is_the_same_for_the_same_sources():
    lines = [f"    g(a < x{i});" for i in range(100)]
    whole = mutants_of(lines)
    some = sample.chosen(whole, 50)
    assert len(whole) == 200 and len(some) == len(set(some)) == 50 and set(some) < set(whole)
    assert sample.chosen(whole[::-1], 50) == some
    assert sorted(sample.chosen(whole, 1000), key=whole.index) == whole
    moved = sample.chosen(mutants_of(["    h();", "    g(a == y);", *lines]), 50)
    stayed = {each.key() for each in moved} & {each.key() for each in some}
    assert len(stayed) >= 48, "what is new replaces no more than it takes"


def test_mutants_that_have_the_same_key_are_sampled_together():
    whole = mutants_of(["    g(a < x);"] * 100)
    assert len({each.key() for each in whole}) == 2
    assert len(sample.chosen(whole, 1)) == 100


def test_of_a_sample_a_few_more_may_survive_than_of_all():
    def chance_of_more(than, size, whole, alive):
        """By one draw after the other, without a formula."""
        of = {0: 1.0}
        for drawn in range(size):
            after = {}
            for hit, chance in of.items():
                one_more = (alive - hit) / (whole - drawn)
                after[hit + 1] = after.get(hit + 1, 0) + chance * one_more
                after[hit] = after.get(hit, 0) + chance * (1 - one_more)
            of = after
        return sum(chance for hit, chance in of.items() if hit > than)

    assert sample.most_survivors(4000, 4000, 95) == 200
    assert sample.most_survivors(142, 142, 95) == 7
    assert sample.most_survivors(0, 0, 95) == 0
    most = sample.most_survivors(400, 4000, 95)
    assert chance_of_more(most, 400, 4000, 200) < 1e-4 <= chance_of_more(most - 1, 400, 4000, 200)
    assert most / 400 < 0.1, "a sample in which a tenth survives always fails"


def test_each_survivor_that_is_listed_is_a_mutant():
    listed = survivors.explained(survivors.LIST.read_text(encoding="utf-8"))
    files = {key.split(" | ")[0] for key in listed}
    there = [
        mutant.key()
        for file in files
        for mutant in rewritten((ROOT / file).read_text(encoding="utf-8"), file)[1].mutants
    ]
    assert not [key for key in listed if key not in there]
