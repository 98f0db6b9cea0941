# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The rules of extensions.gnome.org, as far as a machine can check them
(gjs.guide/extensions/review-guidelines/review-guidelines.html)."""

import importlib.util
import json
import re
import shutil
import zipfile
from pathlib import PurePath

import pytest

from project import ROOT

FOLDER = "applet/gnome-shell/headroom@headroomd.org"
REQUIRED = {"uuid", "name", "description", "shell-version", "url"}
OPTIONAL = {"gettext-domain", "session-modes", "settings-schema", "donations"}
_IMPORT = re.compile(r"""^import (?:.*? from )?'([^']+)';|^    from '([^']+)';""", re.MULTILINE)
_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
# Libraries of one process must not be loaded into the other.
OF_WINDOWS = {"gi://Gtk", "gi://Gdk", "gi://Adw"}
OF_THE_SHELL = {"gi://Clutter", "gi://Meta", "gi://St", "gi://Shell"}
NEVER = {
    "a deprecated module": r"\bimports\.|\bByteArray\b|\bMainloop\b|\bLang\.",
    "a class that has moved to GioUnix": r"\bGio\.(?:DesktopAppInfo|Unix\w+|FDMessage)\b",
    "code from text": r"\beval\(|\bnew Function\(",
    "what only the garbage collector may do": r"\brun_dispose\b",
    "another program": r"\bGio\.Subprocess\b|\bGLib\.spawn_|\btrySpawn|\bspawnCommandLine",
    "chatter in the journal": r"\bconsole\.(?:log|debug|info)\(|(?<![\w.])(?:log|print)\(",
    "the service of the preferences": r"\bOpenExtensionPrefs\b",
}
BLOCKS_THE_SHELL = r"\w_sync\(|\bload_contents\(|\benumerate_children\("
# Statements of a module run before enable().
_MADE_AT_LOAD = re.compile(r"^(?:const|let|var) [^=]*=(?!.*=>).*\bnew |^[\w.]+\.connect\w*\(", re.M)


def scripts(root):
    return {path.name: path.read_text(encoding="utf-8") for path in (root / FOLDER).glob("*.js")}


def imported(text):
    return {one or other for one, other in _IMPORT.findall(text)}


def reached_from(name, texts):
    """The scripts that are loaded with this one."""
    found, left = set(), [name]
    while left:
        now = left.pop()
        if now not in found:
            found.add(now)
            left += [each[2:] for each in imported(texts[now]) if each.startswith("./")]
    return found


def of_the_wrong_process(texts):
    wrong = []
    for entry, libraries in (("extension.js", OF_WINDOWS), ("prefs.js", OF_THE_SHELL)):
        for name in sorted(reached_from(entry, texts)):
            wrong += [f"{name}: {each}" for each in sorted(imported(texts[name]) & libraries)]
            if entry == "prefs.js" and "resource:///org/gnome/shell/" in texts[name]:
                wrong.append(f"{name}: the Shell's own code")
    return wrong


def unwanted(texts):
    wrong = []
    for name, text in sorted(texts.items()):
        code = _COMMENT.sub("", text)
        wrong += [f"{name}: {what}" for what, found in NEVER.items() if re.search(found, code)]
        if _MADE_AT_LOAD.search(code):
            wrong.append(f"{name}: made before enable()")
        if re.search(r"\b(?:timeout|idle)_add", code) and "source_remove" not in code:
            wrong.append(f"{name}: a source that is not removed")
    for name in sorted(reached_from("extension.js", texts)):
        if re.search(BLOCKS_THE_SHELL, _COMMENT.sub("", texts[name])):
            wrong.append(f"{name}: blocks the Shell")
    return wrong


def body_of(method, text):
    found = re.search(rf"^    {method}\(\) \{{\n(.*?)^    \}}", text, re.MULTILINE | re.DOTALL)
    return found.group(1) if found else ""


def kept_after_disable(texts):
    text = texts["extension.js"]
    made = re.findall(r"this\.(\w+) = new ", body_of("enable", text))
    end = body_of("disable", text)
    return [
        each
        for each in made
        if f"this.{each}.destroy();" not in end or f"this.{each} = null;" not in end
    ]


def reason_before_disable(text):
    """The comment right before disable(), in which a reviewer searches for the reason."""
    found = re.search(r"((?:^    //.*\n)+)    disable\(\)", text, re.MULTILINE)
    return found.group(1) if found else ""


def wrong_in_metadata(root):
    data = json.loads((root / FOLDER / "metadata.json").read_text(encoding="utf-8"))
    wrong = [f"no {key}" for key in sorted(REQUIRED - data.keys())]
    wrong += [f"{key} is not known" for key in sorted(data.keys() - REQUIRED - OPTIONAL)]
    if data.get("uuid") != (root / FOLDER).name:
        wrong.append("the uuid is not the name of the folder")
    if not data.get("url", "").startswith("https://"):
        wrong.append("the url is none")
    if not all(each.isdigit() for each in data.get("shell-version", ["none"])):
        wrong.append("a version of the Shell is no number")
    for word, why in (("headroomd", "what must be installed"), ("clipboard", "what it touches")):
        if word not in data.get("description", ""):
            wrong.append(f"the description does not say {why}")
    modes = set(data.get("session-modes", ["user"]))
    if not modes <= {"user", "unlock-dialog"}:
        wrong.append("a session mode is not allowed")
    script = (root / FOLDER / "extension.js").read_text(encoding="utf-8")
    if "unlock-dialog" in modes and "unlock-dialog" not in reason_before_disable(script):
        wrong.append("the reason for unlock-dialog is not beside disable()")
    return wrong


def packed(root, tmp_path):
    spec = importlib.util.spec_from_file_location(
        "make_zip", root / "applet/gnome-shell/make_zip.py"
    )
    make_zip = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_zip)
    locale = tmp_path / "locale"
    for domain in ("headroom-gnome", "headroomd"):
        catalog = locale / f"de/LC_MESSAGES/{domain}.mo"
        catalog.parent.mkdir(parents=True, exist_ok=True)
        catalog.write_bytes(b"")
    (tmp_path / "settings.json").write_text("[]", encoding="utf-8")
    out = tmp_path / "x.zip"
    make_zip.main(out, tmp_path / "settings.json", tmp_path / "locale")
    return out


def test_the_metadata_says_what_reviewers_want_to_know():
    assert not wrong_in_metadata(ROOT)


def test_each_process_loads_its_own_libraries():
    assert not of_the_wrong_process(scripts(ROOT))


def test_the_code_has_nothing_that_reviewers_refuse():
    assert not unwanted(scripts(ROOT))


def test_disable_ends_what_enable_begins():
    assert not kept_after_disable(scripts(ROOT))


def test_the_preferences_are_opened_by_the_shell():
    assert any(".openPreferences()" in text for text in scripts(ROOT).values())


def test_the_zip_has_no_version_to_compare_with_the_daemons(tmp_path):
    with zipfile.ZipFile(packed(ROOT, tmp_path)) as read:
        data = json.loads(read.read("metadata.json"))
    assert "version-name" not in data and data["uuid"] == PurePath(FOLDER).name


def test_the_zip_has_what_runs_and_nothing_else(tmp_path):
    with zipfile.ZipFile(packed(ROOT, tmp_path)) as read:
        names = read.namelist()
    expected = {path.name for path in (ROOT / FOLDER).iterdir()}
    assert expected <= set(names)
    assert {"settings.json", "LICENSE", "locale/de/LC_MESSAGES/headroom-gnome.mo"} <= set(names)
    assert {name for name in names if name.startswith("icons/")} == {
        f"icons/{path.name}" for path in (ROOT / "applet/plasma/icons/status").glob("*.svg")
    }
    endings = {".js", ".json", ".css", ".svg", ".mo", ""}
    assert {PurePath(name).suffix for name in names} <= endings
    assert not [name for name in names if "headroomd.mo" in name]
    again = tmp_path / "again"
    again.mkdir()
    assert packed(ROOT, tmp_path).read_bytes() == packed(ROOT, again).read_bytes()


@pytest.fixture(name="copy")
def copied(tmp_path):
    shutil.copytree(ROOT / FOLDER, tmp_path / FOLDER)
    return tmp_path


@pytest.mark.parametrize(
    "before, after, found",
    [
        ('"url": "https://headroomd.org",', "", ["no url", "the url is none"]),
        ("https://", "ftp://", ["the url is none"]),
        ('"name"', '"version": 3, "name"', ["version is not known"]),
        ('"name"', '"version-name": "1", "name"', ["version-name is not known"]),
        ("headroom@headroomd.org", "x@y", ["the uuid is not the name of the folder"]),
        (
            "headroomd, which must be installed, so that headroomd",
            "of that name, so that it",
            ["the description does not say what must be installed"],
        ),
        ("clipboard", "pasteboard", ["the description does not say what it touches"]),
        ('"48"', '"48.2"', ["a version of the Shell is no number"]),
        ('"user", ', '"gdm", ', ["a session mode is not allowed"]),
    ],
)
def test_wrong_metadata_is_found(copy, before, after, found):
    path = copy / FOLDER / "metadata.json"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    assert wrong_in_metadata(copy) == found


def test_an_unlock_dialog_without_a_reason_is_found(copy):
    path = copy / FOLDER / "extension.js"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("unlock-dialog", "lock screen"), encoding="utf-8")
    assert wrong_in_metadata(copy) == ["the reason for unlock-dialog is not beside disable()"]


@pytest.mark.parametrize(
    "name, line, found",
    [
        ("words.js", "import Gtk from 'gi://Gtk';", ["words.js: gi://Gtk"]),
        ("daemon.js", "import St from 'gi://St';", ["daemon.js: gi://St"]),
        ("indicator.js", "import St from 'gi://Soup';", []),
        (
            "daemon.js",
            "import * as Main from 'resource:///org/gnome/shell/ui/main.js';",
            ["daemon.js: the Shell's own code"],
        ),
    ],
)
def test_a_library_of_the_other_process_is_found(copy, name, line, found):
    texts = scripts(copy)
    texts[name] += line + "\n"
    assert of_the_wrong_process(texts) == found


@pytest.mark.parametrize(
    "name, line, found",
    [
        ("words.js", "imports.gi.GLib;", "a deprecated module"),
        ("words.js", "Gio.DesktopAppInfo.new(x);", "a class that has moved to GioUnix"),
        ("words.js", "eval(text);", "code from text"),
        ("words.js", "actor.run_dispose();", "what only the garbage collector may do"),
        ("words.js", "Gio.Subprocess.new([], 0);", "another program"),
        ("words.js", "console.log('x');", "chatter in the journal"),
        ("words.js", "const made = new Gio.Cancellable();", "made before enable()"),
        ("words.js", "GLib.timeout_add(0, 1, each);", "a source that is not removed"),
        ("words.js", "bus.call_sync();", "blocks the Shell"),
        ("prefs.js", "dir.load_contents(null);", ""),
        ("words.js", "// imports.gi is old", ""),
        ("words.js", "const made = () => new Gio.Cancellable();", ""),
    ],
)
def test_what_reviewers_refuse_is_found(copy, name, line, found):
    texts = scripts(copy)
    texts[name] += line + "\n"
    assert unwanted(texts) == ([f"{name}: {found}"] if found else [])


def test_what_disable_keeps_is_found(copy):
    texts = scripts(copy)
    texts["extension.js"] = texts["extension.js"].replace("this._daemon = null;", "")
    assert kept_after_disable(texts) == ["_daemon"]
