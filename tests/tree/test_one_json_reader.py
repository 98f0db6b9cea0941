# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""JSON is read in one place, which has the limits, and one sentence for each thing that is wrong.
Writing it is simple, and is done by the files that write."""

import re

import pytest

from project import ROOT, code, sources, write

READS = re.compile(
    r"\bjson_(?:parser|reader|path|object|array|node_(?:get|dup|is)|from_string)\w*(?=\s*\()"
    r"|\bJSON_NODE_\w+"
)
READERS = {"daemon/sys/json.cpp"}


def who_reads_json(root=ROOT):
    return {
        str(path.relative_to(root))
        for path in sources("daemon", "headroomctl", root=root)
        if READS.search(code(path))
    }


def test_json_is_read_in_one_place():
    assert who_reads_json() == READERS


@pytest.mark.parametrize(
    "path, line, found",
    [
        ("daemon/watch/x.cpp", "JsonParser *parser = json_parser_new();", True),
        ("daemon/watch/x.h", "json_object_get_member (object, name);", True),
        ("headroomctl/x.cpp", "return json_node_get_string(node);", True),
        ("headroomctl/x.cpp", "if (JSON_NODE_HOLDS_OBJECT(node))", True),
        ("daemon/watch/x.cpp", "json_builder_add_null_value(json);", False),
        ("daemon/watch/x.cpp", "json_to_string(json_builder_get_root(json), FALSE);", False),
        ("daemon/watch/x.cpp", "parse_json(text); // json_parser_new()", False),
    ],
)
def test_another_reader_is_found(tmp_path, path, line, found):
    for folder in ("daemon", "headroomctl"):
        write(tmp_path, f"{folder}/main.cpp", "int main() {}")
    write(tmp_path, path, line)
    assert who_reads_json(tmp_path) == ({path} if found else set())
