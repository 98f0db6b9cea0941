# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Rewrites a source so that each of its comparisons, constants and early returns can be changed at
run time. So one program contains all mutants (mutants.h)."""

import re
from dataclasses import dataclass

from tokens import Tokens

# The neighbour, which differs only at the limit itself, and the opposite.
_COMPARISONS = {
    "<": ("less", "<=", ">="),
    "<=": ("less_equal", "<", ">"),
    ">": ("greater", ">=", "<="),
    ">=": ("greater_equal", ">", "<"),
    "==": ("equal", "!="),
    "!=": ("unequal", "=="),
}
_JUMPS = ("return", "continue", "break")


@dataclass(frozen=True)
class Mutant:
    number: int
    kind: str  # comparison, logic, constant, early return
    file: str
    line: int
    function: str
    text: str  # of its line
    change: str

    def key(self):
        """Identifies the mutant also after its line has moved."""
        return f"{self.file} | {self.function} | {self.text} | {self.change}"


class Rewriting:
    """The rewriting of one file. Its mutants are numbered from `first`."""

    def __init__(self, file, text, first):
        self.tokens = Tokens(text)
        self._file = file
        self._next = first
        self._edits = []  # (place, order, text, length of what it replaces)
        self.mutants = []
        self.left_out = []  # (line, what): constants that the compiler must know
        self._skipped = self._fixed()
        self._sites = set()

    def rewrite(self):
        for at, token in enumerate(self.tokens.all):
            if at in self._skipped:
                self._leave_out(at)
            elif (
                token.kind == "sign"
                and token.text in _COMPARISONS
                and token.binary
                and not token.template
            ):
                self._comparison(at)
            elif (
                token.text in ("&&", "||")
                and token.binary
                and self.tokens.all[at + 1].text != "..."
            ):
                self._logic(at)
            elif token.text == "!" and token.kind == "sign":
                self._negation(at)
            elif (
                token.kind in ("number", "char")
                or token.kind == "word"
                and token.text in ("true", "false")
            ):
                self._constant(at)
            elif token.text == "if" and self.tokens.all[at + 1].text == "(":
                self._early_return(at)
        self._unfix()
        return self._apply()

    # Tokens that stay unchanged.

    def _fixed(self):
        """Indices of the tokens whose values the compiler must know."""
        fixed = set()
        tokens = self.tokens.all
        for at, token in enumerate(tokens):
            if token.template and token.text == "<":
                fixed.update(range(at, token.partner))
            elif (
                token.text in ("static_assert", "requires", "alignas")
                and tokens[at + 1].text == "("
            ):
                fixed.update(range(at, tokens[at + 1].partner))
            elif token.text == "enum":
                end = next(i for i in range(at, len(tokens)) if tokens[i].text in "{;")
                fixed.update(range(at, max(end, tokens[end].partner)))
            elif token.text == "case":
                fixed.update(
                    range(at, next(i for i in range(at, len(tokens)) if tokens[i].text == ":"))
                )
            elif token.text == "operator":
                fixed.add(at + 1)
            elif token.text == "[" and tokens[at - 1].kind == "word" and self._is_declared(at - 1):
                fixed.update(range(at, token.partner))
            elif token.text == "constexpr" and tokens[at - 1].text == "if":
                fixed.update(range(at, tokens[at + 1].partner))
            elif token.text == "constexpr":
                fixed.update(self._constant_expression(at))
        return fixed

    def _constant_expression(self, at):
        """The tokens of a constexpr that must stay one, for the size of an array or for a
        static_assert."""
        end = self._end_of_declaration(at)
        name = self._declared(at)
        return range(at, end) if name in NEEDED_BY_THE_COMPILER.get(self._file, ()) else ()

    def _is_declared(self, at):
        """Whether a type is before a name."""
        before = self.tokens.all[at - 1]
        return (
            before.template
            or before.kind == "word"
            and before.text not in ("return", "case", "else")
        )

    def _declared(self, at):
        tokens = self.tokens.all
        end = next(
            i
            for i in range(at, len(tokens))
            if tokens[i].kind == "sign" and tokens[i].text in ("=", "{", "(", "[", ";")
        )
        return tokens[end - 1].text

    def _end_of_declaration(self, at):
        tokens = self.tokens.all
        end = at
        while tokens[end].text != ";":
            if tokens[end].text == "{" and tokens[end - 1].text == ")":
                return tokens[end].partner  # a function
            end = max(end, tokens[end].partner) + 1
        return end

    def _leave_out(self, at):
        token = self.tokens.all[at]
        if token.kind in ("number", "char") or token.text in ("true", "false"):
            self.left_out.append((self.tokens.line_number(token.begin), token.text))

    def _unfix(self):
        """A constexpr variable with a mutant in it becomes const. Functions may stay constexpr,
        since C++23 lets them call functions that aren't."""
        tokens = self.tokens.all
        for at, token in enumerate(tokens):
            if token.text != "constexpr" or at in self._skipped or tokens[at - 1].text == "if":
                continue
            end = self._end_of_declaration(at)
            if tokens[end].text == ";" and any(at < site < end for site in self._sites):
                # A static member that isn't constexpr must be inline to be defined in its class.
                inside = "inline const" if tokens[at - 1].text == "static" else "const"
                self._edit(token.begin, 0, inside, len(token.text))

    # Changes.

    def _edit(self, place, order, text, replaced=0):
        self._edits.append((place, order, text, replaced))

    def _add(self, kind, at, *changes):
        """The number of the first of these mutants."""
        self._sites.add(at)
        place = self.tokens.all[at].begin
        number = self._next
        for change in changes:
            self.mutants.append(
                Mutant(
                    self._next,
                    kind,
                    self._file,
                    self.tokens.line_number(place),
                    self.tokens.function(at),
                    self.tokens.line(place),
                    change,
                )
            )
            self._next += 1
        return number

    def _shown(self, first, last, replaced=None, by=""):
        """The tokens from FIRST to LAST on one line, with one of them replaced."""
        tokens = self.tokens.all
        parts = []
        for at in range(first, last + 1):
            between = " " if at > first and tokens[at].begin > tokens[at - 1].end else ""
            parts.append(between + (by if at == replaced else tokens[at].text))
        return "".join(parts)

    def _became(self, first, last, at, by):
        return f"{self._shown(first, last)} -> {self._shown(first, last, at, by)}"

    def _around(self, first, last, before, after):
        """Enclose these tokens. Of two enclosures at a place the wider begins first, ends last."""
        tokens = self.tokens.all
        width = tokens[last].end - tokens[first].begin
        self._edit(tokens[first].begin, 1_000_000 - width, before)
        self._edit(tokens[last].end, width - 2_000_000, after)

    def _comparison(self, at):
        tokens = self.tokens.all
        first, last = self.tokens.operands(at)
        if tokens[at - 1].text == "<=>" or any(tokens[i].text == "<=>" for i in range(first, last)):
            return
        name, *others = _COMPARISONS[tokens[at].text]
        number = self._add(
            "comparison", at, *(self._became(first, last, at, other) for other in others)
        )
        self._around(first, last, f"::mutant::{name}({number}, ", ")")
        self._edit(tokens[at].begin, 0, ",", len(tokens[at].text))

    def _logic(self, at):
        """Neither operand is written twice, since they may be long. The second one is evaluated no
        more often than in the original, unless the mutant is on."""
        tokens = self.tokens.all
        first, last = self.tokens.operands(at)
        other, no = ("||", "") if tokens[at].text == "&&" else ("&&", "!")
        number = self._add("logic", at, self._became(first, last, at, other))
        on = f"::mutant::on({number})"
        sign = "==" if tokens[at].text == "&&" else "!="
        self._around(first, last, "(bool(", "))")
        self._edit(tokens[at].begin, 0, f") {sign} {on} ? {no}{on} : bool(", len(tokens[at].text))

    def _negation(self, at):
        last = self.tokens.unary_operand(at)
        number = self._add("logic", at, self._became(at, last, at, ""))
        self._around(at, last, f"(::mutant::on({number}) != ", ")")

    def _constant(self, at):
        token = self.tokens.all[at]
        before = self.tokens.all[at - 1]
        if token.kind == "word":
            others = ("false" if token.text == "true" else "true",)
        elif token.kind == "char":
            others = (f"{token.text} + 1",)
        elif re.fullmatch(r"0*\.0*", token.text):  # 0 * 1.1 is still 0
            number = self._add("constant", at, f"{token.text} -> 0.1", f"{token.text} -> -0.1")
            self._around(
                at, at, f"(::mutant::on({number}) ? 0.1 : ::mutant::on({number + 1}) ? -0.1 : ", ")"
            )
            return
        elif re.fullmatch(r"[\d']*\.[\d']+\w*", token.text):
            others = (f"{token.text} * 1.1", f"{token.text} * 0.9")
        else:
            others = (f"{token.text} + 1", f"{token.text} - 1")
        if before.text == "=" and self.tokens.all[at - 2].text in (")", "const", "override"):
            return  # a pure virtual function
        number = self._add("constant", at, *(f"{token.text} -> {other}" for other in others))
        self._around(
            at, at, f"::mutant::{'flag' if token.kind == 'word' else 'value'}({number}, ", ")"
        )

    def _early_return(self, at):
        tokens = self.tokens.all
        opening, closing = at + 1, tokens[at + 1].partner
        if not self._leaves(closing + 1):
            return
        first = 1 + max(
            (
                i
                for i in range(opening + 1, closing)
                if tokens[i].text == ";" and tokens[i].inside == opening
            ),
            default=opening,
        )
        assigned = [
            i
            for i in range(first, closing)
            if tokens[i].text == "=" and tokens[i].inside == opening
        ]
        shown = self._shown(first, closing - 1)
        if assigned:
            number = self._add("early return", at, f"if ({shown}) -> never")
            self._edit(
                tokens[closing].begin,
                5_000_000,
                f"; bool({tokens[assigned[0] - 1].text}) && !::mutant::on({number})",
            )
            return
        number = self._add("early return", at, f"if ({shown}) -> never", f"if ({shown}) -> always")
        self._edit(tokens[first].begin, -1, f"::mutant::leaves({number}, bool(")
        self._edit(tokens[closing].begin, 5_000_000, "))")

    def _leaves(self, at):
        """Whether the statement there ends with a jump out of its block."""
        tokens = self.tokens.all
        if tokens[at].text in _JUMPS:
            return True
        if tokens[at].text != "{":
            return False
        end = tokens[at].partner
        begins = [at + 1] + [
            i + 1
            for i in range(at + 1, end - 1)
            if tokens[i].inside == at and tokens[i].text in (";", "}")
        ]
        return tokens[begins[-1]].text in _JUMPS

    def _apply(self):
        out, done = [], 0
        for place, _order, text, replaced in sorted(self._edits, key=lambda edit: edit[:2]):
            out += [self.tokens.text[done:place], text]
            done = place + replaced
        return "".join([*out, self.tokens.text[done:]])


# Constants that must stay constexpr, since an array's size or a static_assert needs them.
NEEDED_BY_THE_COMPILER = {
    "daemon/model/black_box.h": ("slot_size",),
    "daemon/model/capability.h": ("capability_count",),
    "daemon/model/ids.h": ("is_steady",),
    "daemon/model/session_apply.cpp": ("is_one_of", "leaves_owners"),
    "daemon/model/settings.cpp": ("targets",),
    "daemon/model/tally.h": ("levels", "resources", "causes"),
}
