// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Who made up a unit's name; tells how far the application id in it can be trusted.
enum class UnitOrigin {
    Launcher,  ///< app[-LAUNCHER]-ID[@RANDOM].service, app[-LAUNCHER]-ID-RANDOM.scope (systemd's DESKTOP_ENVIRONMENTS.md)
    Autostart, ///< app-ID@autostart.service, from systemd-xdg-autostart-generator
    Flatpak,   ///< app-flatpak-ID-NUMBER.scope
    Snap,      ///< snap.PACKAGE.APP-UUID.scope
    DBus,      ///< dbus-:1.N-BUSNAME@N.service, made by dbus-broker
    Vte,       ///< vte-spawn-UUID.scope, a tab of a VTE terminal; its id is in the slice above it
    Headroom,  ///< app-headroom-ID-RANDOM.scope, made by us
};

/// What a systemd unit's name says about the application in it.
struct UnitName {
    UnitOrigin origin{};
    std::string app_id;   ///< unescaped desktop file id without ".desktop"; empty where the name holds none (Vte)
    std::string launcher; ///< unescaped, empty if the name holds none
    std::string random;   ///< the part that tells two instances apart, empty if there is none

    bool operator==(const UnitName &) const = default;
};

/// Parses a unit's name ("app-gnome-org.gnome.Maps-2437.scope"). nullopt: not a name that speaks of an application.
/// Where several readings are possible (a launcher that doesn't escape "-") the reading with one launcher field is returned;
/// joined_app_id() gives the other one.
[[nodiscard]] std::optional<UnitName> parse_unit_name(std::string_view name);

/// The id if everything between "app-" and the random part were the id: for launchers that write "app-foo-bar-123.scope" for
/// "foo-bar". Empty if there is but one field. A caller prefers it where a desktop file of that id is installed.
[[nodiscard]] std::string joined_app_id(std::string_view name);

/// Undoes systemd's \xNN. nullopt on a broken escape, or one for NUL.
[[nodiscard]] std::optional<std::string> unescape_unit_field(std::string_view escaped);

/// systemd's escaping for one field of a unit name: [A-Za-z0-9:_.] stay, all else (and a leading ".") becomes \xNN.
[[nodiscard]] std::string escape_unit_field(std::string_view plain);

/// "app-headroom-ID-RANDOM.scope", never longer than systemd allows (255): a longer id is cut at a whole escape.
[[nodiscard]] std::string headroom_scope_name(std::string_view app_id, std::string_view random);

/// A path below the cgroup2 mount ("/user.slice/user-1000.slice/user@1000.service/app.slice/app-x.scope/main.scope"), taken apart
/// as libsystemd does it: the unit is the first component after the slices, whatever lies below is the unit's own affair.
struct CgroupPath {
    std::optional<std::uint32_t> manager_uid; ///< set if below user@UID.service, that is: run by a user manager
    std::vector<std::string> slices;          ///< below the manager: {"app.slice", "app-graphical.slice"}; else from the root
    std::string unit;                         ///< "app-x.scope"; empty if the path ends in a slice
    std::string unit_root;                    ///< the path up to and including the unit; empty if there is no unit
    std::string below;                        ///< what follows the unit ("main.scope"), empty if nothing does
};

/// nullopt if the path isn't absolute, holds an empty, "." or ".." component, or no component at all.
[[nodiscard]] std::optional<CgroupPath> parse_cgroup_path(std::string_view path);

} // namespace headroom
