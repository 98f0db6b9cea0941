// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "model/sentence.h"

#include <optional>
#include <string>

namespace headroom {

/// What is known of an application beyond its units: from its desktop file.
struct AppInfo {
    std::string name;
    bool terminal = false;
    Sentence
        never_frozen; ///< why pressure must not freeze it, as in event::AppDescribed; empty: it may
    bool shows_windows = false;
    std::string icon{}; ///< as in event::AppDescribed; empty: not known
};

/// The user has started an app.
struct Start {
    TimePoint at{};
    std::optional<TimePoint> shown; ///< when its first window came; nullopt: it hasn't
};

/// Somebody's word for who a process is.
struct Launch {
    AppId app;
    TimePoint at{};
    bool by_bus =
        false; ///< the bus has started it: nobody is about to move it. Else GIO has, for a launcher that may be
};

/// Somebody wants an app closed.
struct CloseWish {
    TimePoint asked{};
    bool unasked = false; ///< also where that may lose what isn't saved
};

} // namespace headroom
