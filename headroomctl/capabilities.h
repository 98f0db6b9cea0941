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
    std::string reason; ///< a sentence, in either case
    std::string remedy; ///< the one thing to do about it; empty if there is none
};

/// By the name that the bus gives it: "freeze", "io-weight".
using Capabilities = std::map<std::string, Capability>;

[[nodiscard]] Capabilities capabilities_of(HeadroomDbusManager *daemon);

/// What people call it; the name itself for one that is newer than this program.
[[nodiscard]] std::string capability_title(const std::string &name);

/// Whether Headroom is of little use without it.
[[nodiscard]] bool is_essential(const std::string &name);

/// The names of all essential ones that aren't there, those included that the daemon doesn't mention.
[[nodiscard]] std::vector<std::string> missing_essentials(const Capabilities &capabilities);

} // namespace headroom::ctl
