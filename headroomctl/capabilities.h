// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include <headroom_dbus.h>

namespace headroom::ctl {

struct Capability {
    bool available = false;
    std::string reason; ///< a sentence, whether it is available or not
    /// The one thing to do about it. Empty: nothing.
    std::string remedy;
};

/// By the capability's name on the bus: "freeze", "io-weight".
using Capabilities = std::map<std::string, Capability>;

[[nodiscard]] Capabilities capabilities_of(HeadroomDbusManager *daemon);

/// A sentence for users whose kernel reports no pressure, so that there is no level. Empty: it
/// does, or that is not known.
[[nodiscard]] std::string without_pressure(HeadroomDbusManager *daemon);

/// Its title for users. The name itself if it is newer than this program.
[[nodiscard]] std::string capability_title(const std::string &name);

/// Whether Headroom is of little use without it.
[[nodiscard]] bool is_essential(const std::string &name);

/// The names of all essential ones that are unavailable, including those that the daemon does not
/// list.
[[nodiscard]] std::vector<std::string> missing_essentials(const Capabilities &capabilities);

} // namespace headroom::ctl
