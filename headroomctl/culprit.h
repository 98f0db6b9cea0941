// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include <headroom_dbus.h>

namespace headroom::ctl {

/// The app that the daemon names as the cause of the shortage. An empty app: it names none.
struct NamedCulprit {
    std::string app;
    std::string sentence;
    std::string resource; ///< "memory", "io" or "cpu"; empty: not known, as for the next one
    std::string shortage; ///< a clause, such as "memory ran short"
    bool paused = false;
};

[[nodiscard]] NamedCulprit culprit_of(HeadroomDbusManager *daemon);

/// What to show as the reason for the level. While the culprit is paused, it is what ran short
/// before the pause. Once the pause has taken effect, something else may be short.
[[nodiscard]] std::string shown_reason(const std::string &level_reason,
                                       const NamedCulprit &culprit);

} // namespace headroom::ctl
