# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A session without a virtual machine: native speed, the host's kernel, and those controllers that
the host delegates."""

from headroom_lab import capsule

_FIRST = "/usr/lib/headroom-lab/first"
_ORDER = "/run/headroom-lab.json"


def run(session):
    """Run a session.Session and return the exit status of its command."""
    return capsule.run(
        capsule.Capsule(
            layers=session.layers,
            command=(_FIRST, _ORDER),
            readonly=session.readonly,
            writable=session.writable,
            order={
                "desktop": session.desktop,
                "command": list(session.command),
                "picture": session.picture and str(session.picture),
                "environment": session.environment,
            },
        )
    )
