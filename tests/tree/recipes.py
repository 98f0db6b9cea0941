# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds what is missing if a recipe of CONTRIBUTING.md was followed only in part, as far as that is
seen without a compiler. Each function returns "FILE: what it lacks" for everything there is."""

import re

import test_policy_readme
import test_settings
from project import code, sources

COMPLETIONS = ("_headroomctl", "headroomctl.bash", "headroomctl.fish")
WORDS = "applet/gnome-shell/headroom@headroomd.org/words.js"
INTERFACE = "dbus/org.headroomd.Headroom1.xml"
_STRUCT = re.compile(r"^struct (\w+) \{", re.MULTILINE)


def text(root, path):
    return (root / path).read_text(encoding="utf-8")


def names_in(words, prefix):
    """Each Name that is written as prefix::Name."""
    return set(re.findall(rf"\b{prefix}::(\w+)", words))


def body(words, begin, end):
    """The text between two patterns."""
    return re.search(rf"(?:{begin})(.*?)(?:{end})", words, re.DOTALL)[1]


def lacking(path, wanted, there):
    return [f"{path}: {name}" for name in sorted(set(wanted) - set(there))]


def differing(path, wanted, there, origin):
    """What is missing there, and what is there although it is missing in its origin."""
    return lacking(path, wanted, there) + lacking(origin, there, wanted)


def all_code(root, *folders):
    return "\n".join(code(path) for path in sources(*folders, root=root))


def event(root):
    origin = "daemon/model/event.h"
    header = code(root / origin)
    events = _STRUCT.findall(body(header, r"namespace event \{", r"struct Event\b"))
    variant = names_in(body(header, r"struct Event\s*: std::variant<", ">"), "event")
    takes = re.findall(
        r"void\s+take\(\s*const event::(\w+) &", text(root, "daemon/model/session.h")
    )
    defined = re.findall(
        r"^void\s+Session::take\(\s*const event::(\w+) &",
        all_code(root, "daemon/model"),
        re.MULTILINE,
    )
    members = re.findall(
        r'Members<event::(\w+)>\s*\{\s*static constexpr const char \*name\s*=\s*"\1";',
        text(root, "daemon/recording/event_members.h")
        + text(root, "daemon/recording/request_members.h"),
    )
    observing = [path for path in sources("daemon", root=root) if may_emit(path, root)]
    told = names_in("\n".join(map(code, observing)), "event")
    parting = code(root / "daemon/model/event.cpp")
    told |= names_in(body(parting, r"Event parting_event", r"\n\}"), "event")
    return [
        *differing(origin, events, variant, origin),
        *differing("daemon/model/session.h", events, takes, origin),
        *differing("daemon/model/", events, defined, origin),
        *differing("daemon/recording/event_members.h", events, members, origin),
        *differing("daemon/watch/", events, told, origin),
        *(fault for room in rooms(root) for fault in not_on_its_page(root, room)),
        *lacking("tests/unit/", events, names_in(all_code(root, "tests/unit"), "event")),
    ]


def may_emit(path, root):
    """Model and policy emit no events, and recording only repeats them."""
    return path.relative_to(root).parts[1] not in ("model", "policy", "recording")


def rooms(root):
    return sorted(
        {path.parent for path in sources("daemon/watch", root=root)} - {root / "daemon/watch"}
    )


def not_on_its_page(root, room):
    """Events that a room makes. Those that it only takes are a `const event::X &`."""
    page = str((room / "README.md").relative_to(root))
    made = re.findall(r"\bevent::(\w+)\b(?! &)", all_code(root, room.relative_to(root)))
    return lacking(page, made, re.findall(r"`(\w+)`", text(root, page)))


def action(root):
    origin, encoder = "daemon/model/action.h", "daemon/recording/event_encode.cpp"
    header = code(root / origin)
    actions = _STRUCT.findall(body(header, r"namespace action \{", r"struct AnyAct\b"))
    verbs = body(text(root, encoder), r"struct Verb \{", r"\n\};")
    words = re.findall(r'"(\w+)"', verbs)
    acted = body(text(root, INTERFACE), r"Acted:\s", r"@app_id")
    kinds = body(text(root, "daemon/sys/log.cpp"), r"constexpr Kind kinds\[\]", r"\n\};")
    variant = names_in(body(header, r"struct AnyAct\s*: std::variant<", ">"), "action")
    wanted = names_in(all_code(root, "daemon/policy"), "action")
    return [
        *differing(origin, actions, variant, origin),
        *differing(
            "daemon/model/session_note.cpp",
            actions,
            overloads(root, "daemon/model/session_note.cpp"),
            origin,
        ),
        *differing("daemon/policy/difference.cpp", actions, wanted, origin),
        *differing(
            "daemon/act/perform.cpp", actions, overloads(root, "daemon/act/perform.cpp"), origin
        ),
        *differing(encoder, actions, names_in(verbs, "action"), origin),
        *differing(INTERFACE, words, re.findall(r'"(\w+)"', acted), encoder),
        *differing(
            "daemon/sys/log.cpp", words, re.findall(r'\{"(\w+)",\s*"MESSAGE_ID=', kinds), encoder
        ),
        *differing(
            "tests/unit/model/seen.cpp",
            actions,
            overloads(root, "tests/unit/model/seen.cpp"),
            origin,
        ),
    ]


def overloads(root, path):
    return re.findall(r"operator\(\)\(\s*const action::(\w+) &", text(root, path))


def rule(root):
    calls = test_policy_readme.calls_in_order(root)
    readme = [call for call, _ in test_policy_readme.tables(root)[0]]
    declared = re.findall(r"\b(\w+)\(\s*const Session", headers(root, "daemon/policy"))
    listed = re.findall(r"\bpolicy/(\w+\.cpp)", text(root, "daemon/CMakeLists.txt"))
    files = [path.name for path in (root / "daemon/policy").glob("*.cpp")]
    return [
        *differing("decide.cpp", readme, calls, "daemon/policy/README.md"),
        *lacking("daemon/policy/NAME.h", calls, declared),
        *differing("daemon/CMakeLists.txt", files, listed, "NAME.cpp"),
        *(
            f"daemon/policy/README.md: {name}"
            for name in test_policy_readme.missing_or_unknown(root)
        ),
    ]


def headers(root, folder):
    return "\n".join(code(path) for path in sources(folder, root=root) if path.suffix == ".h")


def capability(root):
    origin = "daemon/model/capability.h"
    header = text(root, origin)
    listed = re.findall(r"\w+", body(header, r"enum class Capability \{", r"\}"))
    named = dict(re.findall(r'case Capability::(\w+):\s*return\s*"([\w-]+)";', header))
    last = re.search(r"static_cast<std::size_t>\(\s*Capability::(\w+)\)\s*\+\s*1", header)[1]
    in_order = listed == sorted(listed) and last == listed[-1]
    found = names_in(all_code(root, "daemon/watch"), "Capability")
    prose = body(text(root, INTERFACE), r"\n\s*Capabilities:", "-->")
    titled = ("headroomctl/capabilities.cpp", "applet/kcm/ui/Capabilities.qml", WORDS)
    return [
        *differing(origin, listed, named, origin),
        *([] if in_order else [f"{origin}: the order, or the count"]),
        *differing("daemon/watch/session/capabilities.cpp", listed, found, origin),
        *differing(INTERFACE, named.values(), re.findall(r'"([\w-]+)"', prose), origin),
        *(
            fault
            for path in titled
            for fault in differing(path, named.values(), titles(text(root, path)), origin)
        ),
    ]


def titles(words):
    """Names of capabilities that have a title, by the title's context."""
    name = r"""^\s*\{?["']?([a-z-]+)["']?[:,]\s*(?:NC_|C_|i18nc)"""
    return re.findall(rf"""{name}\(\s*["'](?:@title a )?thing that Headroom""", words, re.MULTILINE)


def setting(root):
    origin, manual = "settings/headroom.kcfg", "man/headroomrc.5.scd"
    schema = test_settings.in_kcfg(text(root, origin))
    described = {each for each in test_settings.in_manual(text(root, manual)) if each[1] != "Rule"}
    group, names = "", []
    for kind, name in re.findall(r'<(group|entry) name="(\w+)"', text(root, origin)):
        group = name if kind == "group" else group
        names += [f"{group}/{name}"] if kind == "entry" else []
    reader = text(root, "daemon/model/settings.cpp")
    targets = re.findall(r'^    \{\s*"(\w+/\w+)",\s*\[\]', reader, re.MULTILINE)
    put = {name.split(".")[0] for name in re.findall(r"\bd\.config\.([\w.]+)", reader)}
    there = re.findall(
        r"\b(\w+)(?:\s*=(?!=)|\{|;)",
        body(text(root, "daemon/model/config.h"), "struct Config", r"\n\};"),
    )
    pages_of_kcm = (
        path.read_text(encoding="utf-8") for path in (root / "applet/kcm/ui").glob("*.qml")
    )
    chosen = re.findall(r'\bentry: "(\w+)"', "\n".join(pages_of_kcm))
    return [
        *differing(manual, map(sentence, schema), map(sentence, described), origin),
        *differing("daemon/model/settings.cpp", names, targets, origin),
        *([] if set(names) ^ set(targets) or names == targets else [f"{origin}: another order"]),
        *lacking("daemon/model/config.h", put, there),
        *differing(
            "applet/kcm/ui/",
            [name.split("/")[1] for name in names],
            chosen,
            origin,
        ),
    ]


def sentence(entry):
    group, key, possible, default = entry
    return f"{group}/{key} ({possible}; {default})"


def command(root):
    rows = re.findall(
        r'^\s*\{\s*"([\w-]+)",\s*ctl::(\w+),\s*(NC_|nullptr)',
        text(root, "headroomctl/main.cpp"),
        re.MULTILINE,
    )
    public = [name for name, _, summary in rows if summary == "NC_"]
    functions = [function for _, function, _ in rows]
    declared = re.findall(r"^Outcome\s+(\w+)\(", text(root, "headroomctl/commands.h"), re.MULTILINE)
    files = [path.name for path in (root / "headroomctl").glob("*.cpp")]
    listed = re.findall(r"\b\w+\.cpp", text(root, "headroomctl/CMakeLists.txt"))
    manual = re.findall(r"^\*([\w-]+)\*", text(root, "man/headroomctl.1.scd"), re.MULTILINE)
    tests = "\n".join(
        path.read_text(encoding="utf-8") for path in (root / "tests/bus").glob("*.py")
    )
    return [
        *lacking(
            "headroomctl/NAME.cpp", [f"{row[0].replace('-', '_')}.cpp" for row in rows], files
        ),
        *lacking("headroomctl/CMakeLists.txt", files, listed),
        *differing(
            "headroomctl/commands.h", [*functions, "no_command"], declared, "headroomctl/main.cpp"
        ),
        *lacking("man/headroomctl.1.scd", public, manual),
        *(
            fault
            for shell in COMPLETIONS
            for fault in lacking("headroomctl/completions/", public, words_of(root, shell))
        ),
        *lacking("tests/bus/", public, re.findall(r'"([\w-]+)"', tests)),
    ]


def words_of(root, shell):
    return re.findall(r"[\w-]+", text(root, f"headroomctl/completions/{shell}"))


def member(root):
    found = []
    callers = text(root, "daemon/bus/callers.cpp")
    rows = re.findall(r'^    \{\s*"(\w+)",\s*"(\w+)",\s*\w+\}', callers, re.MULTILINE)
    for interface in text(root, INTERFACE).split("<interface name=")[1:]:
        name = re.match(r'"[\w.]+\.(\w+)"', interface)[1]
        members = re.findall(r'<(?:method|property) name="(\w+)"', interface)
        signals = re.findall(r'<signal name="(\w+)"', interface)
        explained = re.findall(r"(?:<!--\s+|^\s+)(\w+):", interface, re.MULTILINE)
        allowed = [member for of, member in rows if of == name]
        found += differing("daemon/bus/callers.cpp", members, allowed, INTERFACE)
        found += lacking(INTERFACE, members + signals, explained)
    return found
