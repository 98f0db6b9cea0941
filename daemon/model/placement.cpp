// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/placement.h"

#include "model/desktop_parts.h"
#include "model/never_apps.h"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

using namespace std::string_view_literals;

// dbus-daemon forks what it activates unless the service file names a unit, so on Debian all such
// apps are in dbus.service. In the others, plasmashell, KRunner, GNOME Shell and compositors leave
// the children that they fork themselves.
constexpr std::array stray_units{"dbus.service"sv,
                                 "plasma-plasmashell.service"sv,
                                 "plasma-krunner.service"sv,
                                 "plasma-kwin_wayland.service"sv,
                                 "plasma-kwin_x11.service"sv,
                                 "plasma-ksmserver.service"sv,
                                 "plasma-kglobalaccel.service"sv,
                                 "niri.service"sv,
                                 "sway.service"sv,
                                 "labwc.service"sv,
                                 "hyprland.service"sv};
constexpr std::array stray_unit_prefixes{"org.gnome.Shell@"sv, "wayland-wm@"sv};

constexpr std::array launchers{
    "org.kde.krunner"sv, "rofi"sv,   "wofi"sv,    "fuzzel"sv, "tofi"sv,       "albert"sv,
    "ulauncher"sv,       "kupfer"sv, "synapse"sv, "dmenu"sv,  "bemenu-run"sv, "lxqt-runner"sv};

/// Units of services that a session needs, in a slice of apps.
constexpr std::array exempt_unit_prefixes{"xdg-desktop-portal"sv, "ibus-"sv, "gvfs"sv, "gsd-"sv};

/// Rootless podman puts each container into a scope, and its monitor into another one. toolbox and
/// distrobox use it, also for programs with windows:
/// https://github.com/containers/podman/blob/main/libpod/container_internal_linux.go
bool is_container(const CgroupPath &path)
{
    return !path.slices.empty() && path.slices.front() == "user.slice"
        && path.unit.starts_with("libpod-") && !path.unit.starts_with("libpod-conmon-")
        && path.unit.ends_with(".scope");
}

template<std::size_t N>
bool contains(const std::array<std::string_view, N> &list, std::string_view what)
{
    return std::ranges::find(list, what) != list.end();
}

template<std::size_t N>
bool starts_with_any(const std::array<std::string_view, N> &prefixes, std::string_view what)
{
    return std::ranges::any_of(
        prefixes, [what](std::string_view prefix) { return what.starts_with(prefix); });
}

} // namespace

Placement placement_of(const Unit &unit)
{
    if (unit.is_slice)
        return Placement::Exempt;
    if (!unit.path.manager_uid)
        return unit.path.unit.starts_with("session-") && unit.path.unit.ends_with(".scope")
            ? Placement::StraySource
            : Placement::Foreign;
    if (contains(stray_units, unit.path.unit)
        || starts_with_any(stray_unit_prefixes, unit.path.unit))
        return Placement::StraySource;
    if (is_container(unit.path))
        return Placement::Container;
    const bool in_apps_slice = !unit.path.slices.empty()
        && (unit.path.slices.front() == "app.slice"
            || unit.path.slices.front() == "background.slice");
    if (!in_apps_slice || starts_with_any(exempt_unit_prefixes, unit.path.unit)
        || is_never_app_unit(unit.path.unit))
        return Placement::Exempt;
    const auto name = parse_unit_name(unit.path.unit);
    if (name && name->origin != UnitOrigin::Flatpak && is_never_app_id(name->app_id))
        return Placement::Exempt;
    return name && name->origin == UnitOrigin::DBus && is_session_service(name->app_id)
        ? Placement::Exempt
        : Placement::OwnUnit;
}

std::vector<UnitId> app_units(const Session &session)
{
    if (const Owners *known = session.owners(); known && known->tabs_inside.empty())
        return known->app_units;
    // Units around tabs. Their figures include those of the tabs inside, which are other apps.
    std::set<std::string_view> around;
    for (const auto &[id, unit] : session.units) {
        const UnitUse *use = unit.is_inside() ? session.pressure.use(id) : nullptr;
        const bool has_no_figures = use && !use->held; // the terminal has no controllers there
        if (unit.is_inside() && !has_no_figures)
            around.insert(unit.path.unit_root);
    }
    std::vector<UnitId> units;
    for (const auto &[id, unit] : session.units) {
        if (!unit.app.empty() && unit.placement == Placement::OwnUnit
            && !around.contains(unit.full_path))
            units.push_back(id);
    }
    return units;
}

bool is_launcher(std::string_view app_id)
{
    return contains(launchers, app_id);
}

} // namespace headroom
