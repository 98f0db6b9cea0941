// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <map>
#include <string>

#include <gio/gio.h>
#include <gio/gunixfdlist.h>

#include "failure.h"

namespace headroom::ctl {

/// Starts units through the user manager. Must live as long as one of its jobs is awaited.
class TransientUnits {
public:
    explicit TransientUnits(GDBusConnection *bus);
    ~TransientUnits();
    TransientUnits(const TransientUnits &) = delete;
    TransientUnits &operator=(const TransientUnits &) = delete;

    /// Queues the start. `properties` is an "a(sv)", floating or not. `fds` holds the descriptors
    /// for its handles; nullptr: none. Returns the path of the job. On failure returns an empty
    /// string and sets `error`.
    [[nodiscard]] std::string request(const std::string &unit, GVariant *properties,
                                      GUnixFDList *fds, GError **error) const;

    /// Returns once the job is done: the unit runs, or the reason why not. Gives up after 25
    /// seconds.
    [[nodiscard]] std::expected<void, Failure> finish(const std::string &job) const;

private:
    GDBusConnection *m_bus;
    /// Job → result. A job may end before its path is known.
    std::map<std::string, std::string> m_finished;
    guint m_subscription;
};

/// The properties of all our units: description, slice, and removal when the unit ends.
[[nodiscard]] GVariantBuilder unit_properties(const std::string &app_id,
                                              const std::string &description);

/// 16 hexadecimal digits for a unit's name.
[[nodiscard]] std::string random_for_unit();

[[nodiscard]] Failure no_unit_name(const std::string &app_id);

} // namespace headroom::ctl
