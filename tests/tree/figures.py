#!/usr/bin/env python3
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Prints figures of the sources and documents, to compare two states of the tree.

    tests/tree/figures.py [CHECKOUT]

Nothing here passes or fails; the laws are in the tests beside it. The function that counts a figure
states what it counts. Figures come from patterns, not from a compiler. So they are good only for
comparisons by the same script.
"""

import re
import sys
from math import ceil
from pathlib import Path

from project import ROOT, code, files, sources
from test_line_width import WIDEST, is_measured, may_be_wide
from test_size_and_names import MEASURED, functions

MOST_PARAMETERS = 5
EVENT_SINKS = ("Emit", "Report")
PROSE = (".md", ".scd")
_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')*]*\s+(?=[\"'(*`]*[A-Z`])")
_ALIAS = re.compile(r"\busing\s+(\w+)\s*=\s*std::function<")
_ITEM = re.compile(r"(?:[-*+]|\d+\.)\s+")
_CALL = re.compile(r"([~\w]+)\s*\(")
_NO_NAMES = {"if", "for", "while", "switch", "return", "catch", "sizeof", "decltype", "alignas"}


# Rooms: folders of daemon/ with sources.


def rooms(root):
    """{folder: its sources}"""
    found = {}
    for path in sources("daemon", root=root):
        found.setdefault(str(path.parent.relative_to(root / "daemon")), []).append(path)
    return found


def arrows(root):
    """{(from, to): how many}. An arrow is a file that includes the header of another file; header
    and source count as one file. From and to are rooms, and an inner arrow stays in one room."""
    found = {}
    for room, paths in rooms(root).items():
        pairs = set()
        for path in paths:
            for header in _INCLUDE.findall(path.read_text(encoding="utf-8")):
                target = (root / "daemon" / header).with_suffix("")
                if target.with_suffix(".h").is_file() and target != path.with_suffix(""):
                    pairs.add((path.with_suffix(""), target))
        for _, target in pairs:
            to = str(target.parent.relative_to(root / "daemon"))
            found[room, to] = found.get((room, to), 0) + 1
    return found


def room_lines(root):
    counted = arrows(root)
    for room, paths in sorted(rooms(root).items()):
        inner = counted.get((room, room), 0)
        out = sum(n for (a, b), n in counted.items() if a == room != b)
        into = sum(n for (a, b), n in counted.items() if b == room != a)
        yield f"{room:<18} {len(paths):>5} {inner:>6} {out:>5} {into:>5}"


# Sizes.


def longest_files(root, how_many=3):
    sizes = [
        (len(p.read_text(encoding="utf-8").splitlines()), p) for p in sources(*MEASURED, root=root)
    ]
    return sorted(sizes, reverse=True)[:how_many]


def longest_functions(root, how_many=3):
    found = [
        (length, path, signature)
        for path in sources(*MEASURED, root=root)
        for signature, length in functions(path.read_text(encoding="utf-8"))
    ]
    return sorted(found, reverse=True)[:how_many]


def wide_lines(root):
    """{suffix or "other": (lines of more than WIDEST columns, lines)}, except those that
    test_line_width.py exempts"""
    found = {}
    for path in files(root=root):
        if path.is_file() and is_measured(path, root):
            lines = path.read_text(encoding="utf-8").splitlines()
            kind = path.suffix or "other"
            wide, all_of_them = found.get(kind, (0, 0))
            wide += sum(len(line) > WIDEST and not may_be_wide(path, line) for line in lines)
            found[kind] = wide, all_of_them + len(lines)
    return found


# Prose.


def documents(root):
    return [path for path in files(root=root) if path.suffix in PROSE]


def words(text):
    return len(text.split())


def paragraphs(text):
    """Paragraphs of Markdown or scdoc, without code, tables, headings and comments. An item of a
    list is a paragraph."""
    text = re.sub(r"^```.*?^```|<!--.*?-->", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    paragraph, after_blank = [], True
    for line in text.splitlines() + [""]:
        bare = line.strip()
        is_code = after_blank and re.match(r"    |\t\t", line) and not paragraph
        skipped = is_code or bare.startswith(("|", "#", ";"))
        if paragraph and (not bare or skipped or _ITEM.match(bare)):
            yield " ".join(paragraph)
            paragraph = []
        if bare and not skipped:
            paragraph.append(_ITEM.sub("", bare, count=1))
        after_blank = not bare or bool(is_code)


def comments(path):
    """Comments. Consecutive lines of // are one comment, and a comment after code is one."""
    block = []
    for line in path.read_text(encoding="utf-8").splitlines() + [""]:
        match = re.search(r"(?:^|\s)//[/!]?<?\s*(.*)$", line)
        alone = line.lstrip().startswith("//")
        if block and not alone:
            yield " ".join(block)
            block = []
        if match and not re.match(r"SPDX-|clang-format|NOLINT", match.group(1)):
            if alone:
                block.append(match.group(1))
            else:
                yield match.group(1)


def sentence_lengths(texts):
    """In words. `code` and links count as their visible words. A single word is no sentence."""
    lengths = [words(sentence) for text in texts for sentence in _SENTENCE_END.split(text)]
    return [length for length in lengths if length > 1]


def spread(lengths):
    """(count, mean, 90th percentile, longest)"""
    if not lengths:
        return 0, 0.0, 0, 0
    ordered = sorted(lengths)
    tenth = ordered[ceil(0.9 * len(ordered)) - 1]
    return len(ordered), sum(ordered) / len(ordered), tenth, ordered[-1]


# Functions and callbacks.


def callback_members(root):
    """(file, name, type) of members whose type is a std::function or an alias of one."""
    texts = {path: code(path) for path in sources(*MEASURED, root=root)}
    aliases = sorted({name for text in texts.values() for name in _ALIAS.findall(text)})
    called = rf"(?:\w+::)*(?:{'|'.join(aliases)})" if aliases else r"(?!)"
    member = re.compile(
        rf"^[ \t]+(?:const )?(std::function|{called})(?:<[^;{{}}]*>)?"
        r"\s+(\w+)\s*(?:;|\{[^}]*\};|=\s*[^;]*;)",
        re.MULTILINE,
    )
    return [
        (path, name, kind)
        for path, text in texts.items()
        for kind, name in member.findall(text)
        if is_member(path, name)
    ]


def is_member(path, name):
    """Excludes local variables: members of classes are called m_name, and members of structs are
    declared in headers."""
    return name.startswith("m_") or path.suffix == ".h"


def parameter_lists(text):
    """(name, parameters) of functions that are declared or defined with two or more. Each parameter
    is a type with a name. After the list comes a body, initializers or a semicolon. Calls have
    values instead."""
    for match in _CALL.finditer(text):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if match.group(1) in _NO_NAMES or not re.fullmatch(r"[\w:<>,&*~ \t\[\]]*", line):
            continue
        inside, end = bracketed(text, match.end() - 1)
        after = text[end : end + 40]
        declares = re.match(r"\s*(?:const|noexcept|override|final|\s)*(?:\{|\n\s*\{|;|:\s)", after)
        if declares and (line.strip() or text[match.start() - 1 : match.start()] in "\n "):
            parameters = split_outside(inside)
            if len(parameters) > 1 and all(is_parameter(each) for each in parameters):
                yield match.group(1), parameters


def is_parameter(text):
    """A type and a name, possibly of a pointer to a function."""
    text = re.sub(r"\(\*(\w+)\)\(.*\)", r"\1", text.split(" = ")[0].strip())
    return bool(re.fullmatch(r"[\w:<>,&*()\[\] \t\n]*[\w>&*][&* \t\n]+[&*]*\w*(?:\[\d*\])?", text))


def bracketed(text, start):
    """(text in the parentheses that open at START, where they end)"""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return text[start + 1 : at], at + 1
    return "", len(text)


def split_outside(text):
    """Split at commas outside of brackets."""
    parts, depth, part = [], 0, ""
    for char in text:
        depth += (char in "(<[{") - (char in ")>]}")
        if char == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += char
    return [part.strip() for part in parts + [part] if part.strip()]


def is_handler(parameters):
    """A handler that GLib calls: a signal's sender, and at the end the user's data. GLib or the
    D-Bus interface fixes what it takes in between."""
    return "*" in parameters[0] and bool(re.fullmatch(r"gpointer \w+", parameters[-1]))


def many_parameters(root):
    """Functions with more than MOST_PARAMETERS, each once, except handlers."""
    return sorted(
        {
            (len(parameters), name, str(path.with_suffix("").relative_to(root)))
            for path in sources(*MEASURED, root=root)
            for name, parameters in parameter_lists(code(path))
            if len(parameters) > MOST_PARAMETERS and not is_handler(parameters)
        }
    )


# The page.


def section(title, lines):
    return ["", title, *(f"  {line}" for line in lines)]


def prose_lines(root):
    yield f"{'':<40} {'words':>6} {'sent.':>6} {'mean':>5} {'p90':>4} {'most':>5}"
    every, total = [], 0
    for path in documents(root):
        text = path.read_text(encoding="utf-8")
        lengths = sentence_lengths(paragraphs(text))
        every += lengths
        total += words(text)
        yield prose_line(str(path.relative_to(root)), words(text), lengths)
    yield prose_line("all documents", total, every)
    said = [comment for path in sources(*MEASURED, root=root) for comment in comments(path)]
    yield prose_line("comments in C++", sum(map(words, said)), sentence_lengths(said))


def prose_line(name, how_many, lengths):
    sentences, mean, tenth, longest = spread(lengths)
    return f"{name:<40} {how_many:>6} {sentences:>6} {mean:>5.1f} {tenth:>4} {longest:>5}"


def page(root):
    callbacks = callback_members(root)
    many = many_parameters(root)
    return [
        *section(f"{'rooms of daemon/':<18} files  inner   out  into", room_lines(root)),
        *section(
            "longest files", (f"{n:>4} {p.relative_to(root)}" for n, p in longest_files(root))
        ),
        *section(
            "longest functions",
            (f"{n:>4} {p.relative_to(root)}: {s}" for n, p, s in longest_functions(root)),
        ),
        *section(
            f"lines over {WIDEST} columns",
            (f"{end:<9} {n:>6} of {of}" for end, (n, of) in sorted(wide_lines(root).items())),
        ),
        *section("prose", prose_lines(root)),
        *section(
            f"callback members: {len(callbacks)}",
            [f"{sum(kind in EVENT_SINKS for *_, kind in callbacks):>4} take nothing but an Event"],
        ),
        *section(
            f"functions with more than {MOST_PARAMETERS} parameters: {len(many)}",
            (f"{n:>4} {name} in {path}" for n, name, path in reversed(many)),
        ),
    ]


if __name__ == "__main__":
    checkout = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT
    print("\n".join(page(checkout)).lstrip("\n"))
