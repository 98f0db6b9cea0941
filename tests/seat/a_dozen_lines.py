# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A dozen lines in place of Headroom, which know the culprit by its name. They show whether a
measurement can detect a difference at all."""

import contextlib
import subprocess
import sys

from seat import apps

_SCRIPT = """
import glob, re, time
before, at = None, None
while True:
    some = int(re.search(r'some .*total=(\\d+)', open('/proc/pressure/memory').read())[1]) / 1e6
    now = time.monotonic()
    if before is not None and some - before > 0.1 * (now - at):
        for path in glob.glob('/sys/fs/cgroup/user.slice/user-*.slice/user@*.service/app.slice/'
                              'app-org.example.Hog*/cgroup.freeze'):
            open(path, 'w').write('1')
    before, at = some, now
    time.sleep(0.1)
"""


@contextlib.contextmanager
def running():
    unit = "pressure-script.service"
    subprocess.run(
        [
            "systemd-run",
            "--user",
            f"--unit={unit}",
            "--slice=session.slice",
            "--collect",
            sys.executable,
            "-c",
            _SCRIPT,
        ],
        check=True,
        capture_output=True,
    )
    try:
        yield
    finally:
        apps.kill(unit)
