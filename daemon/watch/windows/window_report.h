// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"
#include "sys/result.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace headroom {

/// One report of the compositor's script, checked. Its format is in
/// dbus/org.headroomd.Headroom1.xml, Compositor.Report.
struct WindowReport {
    enum class Type {
        Snapshot,
        Window,
        Gone,
        Focus,
        Awaited,
        Starting,
        Copied,
        Uncopied,
        Ask,
        End
    };
    struct Entry {
        Window window; ///< its process is yet to be looked up
        std::int32_t pid = 0;
    };
    Type type{};
    std::vector<Entry> windows; ///< all windows for Snapshot, one for Window
    /// The window that is gone (Gone), is to answer (Awaited), or has the focus (Focus, Snapshot).
    std::optional<WindowId> id;
    AppId app; ///< the app that is about to start (Starting)
};

/// BadInput, with the reason, for anything that isn't exactly as documented. An app that is no
/// usable id is none.
[[nodiscard]] Result<WindowReport> parse_window_report(std::string_view json);

} // namespace headroom
