# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A program in another language, from the catalogs as they are built."""

import os
from typing import NamedTuple

# In a namespace of its own, since where a program looks for its catalogs is built into it. Then as ourselves again: the bus asks who is there.
_LAID_OVER = 'mount --bind "$1" "$2"; user=$3; group=$4; shift 4; exec unshare --user --map-user="$user" --map-group="$group" "$@"'


class Language(NamedTuple):
    """What to put before the program, and into its environment."""

    command: tuple
    environment: dict


def language(code, locales):
    """`locales`: the folder of the fixture of that name."""
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
