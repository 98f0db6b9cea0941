# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Parses as much of C++ as is needed to find the operands of an operator. It relies on the format:
a `<` with spaces on both sides compares, and one without opens a template's arguments, as
.clang-format ensures.
"""

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<directive> ^[ \t]*\#(?:\\\n|[^\n])* )
  | (?P<string> (?:u8|[uUL])?R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"\w*
              | (?:u8|[uUL])?"(?:\\.|[^"\\\n])*"\w* )
  | (?P<char> (?:u8|[uUL])?'(?:\\.[0-9a-f]*|[^'\\\n])'\w* )
  | (?P<number> \.?\d(?:'?[\w.]|(?<=[eE])[+-])* )
  | (?P<word> [A-Za-z_]\w* )
  | (?P<sign> <=>|->\*|\.\.\.|<<=|>>=|::|->|\.\*|\+\+|--|&&|\|\||[=!<>+\-*/%&|^]=|<<
            | [{}()\[\];,.?:=<>+\-*/%&|^!~] )
""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)

_CLOSES = {"(": ")", "[": "]", "{": "}", "<": ">"}
# Weaker operators bind later. Operators that aren't listed bind before all comparisons.
_STRENGTH = {
    ",": 0,
    "=": 1,
    "+=": 1,
    "-=": 1,
    "*=": 1,
    "/=": 1,
    "%=": 1,
    "&=": 1,
    "|=": 1,
    "^=": 1,
    "<<=": 1,
    ">>=": 1,
    "?": 1,
    ":": 1,
    "||": 2,
    "&&": 3,
    "|": 4,
    "^": 5,
    "&": 6,
    "==": 7,
    "!=": 7,
    "<": 8,
    ">": 8,
    "<=": 8,
    ">=": 8,
    "<=>": 9,
}
_ENDS = {";", "return", "case", "else", "do", "throw", "co_return"}


@dataclass
class Token:
    kind: str
    text: str
    begin: int
    end: int
    partner: int = -1  # of a bracket: the other one
    binary: bool = False  # between two operands, with spaces around
    template: bool = False  # a < or > that is a bracket
    inside: int = -1  # the innermost bracket that is open here, or -1


class Tokens:
    """The tokens of a file, without its comments."""

    def __init__(self, text):
        self.text = text
        self.all = []
        for found in _TOKEN.finditer(text):
            if found.lastgroup != "comment" and found["comment"] is None:
                kind = next(
                    kind
                    for kind in ("directive", "string", "char", "number", "word", "sign")
                    if found[kind] is not None
                )
                self.all.append(Token(kind, found[0], found.start(), found.end()))
        self._split_shifts()
        self._pair()

    def _spaced(self, token):
        """A line end counts as a space."""
        return (
            self.text[token.begin - 1].isspace() and self.text[token.end : token.end + 1].isspace()
        )

    def _split_shifts(self):
        """>> closes two templates, unless it has spaces around it."""
        tokens = []
        for token in self.all:
            if token.text == ">>" and not self._spaced(token):
                tokens += [
                    Token("sign", ">", token.begin, token.begin + 1),
                    Token("sign", ">", token.begin + 1, token.end),
                ]
            else:
                tokens.append(token)
        self.all = tokens

    def _pair(self):
        opened = []
        for at, token in enumerate(self.all):
            token.inside = opened[-1] if opened else -1
            if token.kind != "sign":
                continue
            token.binary = self._spaced(token)
            before = self.all[at - 1] if at else None
            if token.text in "<>" and before and before.text != "operator":
                token.template = (
                    token.text == "<"
                    and not token.binary
                    or token.text == ">"
                    and bool(opened)
                    and self.all[opened[-1]].text == "<"
                )
            if token.text in "([{" or token.template and token.text == "<":
                opened.append(at)
            elif token.text in ")]}" or token.template:
                other = opened.pop()
                if _CLOSES[self.all[other].text] != token.text:
                    raise ValueError(
                        f"{self.line_number(token.begin)}: "
                        f"{token.text} closes {self.all[other].text}"
                    )
                token.partner, self.all[other].partner = other, at
                token.inside = opened[-1] if opened else -1

    def line_number(self, place):
        return self.text.count("\n", 0, place) + 1

    def line(self, place):
        return self.text[self.text.rfind("\n", 0, place) + 1 : self.text.find("\n", place)].strip()

    def _strength(self, at):
        token = self.all[at]
        if token.kind == "word":
            return -1 if token.text in _ENDS else None
        if token.kind != "sign" or token.template:
            return None
        if token.text in ("&", "&&", "<", ">") and not token.binary:
            return None
        return -1 if token.text == ";" else _STRENGTH.get(token.text)

    def operands(self, at):
        """The first and the last token of the operands of the operator at that place. An operator
        of the same strength on its left belongs to the left operand."""
        mine = self._strength(at)
        first = at
        while first > 0:
            token = self.all[first - 1]
            if token.partner >= 0 and token.partner < first - 1:
                first = token.partner
                continue
            strength = self._strength(first - 1)
            if (
                token.text in "([{"
                or token.kind == "directive"
                or strength is not None
                and strength < mine
            ):
                break
            first -= 1
        last = at
        while last + 1 < len(self.all):
            token = self.all[last + 1]
            if token.partner > last + 1:
                last = token.partner
                continue
            strength = self._strength(last + 1)
            if token.text in ")]}" or strength is not None and strength <= mine:
                break
            last += 1
        return first, last

    def unary_operand(self, at):
        """The last token of the operand of a prefix operator."""
        last = at + 1
        while self.all[last].kind == "sign" and self.all[last].text in ("!", "*", "-", "&", "~"):
            last += 1
        last = max(last, self.all[last].partner)
        while last + 1 < len(self.all):
            token = self.all[last + 1]
            if token.text in "([{" and token.partner > 0 or token.template and token.text == "<":
                last = token.partner
            elif token.text in (".", "->", "::"):
                last += 2
            else:
                break
        return last

    def enclosing(self, at):
        """The brackets around a token, innermost first."""
        inside = self.all[at].inside
        while inside >= 0:
            yield inside
            inside = self.all[inside].inside

    def function(self, at):
        """The name of the outermost function around a token, or of the declaration at the top
        level. Empty if there is neither."""
        found = ""
        for brace in self.enclosing(at):
            name = self._named(brace) if self.all[brace].text == "{" else ""
            found = name or found
        return found

    def _named(self, brace):
        """For `bool Session::knows(int x) const {` it is Session::knows."""
        before = brace - 1
        while before > 0 and (
            self.all[before].kind == "word"
            or self.all[before].text in ("->", "::", "&", "*")
            or self.all[before].template
        ):
            before = self.all[before].partner - 1 if self.all[before].template else before - 1
        if before <= 0 or self.all[before].text not in ")}":
            return ""
        while self.all[before].text in ")}":  # back over member initializers
            name = self.all[before].partner - 1
            if self.all[name].kind != "word" or self.all[name].text in (
                "if",
                "for",
                "while",
                "switch",
                "catch",
                "noexcept",
            ):
                if (
                    not self.all[name].text.startswith("operator")
                    and self.all[name - 1].text != "operator"
                ):
                    return ""
            if self.all[name - 1].text not in (",", ":"):
                break
            before = name - 2
            while self.all[before].text not in ")}":
                before -= 1
        begin = name
        while (
            self.all[begin - 1].text in ("::", "operator", "~")
            or self.all[begin].text == "::"
            and self.all[begin - 1].kind == "word"
        ):
            begin -= 1
        return self.text[self.all[begin].begin : self.all[name].end]
