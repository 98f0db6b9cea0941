// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/desktop_parts.h"

#include "model/desktop_entry.h"
#include "model/never_apps.h"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

using namespace std::string_view_literals;

/// Each may also run in a window of another compositor, started from a menu.
constexpr std::array compositors{"kwin_wayland"sv, "kwin_wayland_wrapper"sv,
                                 "kwin_x11"sv,     "Xwayland"sv,
                                 "Xorg"sv,         "gnome-shell"sv,
                                 "sway"sv,         "labwc"sv,
                                 "niri"sv,         "Hyprland"sv,
                                 "wayfire"sv,      "river"sv};

/// Also under the name that NixOS gives to a program with a wrapper, which the kernel may cut.
constexpr std::array satellites{"xwayland-satellite"sv, ".xwayland-satellite-wrapped"sv};

constexpr std::array session_programs{
    // window managers, and what draws for them
    "mutter-x11-frames"sv, "i3"sv, "i3bar"sv, "openbox"sv, "xfwm4"sv, "metacity"sv, "marco"sv,
    "awesome"sv, "dwm"sv, "bspwm"sv, "budgie-wm"sv, "muffin"sv,
    // shells and session parts
    "plasmashell"sv, "krunner"sv, "ksmserver"sv, "startplasma-wayland"sv, "startplasma-x11"sv,
    "gnome-session-binary"sv, "gnome-session-service"sv, "gnome-session-init-worker"sv, "systemd"sv,
    "kded6"sv, "kioworker"sv, "xfce4-session"sv, "xfce4-panel"sv, "xfdesktop"sv, "xfsettingsd"sv,
    "xfce4-notifyd"sv, "wrapper-2.0"sv, "cinnamon"sv, "cinnamon-session-binary"sv,
    "cinnamon-launcher"sv, "nemo-desktop"sv, "mate-session"sv, "mate-panel"sv,
    "mate-settings-daemon"sv, "mate-notification-daemon"sv, "budgie-panel"sv,
    "budgie-session-binary"sv, "budgie-daemon"sv, "lxqt-session"sv, "lxqt-panel"sv,
    "lxqt-notificationd"sv,
    // where a login begins; root's processes of it can't be read
    "gdm-x-session"sv, "gdm-wayland-session"sv, "sddm-helper"sv, "lightdm"sv, "startx"sv, "xinit"sv,
    "login"sv,
    // the bus, and services that a session can't do without
    "dbus-daemon"sv, "dbus-broker"sv, "dbus-broker-launch"sv, "dbus-launch"sv, "dbus-run-session"sv,
    "dconf-service"sv, "xfconfd"sv,
    // Keeps keys, like the agents in never_apps.cpp. But one that a shell's start-up files start is
    // in each tab, and a build beside it must be freezable all the same.
    "ssh-agent"sv,
    // audio, input methods, our own
    "pipewire"sv, "pipewire-pulse"sv, "wireplumber"sv, "pulseaudio"sv, "ibus-daemon"sv, "fcitx5"sv,
    "headroomd"sv};
constexpr std::array session_program_prefixes{"ibus-"sv, "gvfs"sv, "gsd-"sv, "csd-"sv};

constexpr std::array desktop_names{"org.freedesktop.Notifications"sv,
                                   "org.gnome.SessionManager"sv,
                                   "org.gnome.Shell"sv,
                                   "org.kde.KWin"sv,
                                   "org.kde.StatusNotifierWatcher"sv,
                                   "org.kde.ksmserver"sv,
                                   "org.kde.plasmashell"sv,
                                   "org.xfce.Panel"sv,
                                   "org.xfce.SessionManager"sv,
                                   "org.xfce.SettingsDaemon"sv,
                                   "org.xfce.xfdesktop"sv,
                                   "org.Cinnamon"sv,
                                   "org.cinnamon.Muffin"sv,
                                   "org.lxqt.session"sv,
                                   "org.budgie_desktop.Panel"sv,
                                   "org.budgie_desktop.Raven"sv,
                                   "org.mate.SessionManager"sv,
                                   "org.awesomewm.awful"sv};

/// Besides those: services that all apps call, and that show a dialog at most. A dot at the end
/// stands for all names below.
constexpr std::array services{"ca.desrt.dconf"sv,
                              "org.freedesktop.IBus"sv,
                              "org.fcitx.Fcitx5"sv,
                              "org.kde.kded6"sv,
                              "org.a11y."sv,
                              "org.freedesktop.portal."sv,
                              "org.freedesktop.impl."sv,
                              "org.freedesktop.Tracker3."sv,
                              "org.freedesktop.LocalSearch3."sv,
                              "org.gnome.Shell."sv,
                              "org.gnome.keyring."sv,
                              "org.gnome.evolution.dataserver."sv,
                              "org.gnome.SettingsDaemon."sv,
                              "org.gtk.vfs."sv,
                              "org.xfce.Xfconf"sv};

template<std::size_t N>
bool contains(const std::array<std::string_view, N> &list, std::string_view what)
{
    return std::ranges::find(list, what) != list.end();
}

/// If a program hides its executable, the kernel shows the first 15 characters of its name.
template<std::size_t N>
bool is_among(const std::array<std::string_view, N> &programs, std::string_view name)
{
    constexpr std::size_t longest = 15;
    return std::ranges::any_of(programs, [&](std::string_view program) {
        return program == name || (name.size() == longest && program.starts_with(name));
    });
}

/// The process at the top of the known part of a unit's tree. What a terminal's shell has started
/// is below it.
bool is_led_by_session_program(const Process &process)
{
    return !process.lineage.empty() && is_session_program(process.lineage.back().program);
}

bool is_part(const Process &process, const std::set<ProcessId> &desktop)
{
    return desktop.contains(process.id) || is_led_by_session_program(process);
}

/// dbus-broker names the unit of what it starts after the bus name. The unit is an app's if the
/// desktop file of that name shows windows, or if it has shown a window. Otherwise it is a service,
/// and callers wait for its answers.
bool is_service_of_bus(const Session &session, const Unit &unit)
{
    const auto name = parse_unit_name(unit.name());
    if (!name || name->origin != UnitOrigin::DBus || unit.app != name->app_id)
        return false;
    return !shows_windows(session, unit.app) && !session.has_windows(unit.app);
}

} // namespace

bool is_session_program(std::string_view name)
{
    const std::string_view program = unwrapped(name);
    return is_never_app(program) || is_among(session_programs, program)
        || is_among(satellites, program)
        || std::ranges::any_of(session_program_prefixes, [&](std::string_view prefix) {
               return program.starts_with(prefix);
           });
}

bool is_exempt_program(std::string_view program)
{
    return is_among(compositors, unwrapped(program)) || is_session_program(program);
}

bool is_x_server(std::string_view program)
{
    return program == "Xwayland" || is_among(satellites, program);
}

bool is_of_x_server(const Session &session, const Window &window)
{
    const auto process =
        window.process ? session.processes.find(*window.process) : session.processes.end();
    return process != session.processes.end()
        && is_x_server(process->second.lineage.front().program);
}

bool may_be_any_x11_clients(const Session &session, const Window &window)
{
    return session.window_source != "x11" && (!window.process || is_of_x_server(session, window));
}

bool is_desktop_name(std::string_view bus_name)
{
    return contains(desktop_names, bus_name);
}

bool is_session_service(std::string_view bus_name)
{
    return is_desktop_name(bus_name) || is_never_app_id(bus_name)
        || std::ranges::any_of(services, [&](std::string_view service) {
               return service.ends_with('.') ? bus_name.starts_with(service) : bus_name == service;
           });
}

std::set<ProcessId> desktop_processes(const Session &session)
{
    std::set<ProcessId> processes = session.desktop;
    if (session.compositor)
        processes.insert(*session.compositor);
    for (const auto &[id, window] : session.windows) {
        if (window.kind == WindowKind::Desk && window.process)
            processes.insert(*window.process);
    }
    return processes;
}

std::set<ProcessId> session_chain(const Session &session, const std::set<ProcessId> &desktop)
{
    std::set<ProcessId> chain;
    for (const ProcessId id : desktop) {
        const auto process = session.processes.find(id);
        if (process == session.processes.end())
            continue;
        for (const Ancestor &ancestor : process->second.lineage) {
            if (ancestor.id != id)
                chain.insert(ancestor.id);
        }
    }
    return chain;
}

bool is_part_of_session(const Session &session, UnitId id)
{
    const Unit *unit = session.find_unit(id);
    if (!unit)
        return false;
    if (is_service_of_bus(session, *unit))
        return true;
    if (const Owners *known = session.owners())
        return known->of_session.contains(id);
    const std::set<ProcessId> desktop = desktop_processes(session);
    return std::ranges::any_of(session.processes, [&](const auto &entry) {
        return entry.second.unit == id && is_part(entry.second, desktop);
    });
}

std::set<UnitId> units_with_parts(const Session &session)
{
    const std::set<ProcessId> desktop = desktop_processes(session);
    std::set<UnitId> units;
    for (const auto &[id, process] : session.processes) {
        if (is_part(process, desktop))
            units.insert(process.unit);
    }
    return units;
}

} // namespace headroom
