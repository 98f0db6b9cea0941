# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
import sys
from headroom_lab import rootfs, progress
def run(args):
    with rootfs.ready(args[0], args[0]) as p: print(p)
