# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The documents that a measurement made in several boots, and the file from which `lab bench
--resume` goes on."""

import json
import os
import statistics

from headroom_lab.progress import Trouble

# Where a document has the number of its boot, and whether that was one of --full.
_NUMBER, _FULL = "boot", "full"


class Boots:
    """Documents by case and boot. With a file, they begin with what it has, and each new one is in
    it as soon as it is added. A boot of --full measures more, so another one doesn't replace it."""

    def __init__(self, path=None, full=False):
        self._path = path
        self._full = full
        self._cases = {}
        if path is None or not path.exists():
            return
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            self._cases = {case: list(each["boots"]) for case, each in kept.items()}
        except (ValueError, TypeError, KeyError, AttributeError):
            raise Trouble(f"{path} is no result of a measurement with boots") from None

    def lacking(self, cases, boot):
        """Those of the cases, joined by commas, that have no document of this boot."""
        return [
            case
            for case in cases.split(",")
            if (boot, self._full)
            not in [
                (document.get(_NUMBER), document.get(_FULL, False))
                for document in self._cases.get(case, ())
            ]
        ]

    def add(self, cases, boot, document):
        """The document of one session. None: it ended without."""
        failed = document is None
        if failed:
            document = {"refused": "the session ended without a document"}
        identity = {_NUMBER: boot} | ({_FULL: True} if self._full else {})
        for case, [each] in by_case(cases, [document]).items():
            self._cases.setdefault(case, []).append(each | ({} if failed else identity))
        if self._path and not failed:
            self._write()

    def whole(self):
        """{case: its median and all its documents}"""
        return {
            case: {"median": medians(documents), "boots": documents}
            for case, documents in self._cases.items()
        }

    def _write(self):
        # A reader, and a run that resumes, find the old file or the new one, never a part.
        fresh = self._path.with_name(self._path.name + ".new")
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(self.whole(), file)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)


def by_case(case, documents):
    """{case: its documents}; several cases may have shared their sessions."""
    if "," not in case:
        return {case: documents}
    return {
        each: [
            (
                document
                if "refused" in document
                else document.get(each, {"refused": "the session has nothing on this case"})
            )
            for document in documents
        ]
        for each in case.split(",")
    }


def medians(documents):
    """The median of each number, over the documents that have it. The numbers of a document with
    "refused" mean nothing and are left out."""
    meaning = [dict(flat(document)) for document in documents if "refused" not in document]
    numbers = {}
    for document in meaning:
        for key, value in document.items():
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if number and key != _NUMBER:
                numbers.setdefault(key, []).append(value)
    return {"of": len(meaning), "refused": len(documents) - len(meaning)} | {
        key: statistics.median(values) for key, values in numbers.items()
    }


def flat(value, prefix=""):
    """(name, value) of each member, also of objects in it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, f"{prefix}.{key}" if prefix else str(key))
    else:
        yield prefix, value
