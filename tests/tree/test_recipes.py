# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Follows the recipes of CONTRIBUTING.md in a copy of the tree. After all steps nothing is missing.
If one is left out, that step is reported. Each step is done in a file that the recipe names at that
number, so recipes can't become outdated."""

import re
import shutil
import tomllib

import pytest

import recipes
import recipes_of_sources
import recipes_of_views
from project import ROOT, write

COPIED = (
    "applet/client",
    "applet/gnome-shell",
    "applet/kcm",
    "applet/plasma",
    "daemon",
    "dbus",
    "headroomctl",
    "man",
    "settings",
    "systemd-units",
    "tests/bus",
    "tests/unit",
)
GUARDS = {
    "an event": recipes.event,
    "an action": recipes.action,
    "a rule": recipes.rule,
    "a window source": recipes_of_sources.window_source,
    "a capability": recipes.capability,
    "a setting": recipes.setting,
    "a command of headroomctl": recipes.command,
    "a member of the D-Bus interface": recipes.member,
    "something that the applet shows": recipes_of_views.applet,
    "something that GNOME's indicator shows": recipes_of_views.indicator,
}
STEPS = tomllib.loads((ROOT / "tests/tree/recipes.toml").read_text(encoding="utf-8"))
EACH = [(recipe, at) for recipe, steps in STEPS.items() for at in range(len(steps))]


def items(recipe):
    """{number: text of the recipe's step}"""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = rf"^### {re.escape(recipe)}(?::[^\n]*)?\n(.*?)(?=^#|\Z)"
    found = re.search(section, page, re.MULTILINE | re.DOTALL)
    parts = re.split(r"^(\d+)\. ", found[1], flags=re.MULTILINE)[1:]
    return {
        int(number): " ".join(words.split("\n\n", maxsplit=1)[0].split())
        for number, words in zip(parts[::2], parts[1::2])
    }


def name_of(step):
    return step.get("named", step["file"])


def type_in(root, step):
    if "after" not in step:
        write(root, step["file"], step["typed"])
        return
    path = root / step["file"]
    before = path.read_text(encoding="utf-8")
    place = re.search(step["after"], before)
    assert place, f"{step['file']} has no {step['after']}"
    after = before[: place.end()] + step["typed"] + before[place.end() :]
    path.write_text(after, encoding="utf-8")


@pytest.fixture(name="copy", scope="module")
def copy_of_the_tree(tmp_path_factory):
    root = tmp_path_factory.mktemp("tree")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return root


@pytest.fixture(name="follow")
def follow_steps(copy):
    """Types all steps but one, and returns what is missing then. Restores the copy at the end."""
    touched = set()

    def follow(recipe, without=None):
        for at, step in enumerate(STEPS[recipe]):
            if at != without:
                touched.add(step["file"])
                type_in(copy, step)
        return GUARDS[recipe](copy)

    yield follow
    for path in touched:
        if (ROOT / path).exists():
            shutil.copyfile(ROOT / path, copy / path)
        else:
            (copy / path).unlink()


@pytest.mark.parametrize("recipe", GUARDS)
def test_nothing_is_missing_of_what_there_is(recipe):
    assert not GUARDS[recipe](ROOT)


@pytest.mark.parametrize("recipe", GUARDS)
def test_a_recipe_that_is_followed_leaves_nothing_missing(follow, recipe):
    assert not follow(recipe)


@pytest.mark.parametrize("recipe, at", EACH)
def test_a_step_that_is_left_out_is_found(follow, recipe, at):
    missing = follow(recipe, without=at)
    assert any(name_of(STEPS[recipe][at]) in fault.split(":")[0] for fault in missing), missing


@pytest.mark.parametrize("recipe, at", EACH)
def test_a_step_is_where_the_recipe_says(recipe, at):
    step = STEPS[recipe][at]
    assert name_of(step) in items(recipe)[step["number"]]


@pytest.mark.parametrize("recipe", GUARDS)
def test_every_item_has_a_step(recipe):
    """Except items that only require tests."""
    followed = {step["number"] for step in STEPS[recipe]}
    written = {at for at, words in items(recipe).items() if not words.startswith("Tests in")}
    assert written == followed


def test_every_recipe_of_steps_is_followed():
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    titles = re.findall(r"^### (.*?)(?::.*)?$", page, re.MULTILINE)
    numbered = {title for title in titles if items(title)}
    # test_potfiles.py and test_translations.py test the recipe for translations.
    assert numbered == set(GUARDS) | {"a sentence to translate"}
    assert set(STEPS) == set(GUARDS)
