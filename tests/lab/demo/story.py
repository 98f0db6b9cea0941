#!/usr/bin/python3 -B
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside the session. Its one argument is a directory for pictures of the screen."""

import os
import subprocess
import sys
from pathlib import Path


def main():
    out = Path(sys.argv[1])
    print("A Plasma session is up. What runs in it:")
    subprocess.run(["systemctl", "--user", "--no-pager", "--plain", "--no-legend", "--type=service", "--state=running", "list-units"],
                   check=True)
    subprocess.run(["import", "-display", os.environ["HEADROOM_LAB_X11"], "-window", "root", out / "1-desktop.png"], check=True)


main()
