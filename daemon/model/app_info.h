// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "model/sentence.h"

#include <optional>
#include <string>

namespace headroom {

/// What the desktop file of an app states.
struct AppInfo {
    std::string name;
    bool terminal = false;
    Sentence never_frozen; ///< as in event::AppDescribed; empty: pressure may freeze it
    bool shows_windows = false;
    std::string icon{}; ///< as in event::AppDescribed; empty: not known
};

/// The user has started an app.
struct Start {
    TimePoint at{};
    std::optional<TimePoint> shown; ///< when its first window came; nullopt: not yet
};

/// Which app a process is, as a launcher or the bus reported.
struct Launch {
    AppId app;
    TimePoint at{};
    /// The bus has started it, so no launcher will move it. Otherwise GIO has, for a launcher that
    /// may still move it.
    bool by_bus = false;
};

/// The user or a client wants an app closed.
struct CloseWish {
    TimePoint asked{};
    bool unasked = false; ///< even where unsaved work may be lost
};

} // namespace headroom
