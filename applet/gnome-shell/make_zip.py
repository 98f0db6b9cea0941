# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: CC0-1.0
"""make_zip.py ZIP SETTINGS LOCALE: packs the extension as extensions.gnome.org takes it.

SETTINGS is the generated settings.json. LOCALE is the directory of compiled catalogs. The same
sources give the same file.

metadata.json is that of the sources, without a version. What comes from there is updated at another
time than the daemon, which may have any version, so the extension must not compare them.
"""

import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXTENSION = HERE / "headroom@headroomd.org"
ICONS = ROOT / "applet/plasma/icons/status"
LICENSE = ROOT / "LICENSES/GPL-2.0-or-later.txt"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def contents(settings, locale):
    """(name in the zip, file), sorted by name."""
    found = {
        "metadata.json": EXTENSION / "metadata.json",
        "settings.json": settings,
        "LICENSE": LICENSE,
        **{path.name: path for path in EXTENSION.glob("*.js")},
        **{path.name: path for path in EXTENSION.glob("*.css")},
        **{f"icons/{path.name}": path for path in ICONS.glob("*.svg")},
        **{
            f"locale/{path.relative_to(locale)}": path
            for path in locale.glob("*/LC_MESSAGES/headroom-gnome.mo")
        },
    }
    return sorted(found.items())


def main(out, *parts):
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, path in contents(*map(Path, parts)):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, path.read_bytes())


if __name__ == "__main__":
    main(*sys.argv[1:])
