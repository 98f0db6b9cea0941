# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs qmllint over the QML files, and fails if it finds anything.

Arguments: qmllint, import paths as -I PATH, files. Ignored are only the names that Plasma and
System Settings add to the context of an applet or page. qmllint can't know them, and calls them
unqualified. All other unqualified names are reported.
"""

import json
import subprocess
import sys
from pathlib import Path

GIVEN_BY_THE_CONTEXT = ("i18nc", "i18ncp", "kcm")


def counts(warning, source):
    if warning["id"] != "unqualified":
        return True
    begin = warning["charOffset"]
    return source[begin : begin + warning["length"]] not in GIVEN_BY_THE_CONTEXT


def found(report):
    for file in report["files"]:
        source = Path(file["filename"]).read_text(encoding="utf-8")
        for warning in file["warnings"]:
            if counts(warning, source):
                yield (
                    f"{file['filename']}:{warning.get('line')}:{warning.get('column')}: "
                    f"{warning['message']} [{warning['id']}]"
                )


def main():
    asked = subprocess.run(
        [sys.argv[1], "--json", "-", *sys.argv[2:]], capture_output=True, text=True, check=False
    )
    report = json.loads(asked.stdout)
    assert report["files"], "qmllint has looked at nothing"
    lines = list(found(report))
    print("\n".join(lines) if lines else f"{len(report['files'])} files, nothing found")
    return 1 if lines else 0


sys.exit(main())
