// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

// Unit names as they occur in sessions, and what each stands for. Each row names its source: a
// program and its system, a report, or a test of another project's parser, taken as a fact. "by its
// rule" marks a name composed as that program does.

#include "model/unit_name.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace headroom::seen {

struct Row {
    std::string_view name;
    std::string_view where;
    std::optional<UnitName> expected;
};

inline UnitName app(const char *id, const char *random)
{
    return {.origin = UnitOrigin::Launcher, .app_id = id, .launcher = {}, .random = random};
}

inline UnitName by(const char *launcher, const char *id, const char *random)
{
    return {.origin = UnitOrigin::Launcher, .app_id = id, .launcher = launcher, .random = random};
}

inline UnitName autostart(const char *id)
{
    return {.origin = UnitOrigin::Autostart, .app_id = id, .launcher = {}, .random = {}};
}

inline UnitName flatpak(const char *id, const char *random)
{
    return {.origin = UnitOrigin::Flatpak, .app_id = id, .launcher = "flatpak", .random = random};
}

inline UnitName snap(const char *id, const char *random)
{
    return {.origin = UnitOrigin::Snap, .app_id = id, .launcher = {}, .random = random};
}

inline UnitName bus(const char *id, const char *random)
{
    return {.origin = UnitOrigin::DBus, .app_id = id, .launcher = {}, .random = random};
}

inline UnitName tab(const char *id, const char *random)
{
    return {.origin = UnitOrigin::Vte, .app_id = id, .launcher = {}, .random = random};
}

inline UnitName pane(const char *random)
{
    return {.origin = UnitOrigin::Tmux, .app_id = {}, .launcher = {}, .random = random};
}

inline UnitName ours(const char *id, const char *random)
{
    return {.origin = UnitOrigin::Headroom, .app_id = id, .launcher = "headroom", .random = random};
}

inline const std::array names = std::to_array<Row>({
    // GNOME: the shell and gnome-session, through gnome-desktop's gnome_start_systemd_scope()
    {R"(app-gnome-org.gnome.Maps-2437.scope)", "GNOME Shell 48, by its rule",
     by("gnome", "org.gnome.Maps", "2437")},
    {R"(app-gnome-google\x2dchrome-11396.scope)", "Ubuntu 22.04, systemd#23606",
     by("gnome", "google-chrome", "11396")},
    {R"(app-gnome-org.gnome.Nautilus-0.scope)", "gnome-session, pid 0, systemd#23606",
     by("gnome", "org.gnome.Nautilus", "0")},
    {R"(app-gnome-hplip\x2dsystray-3572.scope)", "gnome-session, systemd#35270",
     by("gnome", "hplip-systray", "3572")},
    {R"(app-gnome-barrier-9357.scope)", "GNOME Shell, systemd#35270",
     by("gnome", "barrier", "9357")},
    {R"(app-gnome-gnome\x2dsoftware\x2dservice-13765.scope)", "xdg-desktop-portal#719",
     by("gnome", "gnome-software-service", "13765")},
    {R"(app-gnome-org.gnome.Evolution\x2dalarm\x2dnotify-2437.scope)", "xdg-desktop-portal's tests",
     by("gnome", "org.gnome.Evolution-alarm-notify", "2437")},
    {R"(app-gnome-org.gnome.Epiphany-182352.scope)", "xdg-desktop-portal's tests",
     by("gnome", "org.gnome.Epiphany", "182352")},
    {R"(app-gnome-ubuntu\x2dadvantage\x2dnotification-3945.scope)",
     "gnome-session, Ubuntu, journal", by("gnome", "ubuntu-advantage-notification", "3945")},
    {"app-gnome-jetbrains\\x2didea\\x2dce\\x2de28cd328\\x2d8328\\x2d4911\\x2d825e"
     "\\x2da8aa6d9d4a49-4480.scope",
     "GNOME Shell, JetBrains Toolbox's entry",
     by("gnome", "jetbrains-idea-ce-e28cd328-8328-4911-825e-a8aa6d9d4a49", "4480")},
    {R"(app-gnome-firefox\x2desr-34054.scope)", "Debian, GNOME Shell",
     by("gnome", "firefox-esr", "34054")},
    {R"(app-gnome-code-85943.scope)", "systemd-oomd, journal", by("gnome", "code", "85943")},
    {R"(app-gnome-org.freedesktop.Unknown-812.scope)", "gnome-desktop, no name given, by its rule",
     by("gnome", "org.freedesktop.Unknown", "812")},
    {R"(app-gnome-com.github.johnfactotum.Foliate-5121.scope)",
     "GNOME Shell, by an AppArmor profile", by("gnome", "com.github.johnfactotum.Foliate", "5121")},
    // GLib with a patch that some distributions carry
    {R"(app-glib-spice\x2dvdagent-1839.scope)", "xdg-desktop-portal's tests",
     by("glib", "spice-vdagent", "1839")},
    {R"(app-glib-google\x2dchrome-3188.scope)", "a patched GLib, journal",
     by("glib", "google-chrome", "3188")},
    // Plasma: KIO as a service; before systemd 250 as a scope
    {R"(app-org.kde.konsole@edc27db08dc24bbab66e0b79d60c4373.service)", "KIO, coredumpctl",
     app("org.kde.konsole", "edc27db08dc24bbab66e0b79d60c4373")},
    {R"(app-brave\x2dbrowser@c16f78223b3c4371a764a76609ae9ef0.service)", "KIO 6",
     app("brave-browser", "c16f78223b3c4371a764a76609ae9ef0")},
    {R"(app-org.kde.dolphin@ae5f1b0cb1f0490f8ff0b4c1a8f0b9de.service)", "KIO 6.13, by its rule",
     app("org.kde.dolphin", "ae5f1b0cb1f0490f8ff0b4c1a8f0b9de")},
    {R"(app-kitty-47f7730eb1474ba3848f1b5d6135a33f.scope)", "KIO 5, kitty#5743",
     app("kitty", "47f7730eb1474ba3848f1b5d6135a33f")},
    {R"(app-org.kde.kate-6d19521e44de48fd81e0e4dc789ca5be.scope)", "KIO 5, cgroup listing",
     app("org.kde.kate", "6d19521e44de48fd81e0e4dc789ca5be")},
    {R"(app-org.kde.plasma\x2dsystemmonitor-ee71bda014c045d0a906997e9c95e989.scope)",
     "KIO 5, cgroup listing",
     app("org.kde.plasma-systemmonitor", "ee71bda014c045d0a906997e9c95e989")},
    {R"(app-plasmashell-ec46b7633214481395ea58a7e4de020e.scope)",
     "plasmashell restarted by hand, cgroup listing",
     app("plasmashell", "ec46b7633214481395ea58a7e4de020e")},
    {R"(app-com.obsproject.Studio-d70acc38b5154a3a8b4a60accc4b15f4.scope)",
     "xdg-desktop-portal#745, its tests",
     app("com.obsproject.Studio", "d70acc38b5154a3a8b4a60accc4b15f4")},
    {R"(app-org.kde.konsole-41769.scope)", "Konsole moves itself, systemd#35067",
     app("org.kde.konsole", "41769")},
    {R"(app-KDE-org.kde.okular@12345.service)", "xdg-desktop-portal's tests",
     by("KDE", "org.kde.okular", "12345")},
    {R"(app-org.kde.amarok.service)", "xdg-desktop-portal's tests", app("org.kde.amarok", "")},
    {R"(app-org.kde.spectacle.service)", "Spectacle's own unit file", app("org.kde.spectacle", "")},
    {R"(app-org.kde.krdpserver.service)", "KRdp's own unit file", app("org.kde.krdpserver", "")},
    // Autostart
    {R"(app-org.kde.discover.notifier@autostart.service)", "autostart generator, Plasma",
     autostart("org.kde.discover.notifier")},
    {R"(app-org.kde.plasma\x2dfallback\x2dsession\x2drestore@autostart.service)",
     "autostart generator, DankMaterialShell#2578",
     autostart("org.kde.plasma-fallback-session-restore")},
    {R"(app-geoclue\x2ddemo\x2dagent@autostart.service)", "autostart generator, Pop!_OS",
     autostart("geoclue-demo-agent")},
    {R"(app-org.gnome.Evolution\x2dalarm\x2dnotify@autostart.service)",
     "autostart generator, Pop!_OS", autostart("org.gnome.Evolution-alarm-notify")},
    {R"(app-steam@autostart.service)", "autostart generator, SteamOS", autostart("steam")},
    {R"(app-snap\x2duserd\x2dautostart@autostart.service)", "autostart generator, Ubuntu",
     autostart("snap-userd-autostart")},
    {R"(app-gnome\x2dkeyring\x2dpkcs11-autostart.service)",
     "autostart generator before 248, systemd#17305", autostart("gnome-keyring-pkcs11")},
    {R"(app-gnome-org.gnome.SettingsDaemon.DiskUtilityNotify-autostart.service)",
     "xdg-desktop-portal's tests",
     UnitName{.origin = UnitOrigin::Autostart,
              .app_id = "org.gnome.SettingsDaemon.DiskUtilityNotify",
              .launcher = "gnome",
              .random = {}}},
    // Flatpak: a pid, in later versions an instance number
    {R"(app-flatpak-com.valvesoftware.Steam-3250211.scope)", "flatpak, cgroup listing",
     flatpak("com.valvesoftware.Steam", "3250211")},
    {R"(app-flatpak-md.obsidian.Obsidian-2751032070.scope)", "flatpak, journal",
     flatpak("md.obsidian.Obsidian", "2751032070")},
    {R"(app-flatpak-org.mozilla.firefox-9273.scope)", "flatpak 1.14, flatpak#5301",
     flatpak("org.mozilla.firefox", "9273")},
    {R"(app-flatpak-com.github.tchx84.Flatseal\x2dDevel-771.scope)", "flatpak, by its rule",
     flatpak("com.github.tchx84.Flatseal-Devel", "771")},
    // Snap
    {R"(snap.firefox.firefox-11c3f157-631a-4787-a516-a98fbe40adfb.scope)", "snapd, Ubuntu 24.04",
     snap("firefox_firefox", "11c3f157-631a-4787-a516-a98fbe40adfb")},
    {R"(snap.waveterm.waveterm-3dcfaa86-bf58-4d3e-a7c6-4e34dfdb050f.scope)",
     "snapd, waveterm#3291, by its rule",
     snap("waveterm_waveterm", "3dcfaa86-bf58-4d3e-a7c6-4e34dfdb050f")},
    {"snap.test-snapd-policy-app-consumer.block-devices"
     ".f10f877c-1072-4caa-a0db-f095531d624f.scope",
     "snapd of 2021, snapd#10847",
     snap("test-snapd-policy-app-consumer_block-devices", "f10f877c-1072-4caa-a0db-f095531d624f")},
    {R"(snap.node.node.957eaa58-b96f-4829-9040-cc7cf77e91a4.scope)", "older snapd, root's session",
     snap("node_node", "957eaa58-b96f-4829-9040-cc7cf77e91a4")},
    {R"(snap.code_beta.code-0bb6bd33-6a5f-4a7f-9b2e-4d1e9d2cd0a1.scope)",
     "snapd, a second copy, by its rule",
     snap("code+beta_code", "0bb6bd33-6a5f-4a7f-9b2e-4d1e9d2cd0a1")},
    // dbus-broker
    {R"(dbus-:1.2-org.gnome.Nautilus@250.service)", "dbus-broker",
     bus("org.gnome.Nautilus", "250")},
    {R"(dbus-:1.2-org.telegram.desktop@0.service)", "libksysguard's source",
     bus("org.telegram.desktop", "0")},
    {R"(dbus-:1.4-org.kde.kdeconnect@0.service)", "dbus-broker, Plasma",
     bus("org.kde.kdeconnect", "0")},
    {R"(dbus-:1.85-org.a11y.atspi.Registry@0.service)", "dbus-broker, Pop!_OS",
     bus("org.a11y.atspi.Registry", "0")},
    {R"(dbus-:1.2-org.gnome.Evolution\x2dalarm\x2dnotify@1.service)",
     "dbus-broker since it escapes, by its rule", bus("org.gnome.Evolution-alarm-notify", "1")},
    {R"(app-dbus\x2d:1.2\x2dorg.gnome.Console.slice)",
     "the slice that systemd makes for dbus-broker's units", bus("org.gnome.Console", "")},
    {R"(app-dbus\x2d:1.1\x2dorg.gnome.seahorse.Application.slice)", "the same, NixOS",
     bus("org.gnome.seahorse.Application", "")},
    {R"(app-dbus\x2d:1.2\x2dorg.gnome.Evolution\x5cx2dalarm\x5cx2dnotify.slice)",
     "the same, escaped twice, by its rule", bus("org.gnome.Evolution-alarm-notify", "")},
    // Terminals
    {R"(vte-spawn-8a3864e7-404c-47a6-b149-f333c63228a5.scope)", "GNOME Terminal, kernel log",
     tab("", "8a3864e7-404c-47a6-b149-f333c63228a5")},
    {R"(ptyxis-spawn-c01ea590-51cf-4bb2-bc10-7e3687186569.scope)", "Ptyxis, cgroup listing",
     tab("org.gnome.Ptyxis", "c01ea590-51cf-4bb2-bc10-7e3687186569")},
    {R"(app-ghostty-surface-transient-4172209.scope)", "Ghostty",
     tab("com.mitchellh.ghostty", "4172209")},
    {R"(kitty-4711-2.scope)", "kitty 0.36, by its rule", tab("kitty", "4711-2")},
    {R"(tmux-spawn-6e0d1d4c-3a4f-4d6e-9a55-0f3a1c5e7b21.scope)", "tmux 3.5, by its rule",
     pane("6e0d1d4c-3a4f-4d6e-9a55-0f3a1c5e7b21")},
    {R"(app-com.mitchellh.ghostty.service)", "Ghostty's own unit file",
     app("com.mitchellh.ghostty", "")},
    {R"(app-org.gnome.Terminal.slice)", "GNOME Terminal's service", app("org.gnome.Terminal", "")},
    {R"(app-gnome-org.gnome.Terminal-92502.slice)", "xdg-desktop-portal's tests",
     by("gnome", "org.gnome.Terminal", "92502")},
    // Apps that name their own scope
    {R"(app-org.chromium.Chromium-1743723.scope)", "Chromium, and all that is built on it",
     app("org.chromium.Chromium", "1743723")},
    {R"(app-com.google.Chrome-3242011.scope)", "Chrome", app("com.google.Chrome", "3242011")},
    {R"(app-code-3579042.scope)", "Visual Studio Code", app("code", "3579042")},
    // Wayland compositors and launchers
    {R"(app-niri-alacritty-52071.scope)", "niri, journal", by("niri", "alacritty", "52071")},
    {R"(app-niri-fuzzel-1412.scope)", "niri, niri#795", by("niri", "fuzzel", "1412")},
    {R"(app-Hyprland-xdg\x2dterminal\x2dexec-0ae8dde6.scope)", "uwsm, omarchy#9799",
     by("Hyprland", "xdg-terminal-exec", "0ae8dde6")},
    {R"(app-Hyprland-chromium-031bdc27.scope)", "uwsm 0.26",
     by("Hyprland", "chromium", "031bdc27")},
    {R"(app-Hyprland-gtk\x2dlaunch-fa8e3f64.scope)",
     "uwsm 0.26, a launcher that starts by gtk-launch", by("Hyprland", "gtk-launch", "fa8e3f64")},
    {R"(app-Hyprland-udiskie@1f0e2b3c.service)", "uwsm 0.26 as services, by its rule",
     by("Hyprland", "udiskie", "1f0e2b3c")},
    {R"(app-labwc-foot@7d31c0aa.service)", "app2unit, by its rule",
     by("labwc", "foot", "7d31c0aa")},
    {R"(app-sway-zathura@7c715bb4dcb4e28d.service)", "runapp's manual",
     by("sway", "zathura", "7c715bb4dcb4e28d")},
    {R"(app-Alacritty-20153.scope)", "sway-systemd, by its rule", app("Alacritty", "20153")},
    {R"(app-cosmic-com.system76.CosmicAppList-36675.scope)", "COSMIC, Pop!_OS",
     by("cosmic", "com.system76.CosmicAppList", "36675")},
    {R"(app-DDE-org.deepin.browser@2d0b94a3a5a54a3c9b2f6c51f0a8b7d1.service)",
     "Deepin's application manager, by its rule",
     by("DDE", "org.deepin.browser", "2d0b94a3a5a54a3c9b2f6c51f0a8b7d1")},
    {R"(app-rofi-easyeffects-19676.service)", "rofi's manual, xdg-desktop-portal-gtk#504",
     by("rofi", "easyeffects", "19676")},
    {R"(app-rofi-firefox\x20\x2d\x2dname\x20firefox-24101.service)", "the same",
     by("rofi", "firefox --name firefox", "24101")},
    // Escaped in other ways, or not at all
    {R"(app-gnome-gnome-terminal-77.scope)", "by hand, not escaped",
     by("gnome", "gnome-terminal", "77")},
    {R"(app-steam_app_813780@8c6b.service)", "systemd-run by hand",
     app("steam_app_813780", "8c6b")},
    {R"(app-firefox@me@home.service)", "systemd-run by hand", app("firefox", "me@home")},
    {R"(app-org.gn\xc3\xb6me.X-1.scope)", "an id that isn't ASCII", app("org.gn\xc3\xb6me.X", "1")},
    {R"(app-caps\x2DLOCK-1.scope)", "an escape in capitals", app("caps-LOCK", "1")},
    // Headroom's own
    {R"(app-headroom-org.gnome.TextEditor-4f1c.scope)", "Headroom",
     ours("org.gnome.TextEditor", "4f1c")},
    {R"(app-headroom-firefox\x2desr-1.scope)", "Headroom", ours("firefox-esr", "1")},
});

// Names that identify no app. A guess here would freeze the wrong thing.
inline const std::array others = std::to_array<Row>({
    {R"(dbus.service)", "dbus-daemon with all that it activated", {}},
    {R"(dbus-broker.service)", "dbus-broker", {}},
    {R"(dbus-org.freedesktop.login1.service)", "an alias by D-Bus name", {}},
    {R"(plasma-kwin_wayland.service)", "Plasma", {}},
    {R"(plasma-plasmashell.service)", "Plasma", {}},
    {R"(org.gnome.Shell@wayland.service)", "GNOME", {}},
    {R"(gnome-terminal-server.service)", "GNOME Terminal", {}},
    {R"(wayland-wm@Hyprland.service)", "uwsm", {}},
    {R"(niri.service)", "niri", {}},
    {R"(session-2.scope)", "logind", {}},
    {R"(init.scope)", "systemd", {}},
    {R"(user@1000.service)", "the user manager, seen from above", {}},
    {R"(main.scope)", "a cgroup inside Konsole's unit", {}},
    {R"(tab(42253).scope)", "a cgroup inside Konsole's unit", {}},
    {R"(run-u12.scope)", "systemd-run", {}},
    {R"(run-p2063-i2064.scope)", "newer systemd-run", {}},
    {R"(run-r3ed76ab1c7f54f1a8d2f6f5c0a9b1e2d.service)", "systemd-run over D-Bus", {}},
    {R"(cosmic-launcher.scope)", "COSMIC", {}},
    {R"(libpod-conmon-6dd05e91f00f.scope)", "podman", {}},
    {R"(snap.cups.cupsd.service)", "a service of a snap", {}},
    {R"(snap.firefox.hook.configure-e0174bbe-7bb5-4fbd-aa3e-d6b5b4743372.scope)",
     "a hook of a snap",
     {}},
    {R"(snap.firefox.firefox-0e025d0b.scope)", "no UUID", {}},
    {R"(snap.firefox.firefox-11c3f157x631ax4787xa516xa98fbe40adfb.scope)", "as long as one", {}},
    {R"(snap.firefox.firefox_11c3f157-631a-4787-a516-a98fbe40adfb.scope)", "nothing between", {}},
    {R"(snap.fire\x2dfox.firefox-11c3f157-631a-4787-a516-a98fbe40adfb.scope)",
     "no snap is called so",
     {}},
    {R"(snap.firefox.-11c3f157-631a-4787-a516-a98fbe40adfb.scope)", "an empty application", {}},
    {R"(snap.firefox-11c3f157-631a-4787-a516-a98fbe40adfb.scope)", "no application", {}},
    {R"(snap..firefox-11c3f157-631a-4787-a516-a98fbe40adfb.scope)", "no package", {}},
    {R"(snap.-11c3f157-631a-4787-a516-a98fbe40adfb.scope)", "neither", {}},
    {R"(snap.11c3f157-631a-4787-a516-a98fbe40adfb.scope)", "a UUID only", {}},
    {R"(app.slice)", "systemd", {}},
    {R"(app-graphical.slice)", "uwsm: holds every application", {}},
    {R"(app-tmux.slice)", "holds tmux's scopes", {}},
    {R"(app-dbus\x2d:1.2\x2d.slice)", "no bus name", {}},
    {R"(app-firefox.scope)", "no random part on a scope", {}},
    {R"(app-flatpak-com.valvesoftware.Steam.scope)", "the same, with a launcher we know", {}},
    {R"(app-headroom-firefox.scope)", "the same", {}},
    {R"(app-firefox-.scope)", "an empty one", {}},
    {R"(app--firefox-12.scope)", "an empty launcher", {}},
    {R"(app-gnome--12.scope)", "an empty id", {}},
    {R"(app-gnome--maps-12.scope)", "an empty field before it", {}},
    {R"(app-gnome-maps--12.scope)", "an empty field behind it", {}},
    {R"(app-.service)", "nothing at all", {}},
    {R"(app-@12.service)", "nothing but a random part", {}},
    {R"(app-firefox@.service)", "a template", {}},
    {R"(app-Hyprland-firefox@a1b2.scope)", "a scope with an instance", {}},
    {R"(app-firefox)", "no type", {}},
    {R"(app-not-a-well-formed-unit-name)", "xdg-desktop-portal's tests", {}},
    {R"(app-firefox-12.mount)", "a mount", {}},
    {R"(app-gnome-firefox-12.socket)", "a socket", {}},
    {R"(app-gnome-firefox-12.escope)", "nearly a scope", {}},
    {R"(app-gnome-org.gnome.Maps@12.slice)", "a slice has no instances", {}},
    {R"(app-firefox-12.scope (deleted))", "from /proc/PID/cgroup, gone", {}},
    {R"(app-fire fox-12.scope)", "a space", {}},
    {R"(app-gnome-fire/fox-12.scope)", "a slash", {}},
    {R"(app-gnome-fire\x2fox\-12.scope)", "a stray backslash", {}},
    {R"(app-gnome-fire\x2-12.scope)", "half an escape", {}},
    {R"(app-gnome-fire\x-12.scope)", "less than half", {}},
    {R"(app-gnome-fire\xzz-12.scope)", "not a number", {}},
    {R"(app-gnome-fire\n-12.scope)", "another kind of escape", {}},
    {R"(app-gnome-fire\x00fox-12.scope)", "a NUL", {}},
    {R"(app-gnome-fire\x0afox-12.scope)", "a line's end", {}},
    {R"(app-gnome-\x2e\x2e\x2fetc-12.scope)", "an id that leads out of a directory", {}},
    {R"(app-gnome-\xff\xfe-12.scope)", "not UTF-8", {}},
    {R"(app-gnome-\xed\xa0\x80-12.scope)", "a surrogate", {}},
    {R"(app-gnome-\xc0\xaf-12.scope)", "a slash made too long", {}},
    {R"(app-\x00-firefox-12.scope)", "a NUL for a launcher", {}},
    {R"(app-\x2f-firefox-12.scope)", "a slash for one", {}},
    {R"(dbus-:1.2-@0.service)", "no bus name", {}},
    {R"(dbus-:1.2-firefox@0.service)", "no dot in it", {}},
    {R"(dbus-:1.x-org.gnome.Maps@0.service)", "no unique name", {}},
    {R"(dbus-:x.1-org.gnome.Maps@0.service)", "the other way round", {}},
    {R"(dbus-:1-org.gnome.Maps@0.service)", "half of one", {}},
    {R"(dbus-:1.2-org.gnome.Maps.service)", "no instance", {}},
    {R"(vte-spawn-.scope)", "no UUID", {}},
    {R"(vte-spawn-8a3864e7-404c-47a6-b149-f333c63228a5.service)", "not a scope", {}},
    {R"()", "empty", {}},
    {R"(.)", "a dot", {}},
    {R"(.scope)", "a type", {}},
    {R"(@.service)", "an at", {}},
    {R"(-)", "a dash", {}},
});

} // namespace headroom::seen
