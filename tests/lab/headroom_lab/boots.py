# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The documents that a measurement made in several boots, and the file from which `lab bench
--resume` goes on."""

import json
import os
import statistics

from headroom_lab.progress import Trouble

# Where a document has the number of its boot.
_NUMBER = "boot"
# A document with this states nothing about its case. It is kept, and the boot is tried again.
_AGAIN = "again"
_OF_NO_DOCUMENT = {"source": None, "limits": {}, "full": False}


class Boots:
    """Documents by case and boot. With a file, they begin with what it has, and each new one is in
    it as soon as it is added. `identity`: what makes a document another one than that of the same
    boot, as the state of the sources; a boot of --full measures more. Documents of another identity
    stay, and replace nothing."""

    def __init__(self, path=None, identity=None):
        self._path = path
        self.identify(identity or {})
        self._cases = {}
        self._lost = {}
        if path is None or not path.exists():
            return
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            self._cases = {case: list(each["boots"]) for case, each in kept.items()}
            self._lost = {case: int(each.get("lost", 0)) for case, each in kept.items()}
        except (ValueError, TypeError, KeyError, AttributeError):
            raise Trouble(f"{path} is no result of a measurement with boots") from None

    def identify(self, identity):
        """Of the sessions that come now. A run takes days, and the sources may change meanwhile."""
        self._identity = _OF_NO_DOCUMENT | identity

    def lacking(self, cases, boot):
        """Those of the cases, joined by commas, that have no document of this boot."""
        return [
            case
            for case in cases.split(",")
            if not any(self._is_of(document, boot) for document in self._cases.get(case, ()))
        ]

    def _is_of(self, document, boot):
        return document.get(_NUMBER) == boot and self._is_like(document) and _AGAIN not in document

    def _is_like(self, document):
        identity = {key: document.get(key, none) for key, none in _OF_NO_DOCUMENT.items()}
        return identity == self._identity

    def add(self, cases, boot, document, host=None):
        """The document of one session. None: it ended without. `host`: what else the host did."""
        about = {key: value for key, value in self._identity.items() if value} | {_NUMBER: boot}
        if host:
            about["host"] = host
        for case in cases.split(","):
            each = document if document is None or "," not in cases else document.get(case)
            known = self._cases.setdefault(case, [])
            if each is None:
                self._lost[case] = self._lost.get(case, 0) + 1
            else:
                known.append(each | about)
        if self._path:
            self._write()

    def whole(self):
        """{case: the median of the documents with the present identity, all documents, and how
        many sessions ended without one}"""
        return {
            case: {"median": medians(list(filter(self._is_like, documents))), "boots": documents}
            | ({"lost": self._lost[case]} if self._lost.get(case) else {})
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
