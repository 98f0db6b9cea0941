# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
import sys
from headroom_lab import session
def run(args):
    shot=None
    return session.run("plasma", args[1:], screenshot=args[0] if args[0]!="-" else None)

    from headroom_lab import rootfs
