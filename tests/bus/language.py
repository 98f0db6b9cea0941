# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A program in another language, with the catalogs of the build."""

import os
from typing import NamedTuple

# Runs in a namespace of its own, since the program has the place of its catalogs built in. Then it
# switches back to the real user id, which the bus checks.
_LAID_OVER = (
    'mount --bind "$1" "$2"; user=$3; group=$4; shift 4; exec unshare --user --map-user="$user" '
    '--map-group="$group" "$@"'
)


class Language(NamedTuple):
    """The words before the program's command, and its environment."""

    command: tuple
    environment: dict


def language(code, locales):
    """`locales`: the directory from the fixture of that name."""
    catalogs, installed = os.environ["HEADROOM_CATALOGS"], os.environ["HEADROOM_LOCALEDIR"]
    return Language(
        (
            "unshare",
            "--map-root-user",
            "--mount",
            "sh",
            "-ec",
            _LAID_OVER,
            "sh",
            catalogs,
            installed,
            str(os.getuid()),
            str(os.getgid()),
        ),
        {"LC_ALL": "de_DE.UTF-8", "LOCPATH": str(locales), "LANGUAGE": code},
    )
