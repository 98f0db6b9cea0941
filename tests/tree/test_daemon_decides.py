# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The daemon decides which acts are news (daemon/model/news.cpp), so no client lists acts."""

import re

import pytest

from project import ROOT, files, without_comments, write

CLIENTS = ("applet", "headroomctl")
_CODE = {".cpp", ".h", ".js", ".qml"}
# Words for acts that mean nothing else in a client.
_ACT = re.compile(r"""["'](?:unboost|unwarn|rejoin|reclaimed)["']""")
# The first has a word for each act, and the second knows which act ends which.
MAY_LIST_ACTS = ("headroomctl/history_view.cpp", "headroomctl/trace.cpp")


def lists_of_acts(root=ROOT):
    return [
        str(path.relative_to(root))
        for folder in CLIENTS
        for path in (files(folder, root=root) if (root / folder).exists() else ())
        if path.suffix in _CODE
        and str(path.relative_to(root)) not in MAY_LIST_ACTS
        and _ACT.search(without_comments(path.read_text(encoding="utf-8")))
    ]


def test_no_client_lists_acts():
    assert not lists_of_acts()
    assert all(_ACT.search((ROOT / path).read_text(encoding="utf-8")) for path in MAY_LIST_ACTS)


@pytest.mark.parametrize(
    "path, line",
    [
        ("headroomctl/x.cpp", 'constexpr const char *not_told[] = {"boost", "unboost"};'),
        ("applet/client/x.cpp", 'constexpr std::array not_told{"unwarn"_L1};'),
        ("applet/gnome-shell/x@y/x.js", "const NOT_TOLD = ['adopt', 'rejoin'];"),
    ],
)
def test_a_list_is_found(tmp_path, path, line):
    write(tmp_path, path, line)
    write(tmp_path, MAY_LIST_ACTS[0], line)
    assert lists_of_acts(tmp_path) == [path]
