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

/// Starts units through the user's systemd. Lives as long as one of its jobs is waited for.
class TransientUnits {
public:
    explicit TransientUnits(GDBusConnection *bus);
    ~TransientUnits();
    TransientUnits(const TransientUnits &) = delete;
    TransientUnits &operator=(const TransientUnits &) = delete;

    /// Queues the start. `properties` is an "a(sv)", floating or not; `fds` holds what its handles mean, nullptr if there are none.
    /// Returns the path of the job. On failure returns an empty string and sets `error`.
    [[nodiscard]] std::string request(const std::string &unit, GVariant *properties,
                                      GUnixFDList *fds, GError **error) const;

    /// Returns once the job is done: the unit runs, or the reason why not. Gives up after 25 seconds.
    [[nodiscard]] std::expected<void, Failure> finish(const std::string &job) const;

private:
    GDBusConnection *m_bus;
    std::map<std::string, std::string>
        m_finished; ///< job → result: a job may be over before its name has been read
    guint m_subscription;
};

/// What every unit of ours has: its description, its slice, and that it goes when it ends.
[[nodiscard]] GVariantBuilder unit_properties(const std::string &app_id,
                                              const std::string &description);

/// 16 hexadecimal digits for a unit's name.
[[nodiscard]] std::string random_for_unit();

[[nodiscard]] Failure no_unit_name(const std::string &app_id);

} // namespace headroom::ctl
