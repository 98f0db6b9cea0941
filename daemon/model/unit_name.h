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

/// The longest unit name that systemd accepts, in bytes.
inline constexpr std::size_t longest_unit_name = 255;

/// What made a unit's name. This shows how far the app id in it can be trusted.
enum class UnitOrigin {
    /// app[-LAUNCHER]-ID[@RANDOM].service, app[-LAUNCHER]-ID-RANDOM.scope (systemd's
    /// DESKTOP_ENVIRONMENTS.md)
    Launcher,
    Autostart, ///< app-ID@autostart.service, from systemd-xdg-autostart-generator
    Flatpak, ///< app-flatpak-ID-NUMBER.scope
    Snap, ///< snap.PACKAGE.APP-UUID.scope; the id is PACKAGE_APP, as snapd names the desktop file
    DBus, ///< dbus-:1.N-BUSNAME@N.service, made by dbus-broker; the id is the bus name
    /// vte-spawn-UUID.scope and similar names: a tab of a terminal. Often only the slice above has
    /// the id.
    Vte,
    /// tmux-spawn-UUID.scope: a pane, which whatever terminal is attached shows. The slice is that
    /// of the terminal in which the server was started.
    Tmux,
    Headroom, ///< app-headroom-ID-RANDOM.scope, made by us
    /// app-headroom.tab-ID-PID.scope, made by us for a while: a tab of the terminal with that id.
    SplitTab,
};

/// What a systemd unit's name shows about the app in it.
struct UnitName {
    UnitOrigin origin{};
    /// Desktop file id without ".desktop", unescaped, a usable_app_id(). Empty if the name has none
    /// (Vte, Tmux).
    std::string app_id;
    std::string launcher; ///< unescaped, empty if the name has none
    /// The part that distinguishes two instances, as in the name. Empty if there is none.
    std::string random;

    bool operator==(const UnitName &) const = default;
};

/// Parses a unit's name ("app-gnome-org.gnome.Maps-2437.scope"). nullopt: it is no app's name. If a
/// launcher doesn't escape "-", several readings are possible. Then the first field is the
/// launcher, and the rest is the id; joined_app_id() gives the other reading. A slice is parsed if
/// it is one app's: "app-org.gnome.Terminal.slice", or the slice that systemd makes for
/// dbus-broker's units. The tabs of a terminal are named only by it. "app-graphical.slice" is not.
[[nodiscard]] std::optional<UnitName> parse_unit_name(std::string_view name);

/// The id if everything between "app-" and the random part is the id: for launchers that write
/// "app-foo-bar-123.scope" for "foo-bar". Empty if there is only one field. Callers prefer it where
/// a desktop file of that id is installed.
[[nodiscard]] std::string joined_app_id(std::string_view name);

/// Whether systemd accepts this as the name of a unit that can run. It checks the length, the
/// characters, the type at the end, and that it is no template without an instance.
[[nodiscard]] bool is_unit_name(std::string_view name);

} // namespace headroom
