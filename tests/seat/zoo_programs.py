# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The zoo: programs that people use, as Debian packages them (tests/lab/packages/zoo.list)."""

import os
from dataclasses import dataclass
from pathlib import Path

OURS = Path.home() / ".local/share/applications"


@dataclass(frozen=True)
class Program:
    """A row of the table. Its windows are those that appear when it is started. The table records
    their names."""

    name: str
    entry: str  # the desktop file by which a menu knows it
    command: str  # what a launcher or a terminal runs
    also: str = ""  # another desktop file, started second, whose window belongs to the same app
    also_command: str = ""  # the same for a launcher or a terminal
    ours: bool = False  # its package has no desktop file, so the test writes one
    prepared_by: str = ""  # a shell command that prevents what users see only at the first start
    patience: int = 60  # seconds until its window is up, on a machine that does other things too


_BWRAP = (
    "bwrap --dev-bind / / --proc /proc --unshare-pid --unshare-ipc --die-with-parent "
    "/bin/sh -c 'mousepad; true'"
)
_QEMU = "qemu-system-x86_64 -accel tcg -m 64 -display gtk -net none"

# A login unlocks the user's keyring. There is no login here, so Chromium would ask for a password
# first.
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

# What CI runs: the one with two units and a sandbox, a terminal that creates a scope for each tab,
# a Qt app, and an X11 client.
SHORT = ("chromium", "konsole", "kate", "xterm")
ONLY_WAYLAND = ("foot",)
NOT_IN_GNOMES_MENU = ("konqueror",)  # its desktop file is for Plasma only


def named(name):
    return next(program for program in PROGRAMS if program.name == name)


def desktop_file(entry):
    """Its path: our file, or the package's."""
    places = (OURS, Path("/usr/share/applications"))
    return next((path for place in places if (path := place / f"{entry}.desktop").exists()), None)


def write_ours():
    """Writes desktop files for programs that have none, as users do. Returns whether there were any
    to write."""
    OURS.mkdir(parents=True, exist_ok=True)
    wanted = [program for program in PROGRAMS if program.ours and not desktop_file(program.entry)]
    for program in wanted:
        command = program.command.replace("\\", "\\\\").replace("'", '"')
        text = f"[Desktop Entry]\nType=Application\nName=Zoo {program.name}\nExec={command}\n"
        path = OURS / f"{program.entry}.desktop"
        path.write_text(text, encoding="utf-8")
        os.chmod(path, 0o755)
    return bool(wanted)
