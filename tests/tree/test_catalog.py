# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Every kind of act that is logged has an entry in the journal's catalog, and the catalog has no
other entries."""

import re

import pytest

from project import ROOT, write

LOG = "daemon/sys/log.cpp"
CATALOG = "systemd-units/headroomd.catalog"
_ID = re.compile(r"MESSAGE_ID=([0-9a-f]{32})\"")
_ENTRY = re.compile(r"^-- (\S+)\n((?:[\w-]+: .+\n)*)\n((?:(?!-- ).*\n)*)", re.MULTILINE)
_FIELD = re.compile(r"@(\w+)@")
_HEADERS = ("Subject", "Defined-By", "Support")
_LEAST_PROSE = 80


def wrong(root=ROOT):
    log = (root / LOG).read_text(encoding="utf-8")
    catalog = (root / CATALOG).read_text(encoding="utf-8")
    logged, entries = set(_ID.findall(log)), _ENTRY.findall(catalog)
    explained = [entry[0] for entry in entries]
    found = [f"not explained: {message}" for message in sorted(logged - set(explained))]
    found += [f"never logged: {message}" for message in sorted(set(explained) - logged)]
    found += [
        f"explained twice: {message}"
        for message in sorted(set(explained))
        if explained.count(message) > 1
    ]
    found += [
        f"no entry: {line}"
        for line in re.findall(r"^-- .*", catalog, re.MULTILINE)
        if line.removeprefix("-- ") not in explained
    ]
    for message, headers, prose in entries:
        found += [
            f"{message} has no {name}"
            for name in _HEADERS
            if not re.search(f"^{name}: .", headers, re.MULTILINE)
        ]
        found += [
            f"{message} names @{field}@"
            for field in _FIELD.findall(headers + prose)
            if f'"{field}=' not in log
        ]
        if len(prose.strip()) < _LEAST_PROSE:
            found.append(f"{message} says nothing")
    return found


def test_log_and_catalog_agree():
    assert not wrong()


def test_all_kinds_are_seen():
    assert len(set(_ID.findall((ROOT / LOG).read_text(encoding="utf-8")))) >= 8


ONE, TWO = "0" * 31 + "1", "0" * 31 + "2"
GOOD = (
    f"# ours\n\n-- {ONE}\nSubject: x\nDefined-By: Headroom\nSupport: man:headroom(7)\n\n"
    + "@HEADROOM_APP@ was frozen. " * 5
    + "\n"
)


@pytest.mark.parametrize(
    "catalog, found",
    [
        (GOOD, []),
        (GOOD.replace(ONE, TWO), [f"not explained: {ONE}", f"never logged: {TWO}"]),
        (GOOD + GOOD, [f"explained twice: {ONE}"]),
        (GOOD.replace("Support: man:headroom(7)\n", ""), [f"{ONE} has no Support"]),
        (GOOD.replace("@HEADROOM_APP@", "@HEADROOM_APE@"), [f"{ONE} names @HEADROOM_APE@"] * 5),
        (GOOD.replace("was frozen. ", "").replace("@HEADROOM_APP@", ""), [f"{ONE} says nothing"]),
        ("", [f"not explained: {ONE}"]),
    ],
)
def test_a_disagreement_is_found(tmp_path, catalog, found):
    write(tmp_path, LOG, f'{{"freeze", "MESSAGE_ID={ONE}"}}, "HEADROOM_APP=" + app')
    write(tmp_path, CATALOG, catalog)
    assert wrong(tmp_path) == found
