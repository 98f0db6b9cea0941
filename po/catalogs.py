# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The domains of translations, their sentences as the sources have them, and their catalogs."""

import os
import subprocess
import tempfile
from pathlib import Path

import desktop_files

ROOT = Path(__file__).resolve().parents[1]
PLASMA = {
    "plasma_applet_org.headroomd.headroom": "applet/plasma",
    "kcm_headroom": "applet/kcm",
    "ksysguard_plugin_headroom": "applet/ksysguard",
}
EXTENSION = "applet/gnome-shell/headroom@headroomd.org"
SCHEMA = "settings/headroom.kcfg"
#: Not installed: the translations are written into the files that desktops read.
FILES = "headroom-files"
DOMAINS = ("headroomd", *PLASMA, "headroom-gnome", FILES)

_ONE_OF_TWO = "nplurals=2; plural=(n != 1);"
_UP_TO_ONE = "nplurals=2; plural=(n > 1);"
_SLAVIC = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
    "n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
)
_NONE = "nplurals=1; plural=0;"
#: language: its name and its plural forms
LANGUAGES = {
    "de": ("German", _ONE_OF_TWO),
    "es": ("Spanish", _ONE_OF_TWO),
    "fr": ("French", _UP_TO_ONE),
    "ja": ("Japanese", _NONE),
    "pt_BR": ("Brazilian Portuguese", _UP_TO_ONE),
    "ru": ("Russian", _SLAVIC),
    "uk": ("Ukrainian", _SLAVIC),
    "zh_CN": ("Simplified Chinese", _NONE),
}

_XGETTEXT = ("xgettext", "--from-code=UTF-8", "--add-location=file", "--package-name=headroom")
_GLIB = (
    "--keyword=_",
    "--keyword=N_",
    "--keyword=C_:1c,2",
    "--keyword=NC_:1c,2",
    "--keyword=ngettext:1,2",
    "--keyword=npgettext:1c,2,3",
    "--keyword=say:1c,2",
    "--flag=say:2:no-c-format",
    "--add-comments=Translators",
)
_KDE = (
    "-C --kde --add-comments=i18n -ci18n -ki18n:1 -ki18nc:1c,2 -ki18np:1,2 -ki18ncp:1c,2,3 "
    "-kki18nc:1c,2 -kxi18nc:1c,2"
)
_GJS = (
    "--language=JavaScript",
    "--keyword=_",
    "--keyword=C_:1c,2",
    "--keyword=pgettext:1c,2",
    "--keyword=ngettext:1,2",
    "--add-comments=Translators",
)


def words(path):
    """The lines of a file that are neither empty nor a comment."""
    return [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]


def catalog(language, domain, root=ROOT):
    return root / "po" / language / f"{domain}.po"


def _run(arguments, directory, **environment):
    subprocess.run(arguments, cwd=directory, env=os.environ | environment, check=True)


def _written_down(root, folder, sentences):
    """Writes sentences as C code into the folder, under the paths of their files; returns these.

    xgettext does not read JSON, AppStream and kcfg files in the way that is needed here.
    """
    for path, calls in sentences.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("".join(calls), encoding="utf-8")
    return list(sentences)


def _gnome(root, pot):
    scripts = sorted(str(path.relative_to(root)) for path in (root / EXTENSION).glob("**/*.js"))
    _run((*_XGETTEXT, *_GJS, f"--output={pot}", *scripts), root)


def _with_schema(root, folder, *pots):
    """Adds the sentences of the schema, which both settings programs show."""
    prose = _written_down(root, folder, {SCHEMA: desktop_files.schema_calls(root / SCHEMA)})
    also = folder / "schema.pot"
    _run((*_XGETTEXT, *_GLIB, "--language=C", f"--output={also}", *prose), folder)
    for pot in pots:
        _run(("msgcat", "--use-first", f"--output-file={pot}", pot, also), root)


def extract(folder, root=ROOT):
    """Writes a template for each domain into the folder. Returns {domain: template}.

    A domain without a sentence has no template.
    """
    pots = {domain: folder / f"{domain}.pot" for domain in DOMAINS}
    _run(
        (
            *_XGETTEXT,
            *_GLIB,
            "--language=C++",
            f"--output={pots['headroomd']}",
            *words(root / "po/POTFILES"),
        ),
        root,
    )
    for domain, below in PLASMA.items():
        _run(
            ("sh", "Messages.sh"),
            root / below,
            XGETTEXT=" ".join((*_XGETTEXT, _KDE)),
            podir=str(folder),
        )
    _gnome(root, pots["headroom-gnome"])
    _with_schema(root, folder, pots["headroom-gnome"], pots["kcm_headroom"])
    files = _written_down(root, folder, desktop_files.calls(root))
    _run((*_XGETTEXT, *_GLIB, "--language=C", f"--output={pots[FILES]}", *files), folder)
    return {domain: pot for domain, pot in pots.items() if pot.exists()}


def extracted(root=ROOT):
    """extract() for the duration of a with block: yields (folder, templates)."""

    class Extracted(tempfile.TemporaryDirectory):
        def __enter__(self):
            folder = Path(super().__enter__())
            return folder, extract(folder, root)

    return Extracted(prefix="headroom-po-")
