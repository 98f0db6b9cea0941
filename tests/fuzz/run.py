# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""run.py FUZZER [OPTION…]: runs a fuzzer for HEADROOM_FUZZ_SECONDS. It starts from its corpus and
the fixtures. With --keep, inputs that reach new code are then added to the corpus.

A finding is written beside FUZZER and printed in base64.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import seeds

SECONDS = 15
# For the short form. The same seed each time makes runs as alike as a time limit allows.
SEED = 1
ONE_INPUT_S = 120  # more is a finding, however slow the machine is
LONGEST = 4096  # bytes per input
MOST_KEPT = 1 << 17  # bytes per corpus


def main(fuzzer, *options):
    keeps = "--keep" in options
    name = fuzzer.name.removesuffix("_fuzzer")
    corpus = Path(__file__).resolve().parent / "corpus" / name
    with tempfile.TemporaryDirectory(prefix=f"{name}-") as scratch:
        found, seeded = Path(scratch) / "found", Path(scratch) / "seeds"
        found.mkdir()
        seeds.write(name, seeded)
        known = [str(folder) for folder in (corpus, seeded) if folder.is_dir()]
        others = [option for option in options if option != "--keep"]
        status = run(fuzzer, name, str(found), *known, *how_long(), *others)
        if keeps and status == 0:
            status = keep(fuzzer, name, corpus, [found, *known], Path(scratch) / "merged", seeded)
    return status


def how_long():
    seconds = os.environ.get("HEADROOM_FUZZ_SECONDS")
    if seconds:
        return (f"-max_total_time={seconds}",)
    return (f"-max_total_time={SECONDS}", f"-seed={SEED}")


def run(fuzzer, name, *arguments):
    command = (
        str(fuzzer),
        f"-artifact_prefix={fuzzer.parent}/",
        f"-timeout={ONE_INPUT_S}",
        f"-max_len={seeds.LONGEST.get(name, LONGEST)}",
        "-print_final_stats=1",
        *arguments,
    )
    return subprocess.run(command, check=False).returncode


def keep(fuzzer, name, corpus, folders, merged, seeded):
    """Keeps the shortest inputs that reach code which the fixtures don't reach. Keeps MOST_KEPT
    bytes at most, so that the corpus isn't too large for a checkout."""
    merged.mkdir()
    if seeded.is_dir():
        shutil.copytree(seeded, merged, dirs_exist_ok=True)
    of_fixtures = {each.name for each in merged.iterdir()}
    status = run(fuzzer, name, "-merge=1", str(merged), *map(str, folders))
    if status != 0:
        return status
    shutil.rmtree(corpus, ignore_errors=True)
    corpus.mkdir(parents=True)
    size = 0
    found = (each for each in merged.iterdir() if each.name not in of_fixtures)
    for each in sorted(found, key=lambda each: (each.stat().st_size, each.name)):
        size += each.stat().st_size
        if size <= MOST_KEPT:
            shutil.copy(each, corpus)
    print(f"{len(list(corpus.iterdir()))} inputs in {corpus}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), *sys.argv[2:]))
