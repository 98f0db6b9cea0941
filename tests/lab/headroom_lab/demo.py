# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""`lab demo` runs tests/lab/demo/story.py in the virtual machine. It has every cgroup
controller, and its memory may run short."""

import shutil
from pathlib import Path

from headroom_lab import cache, session
from headroom_lab.progress import Steps, say

_STORY = session.CHECKOUT / "tests/lab/demo/story.py"


def run():
    with cache.scratch() as scratch:
        status = session.run(
            "plasma",
            ["python3", "-u", str(_STORY), str(scratch)],
            in_vm=True,
            writable=[scratch],
            environment={"PYTHONDONTWRITEBYTECODE": "1"},
            step=Steps(4),
        )
        kept = _keep(scratch)
    if kept:
        say(f"pictures are in {kept}")
    return status


def _keep(scratch):
    made = sorted(path for path in scratch.iterdir() if path.is_file())
    if not made:
        return None
    number = 1
    while (target := Path.cwd() / f"headroom-demo-{number}").exists():
        number += 1
    target.mkdir()
    for path in made:
        shutil.copyfile(path, target / path.name)
    return target
