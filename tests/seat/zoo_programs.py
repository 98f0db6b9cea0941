# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The zoo: programs that people run, as Debian has them (tests/lab/packages/zoo.list)."""

import os
from dataclasses import dataclass
from pathlib import Path

OURS = Path.home() / ".local/share/applications"


@dataclass(frozen=True)
class Program:
    """A row of the table. Its windows are those that come up when it is started: what they call
    themselves is what the table finds out."""

    name: str
    entry: str  # the desktop file by which a menu knows it
    command: str  # what a launcher or a terminal runs
    also: str = ""  # another desktop file, started second, whose window is the same app's
    also_command: str = ""  # the same from a launcher or a terminal
    ours: bool = False  # its package has no desktop file: we write one
    prepared_by: str = ""  # a shell command: what its user sees once and never again
    patience: int = 60  # seconds until its window is up, on a machine that does other things too


_BWRAP = (
    "bwrap --dev-bind / / --proc /proc --unshare-pid --unshare-ipc --die-with-parent "
    "/bin/sh -c 'mousepad; true'"
)
_QEMU = "qemu-system-x86_64 -accel tcg -m 64 -display gtk -net none"

# Login unlocks a user's keyring; nobody logs in here, so a password would be asked for first.
_NO_KEYRING = (
    "echo 'CHROMIUM_FLAGS=\"$CHROMIUM_FLAGS --password-store=basic\"'"
    " | sudo tee /etc/chromium.d/no-keyring"
)

PROGRAMS = (
    # browsers and mail
    Program("chromium", "chromium", "chromium", prepared_by=_NO_KEYRING),
    Program("firefox", "firefox-esr", "firefox-esr"),
    Program("epiphany", "org.gnome.Epiphany", "epiphany"),
    Program("falkon", "org.kde.falkon", "falkon"),
    Program("konqueror", "org.kde.konqueror", "konqueror"),
    Program("qutebrowser", "org.qutebrowser.qutebrowser", "qutebrowser"),
    Program("thunderbird", "thunderbird", "thunderbird"),
    Program("evolution", "org.gnome.Evolution", "evolution"),
    Program("transmission", "transmission-gtk", "transmission-gtk"),
    Program("hexchat", "io.github.Hexchat", "hexchat"),
    # documents and pictures
    Program(
        "libreoffice",
        "libreoffice-writer",
        "libreoffice --writer",
        also="libreoffice-calc",
        also_command="libreoffice --calc",
        patience=90,
    ),
    Program("okular", "org.kde.okular", "okular"),
    Program("evince", "org.gnome.Evince", "evince"),
    Program("gimp", "gimp", "gimp", patience=120),
    Program("inkscape", "org.inkscape.Inkscape", "inkscape", patience=90),
    Program("gwenview", "org.kde.gwenview", "gwenview"),
    Program("eog", "org.gnome.eog", "eog"),
    Program("kolourpaint", "org.kde.kolourpaint", "kolourpaint"),
    Program("gnumeric", "org.gnumeric.gnumeric", "gnumeric"),
    # sound and video
    Program("shotcut", "org.shotcut.Shotcut", "shotcut", patience=90),
    Program("vlc", "vlc", "vlc"),
    Program("mpv", "mpv", "mpv --player-operation-mode=pseudo-gui"),
    Program("audacity", "audacity", "audacity"),
    # editors
    Program("emacs", "emacs", "emacs"),
    Program("emacsclient", "emacsclient", "emacsclient --alternate-editor= --create-frame"),
    Program("gedit", "org.gnome.gedit", "gedit"),
    Program("kate", "org.kde.kate", "kate"),
    Program("kwrite", "org.kde.kwrite", "kwrite"),
    Program("geany", "geany", "geany"),
    Program("mousepad", "org.xfce.mousepad", "mousepad"),
    Program("text-editor", "org.gnome.TextEditor", "gnome-text-editor"),
    # terminals
    Program("gnome-terminal", "org.gnome.Terminal", "gnome-terminal"),
    Program("konsole", "org.kde.konsole", "konsole"),
    Program("xterm", "debian-xterm", "xterm"),
    Program("foot", "foot", "foot"),
    Program("urxvt", "rxvt-unicode", "urxvt"),
    Program("xfce4-terminal", "xfce4-terminal", "xfce4-terminal"),
    # files and software
    Program("nautilus", "org.gnome.Nautilus", "nautilus --new-window"),
    Program("dolphin", "org.kde.dolphin", "dolphin"),
    Program("thunar", "thunar", "thunar"),
    Program("pcmanfm", "pcmanfm", "pcmanfm"),
    Program("ark", "org.kde.ark", "ark"),
    Program("filezilla", "filezilla", "filezilla"),
    Program("discover", "org.kde.discover", "plasma-discover"),
    Program("gnome-software", "org.gnome.Software", "gnome-software"),
    # machines, sandboxes, other worlds
    Program("bwrap", "zoo-bwrap", _BWRAP, ours=True),
    Program("virt-manager", "virt-manager", "virt-manager"),
    Program("qemu", "zoo-qemu", _QEMU, ours=True),
    Program(
        "wine",
        "zoo-wine",
        "wine notepad",
        ours=True,
        patience=120,
        prepared_by="env -u DISPLAY -u WAYLAND_DISPLAY wineboot --init; wineserver --kill",
    ),
    Program("java-swing", "jedit", "jedit", patience=90),
    Program("sdl-game", "zoo-sdl", "/usr/games/lbreakouthd", ours=True),
    # small ones
    Program("kcalc", "org.kde.kcalc", "kcalc"),
    Program("keepassxc", "org.keepassxc.KeePassXC", "keepassxc"),
    Program("meld", "org.gnome.Meld", "meld"),
)

# What CI starts: the one with two units and a sandbox, a terminal that makes a scope for each tab,
# one of Qt, and an X11 client.
SHORT = ("chromium", "konsole", "kate", "xterm")
ONLY_WAYLAND = ("foot",)
NOT_IN_GNOMES_MENU = ("konqueror",)  # its desktop file is for Plasma alone


def named(name):
    return next(program for program in PROGRAMS if program.name == name)


def desktop_file(entry):
    """Its path: ours, or what the package brought."""
    places = (OURS, Path("/usr/share/applications"))
    return next((path for place in places if (path := place / f"{entry}.desktop").exists()), None)


def write_ours():
    """As people write one for what has none. Gives whether there was anything to write."""
    OURS.mkdir(parents=True, exist_ok=True)
    wanted = [program for program in PROGRAMS if program.ours and not desktop_file(program.entry)]
    for program in wanted:
        command = program.command.replace("\\", "\\\\").replace("'", '"')
        text = f"[Desktop Entry]\nType=Application\nName=Zoo {program.name}\nExec={command}\n"
        path = OURS / f"{program.entry}.desktop"
        path.write_text(text, encoding="utf-8")
        os.chmod(path, 0o755)
    return bool(wanted)
