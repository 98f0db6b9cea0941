# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The screenshots that software centres show are those of docs/screenshots/, in their real size.
appstreamcli checks the rest, in tests/CMakeLists.txt."""

import re
import struct
import xml.etree.ElementTree as ElementTree

import pytest

from project import ROOT

METAINFO = "applet/plasma/org.headroomd.headroom.metainfo.xml"
PICTURES = "docs/screenshots/"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
LONGEST_CAPTION = 100  # the specification's advice


def size_of(png):
    return struct.unpack(">II", png.read_bytes()[16:24])


def wrong(text, root=ROOT):
    component = ElementTree.fromstring(text.encode())
    place = component.find("url[@type='homepage']").text + "screenshots/"
    shots = component.findall("screenshots/screenshot")
    if [shot.get("type") for shot in shots].count("default") != 1:
        yield "not one screenshot is the default"
    for shot in shots:
        captions = [each.text for each in shot.findall("caption") if not each.get(LANGUAGE)]
        if len(captions) != 1 or not 0 < len(captions[0]) <= LONGEST_CAPTION:
            yield "a caption is missing or too long"
        image = shot.find("image")
        name = image.text.removeprefix(place)
        if not re.fullmatch(r"[\w-]+\.png", name) or not (root / PICTURES / name).is_file():
            yield f"{PICTURES} has nothing for {image.text}"
        elif (int(image.get("width")), int(image.get("height"))) != size_of(root / PICTURES / name):
            yield f"{name} has another size"


def current():
    return (ROOT / METAINFO).read_text(encoding="utf-8")


def test_the_screenshots_are_ours():
    assert not list(wrong(current()))


@pytest.mark.parametrize(
    "old, new",
    [
        ('width="1280"', 'width="640"'),
        ("screenshots/hog.png", "screenshots/hogs.png"),
        ("headroomd.org/screenshots", "example.org/screenshots"),
        (' type="default"', ""),
        ("<caption>The page in System Settings</caption>", ""),
        ("The widget while all is calm", "The widget, " * 10),
    ],
)
def test_a_wrong_screenshot_is_found(old, new):
    assert old in current()
    assert len(list(wrong(current().replace(old, new, 1)))) == 1
