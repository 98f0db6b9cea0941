// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/unit_escape.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// The longest unit name that systemd takes, in bytes.
inline constexpr std::size_t longest_unit_name = 255;

/// Who made up a unit's name; tells how far the application id in it can be trusted.
enum class UnitOrigin {
    Launcher, ///< app[-LAUNCHER]-ID[@RANDOM].service, app[-LAUNCHER]-ID-RANDOM.scope (systemd's DESKTOP_ENVIRONMENTS.md)
    Autostart, ///< app-ID@autostart.service, from systemd-xdg-autostart-generator
    Flatpak, ///< app-flatpak-ID-NUMBER.scope
    Snap, ///< snap.PACKAGE.APP-UUID.scope; the id is PACKAGE_APP, as snapd names the desktop file
    DBus, ///< dbus-:1.N-BUSNAME@N.service, made by dbus-broker; the id is the bus name
    Vte, ///< vte-spawn-UUID.scope and its like, a tab of a terminal; the id is often only in the slice above it
    Headroom, ///< app-headroom-ID-RANDOM.scope, made by us
    SplitTab, ///< app-headroom.tab-ID-PID.scope, made by us for a while: a tab of the terminal with that id
};

/// What a systemd unit's name says about the application in it.
struct UnitName {
    UnitOrigin origin{};
    std::string
        app_id; ///< desktop file id without ".desktop", unescaped, a usable_app_id(); empty if the name holds none (Vte)
    std::string launcher; ///< unescaped, empty if the name holds none
    std::string
        random; ///< the part that tells two instances apart, as it stands in the name; empty if there is none

    bool operator==(const UnitName &) const = default;
};

/// Parses a unit's name ("app-gnome-org.gnome.Maps-2437.scope"). nullopt: not a name that speaks of an application.
/// Where several readings are possible (a launcher that doesn't escape "-") the reading with one launcher field is returned, all
/// the rest being the id; joined_app_id() gives the other one.
/// A slice is understood if it stands for one application ("app-org.gnome.Terminal.slice", and the slice that systemd makes
/// for dbus-broker's units), since the tabs of a terminal are named only by it; "app-graphical.slice" is not.
[[nodiscard]] std::optional<UnitName> parse_unit_name(std::string_view name);

/// The id if everything between "app-" and the random part were the id: for launchers that write "app-foo-bar-123.scope" for
/// "foo-bar". Empty if there is but one field. A caller prefers it where a desktop file of that id is installed.
[[nodiscard]] std::string joined_app_id(std::string_view name);

/// Whether systemd would take this as the name of a unit that can run: its length, its characters, a type at the end, and no
/// template without an instance.
[[nodiscard]] bool is_unit_name(std::string_view name);

} // namespace headroom
