// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/never_apps.h"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

using namespace std::string_view_literals;

// As Debian's packages and the desktops' own sources call them.
constexpr std::array programs{
    // polkit's agents: users type passwords into them
    "polkit-kde-authentication-agent-1"sv, "polkit-gnome-authentication-agent-1"sv,
    "polkit-mate-authentication-agent-1"sv, "polkit-ukui-authentication-agent-1"sv, "mate-polkit"sv,
    "lxqt-policykit-agent"sv, "lxpolkit"sv, "xfce-polkit"sv, "hyprpolkitagent"sv,
    "gnome-flashback-polkit"sv, "budgie-polkit-dialog"sv, "policykit-agent"sv, "dde-polkit-agent"sv,
    "io.elementary.desktop.agent-polkit"sv, "cosmic-osd"sv, "soteria"sv, "pkttyagent"sv,
    "polkit-agent-helper-1"sv,
    // OpenPGP and SSH
    "gpg-agent"sv, "keyboxd"sv, "scdaemon"sv, "gcr-prompter"sv, "gcr-ssh-agent"sv,
    "gcr-ssh-askpass"sv, "gcr4-ssh-askpass"sv, "ksshaskpass"sv, "ssh-askpass"sv,
    "x11-ssh-askpass"sv, "gnome-ssh-askpass"sv, "ssh-askpass-fullscreen"sv,
    "lxqt-openssh-askpass"sv, "seahorse-ssh-askpass"sv, "lxqt-sudo"sv,
    // keyrings
    "gnome-keyring-daemon"sv, "kwalletd"sv, "kwalletd5"sv, "kwalletd6"sv, "ksecretd"sv,
    "oo7-daemon"sv, "oo7-portal"sv, "pass-secret-service"sv,
    // lockers, since without unlocking the whole session is lost; and what starts lockers in time
    "kscreenlocker_greet"sv, "i3lock"sv, "i3lock-fancy"sv, "betterlockscreen"sv, "swaylock"sv,
    "swaylock-plugin"sv, "gtklock"sv, "hyprlock"sv, "waylock"sv, "slock"sv, "sxlock"sv, "xtrlock"sv,
    "physlock"sv, "vlock"sv, "vlock-main"sv, "xsecurelock"sv, "auth_x11"sv, "authproto_pam"sv,
    "light-locker"sv, "cs-backup-locker"sv, "lxlock"sv, "xflock4"sv, "dde-lock"sv, "xss-lock"sv,
    "xautolock"sv, "xidlehook"sv, "swayidle"sv, "hypridle"sv,
    // portals
    "xdg-document-portal"sv, "xdg-permission-store"sv, "flatpak-portal"sv,
    "flatpak-session-helper"sv,
    // what users need to read, hear and type
    "at-spi-bus-launcher"sv, "at-spi2-registryd"sv, "speech-dispatcher"sv, "sd_espeak-ng"sv,
    "sd_generic"sv, "brltty"sv, "xbrlapi"sv, "onboard"sv, "squeekboard"sv, "maliit-keyboard"sv,
    "lomiri-keyboard"sv, "matchbox-keyboard"sv, "plasma-keyboard"sv, "xvkbd"sv, "florence"sv};

/// Families: pinentry-qt, cinnamon-screensaver-main.py.
constexpr std::array program_prefixes{"pinentry"sv,           "xdg-desktop-portal"sv,
                                      "xscreensaver"sv,       "gnome-screensaver"sv,
                                      "mate-screensaver"sv,   "xfce4-screensaver"sv,
                                      "budgie-screensaver"sv, "cinnamon-screensaver"sv,
                                      "ukui-screensaver"sv,   "wvkbd"sv,
                                      "phosh-osk"sv};

/// Orca, the screen reader, is a script. The program called orca is another one.
constexpr std::array ids{"orca"sv,
                         "orca-autostart"sv,
                         "org.gnome.Orca"sv,
                         "org.gnome.Orca.Service"sv,
                         "onboard-autostart"sv,
                         "sm.puri.Squeekboard"sv,
                         "sm.puri.OSK0"sv,
                         "mobi.phosh.Squeekboard"sv,
                         "at-spi-dbus-bus"sv,
                         "gnome-keyring-pkcs11"sv,
                         "gnome-keyring-secrets"sv,
                         "gnome-keyring-ssh"sv,
                         "org.gnome.keyring.SystemPrompter"sv,
                         "org.gnome.keyring.PrivatePrompter"sv,
                         "org.kde.polkit-kde-authentication-agent-1"sv,
                         "org.kde.kwalletd5"sv,
                         "org.kde.kwalletd6"sv,
                         "org.kde.ksecretd"sv,
                         "org.kde.secretprompter"sv,
                         "org.kde.ksshaskpass"sv,
                         "org.kde.kscreenlocker_greet"sv,
                         "org.gnupg.pinentry-qt"sv,
                         "org.gnupg.pinentry-qt5"sv,
                         "org.freedesktop.secrets"sv,
                         "org.freedesktop.ScreenSaver"sv,
                         "org.gnome.ScreenSaver"sv,
                         "org.cinnamon.ScreenSaver"sv,
                         "org.mate.ScreenSaver"sv,
                         "org.xfce.ScreenSaver"sv,
                         "org.buddiesofbudgie.BudgieDesktopScreensaver"sv,
                         "org.freedesktop.portal.Desktop"sv,
                         "org.freedesktop.portal.Documents"sv,
                         "org.freedesktop.portal.Flatpak"sv};

/// Services whose program has another name.
constexpr std::array services{"plasma-polkit-agent"sv, "lomiri-polkit-agent"sv, "at-spi-dbus-bus"sv,
                              "orca"sv, "ssh-agent"sv};

template<std::size_t N>
bool contains(const std::array<std::string_view, N> &list, std::string_view what)
{
    return std::ranges::find(list, what) != list.end();
}

constexpr std::size_t longest_comm = 15; ///< what the kernel keeps of a name

/// If a program hides its executable, the kernel shows the first 15 characters of its name.
bool is_beginning_of_one(std::string_view name)
{
    const auto begins_so = [name](std::string_view each) { return each.starts_with(name); };
    return name.size() == longest_comm
        && (std::ranges::any_of(programs, begins_so)
            || std::ranges::any_of(program_prefixes, begins_so));
}

} // namespace

std::string_view unwrapped(std::string_view program)
{
    constexpr std::string_view ending = "-wrapped";
    if (!program.starts_with('.'))
        return program;
    std::string_view name = program.substr(1);
    name = name.substr(0, name.find_last_not_of('_') + 1);
    if (name.ends_with(ending))
        return name.substr(0, name.size() - ending.size());
    const std::size_t cut = program.size() == longest_comm ? name.rfind('-') : name.npos;
    return cut != name.npos && ending.starts_with(name.substr(cut)) ? name.substr(0, cut) : program;
}

bool is_never_app(std::string_view name)
{
    const std::string_view program = unwrapped(name);
    return contains(programs, program) || is_beginning_of_one(program)
        || program.ends_with("-askpass")
        || std::ranges::any_of(program_prefixes, [program](std::string_view prefix) {
               return program.starts_with(prefix);
           });
}

bool is_never_app_id(std::string_view id)
{
    return is_never_app(id) || contains(ids, id);
}

bool is_never_app_unit(std::string_view unit)
{
    constexpr std::string_view ending = ".service";
    if (!unit.ends_with(ending))
        return false;
    unit.remove_suffix(ending.size());
    return is_never_app_id(unit) || contains(services, unit)
        || (unit.starts_with("plasma-") && is_never_app(unit.substr(unit.find('-') + 1)));
}

} // namespace headroom
