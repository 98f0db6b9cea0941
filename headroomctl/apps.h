// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gio/gio.h>

#include "failure.h"
#include "sys/glib_ptr.h"

namespace headroom::ctl {

/// An app as the daemon describes it on the bus.
struct App {
    std::string id;
    std::string name;
    std::vector<std::string> units;
    std::string state;
    bool boosted = false;
    bool napped = false;
    std::uint64_t protected_bytes = 0;
    bool frozen = false;
    std::vector<std::string> holds; ///< "HOLDER: reason" for each hold
    unsigned windows = 0;
    std::optional<unsigned> streams; ///< empty: unknown
    std::string reason;
};

/// The daemon's objects, one per app. They stay up to date as long as they are kept.
[[nodiscard]] std::expected<ObjectPtr<GDBusObjectManager>, Failure>
app_objects(GDBusConnection *bus);

/// The current apps, sorted by id.
[[nodiscard]] std::vector<App> apps_in(GDBusObjectManager *objects);

/// All apps that the running daemon knows, sorted by id.
[[nodiscard]] std::expected<std::vector<App>, Failure> list_apps(GDBusConnection *bus);

/// Whether memory that the app allocated before Headroom gave it a unit is charged to another unit.
/// If so, the app has more memory than its units' figure.
[[nodiscard]] bool has_earlier_memory_elsewhere(const App &app);

/// A sentence for users: what a successful Thaw() has done to the app, which was as `before`.
[[nodiscard]] std::string outcome_of_thaw(const App &before);

/// The app that the user means: by its exact id. Otherwise by its id, its name, or the last dotted
/// part of its id, ignoring case.
[[nodiscard]] std::expected<App, Failure> find_app(const std::vector<App> &apps,
                                                   const std::string &meant);

} // namespace headroom::ctl
