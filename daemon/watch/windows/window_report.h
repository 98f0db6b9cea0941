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

/// One report of the compositor's script, checked. Its format is in dbus/org.headroomd.Headroom1.xml, Compositor.Report.
struct WindowReport {
    enum class Type { Snapshot, Window, Gone, Focus, Awaited, Copied, Uncopied, Ask, End };
    struct Entry {
        Window window; ///< its process is still to be looked at
        std::int32_t pid = 0;
    };
    Type type{};
    std::vector<Entry> windows; ///< all of them for Snapshot, the one for Window
    std::optional<WindowId>
        id; ///< what is gone (Gone), is to answer (Awaited), or has the focus (Focus, Snapshot)
};

/// BadInput, with what is wrong, for anything that isn't wholly as documented.
[[nodiscard]] Result<WindowReport> parse_window_report(std::string_view json);

} // namespace headroom
