// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/cgroup_path.h"
#include "model/event.h"
#include "model/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

struct Unit {
    std::string full_path; ///< below the cgroup2 mount
    CgroupPath path;       ///< the same, taken apart
    AppId
        own_app; ///< what the unit itself says: its names, its desktop file, its processes; empty: nothing
    AppId
        app; ///< the application it is a part of: see kinship.h; empty: none (a service of the desktop, a slice)
    std::vector<std::string> names; ///< systemd's, aliases included; empty until asked
    std::string source_path;
    std::optional<std::int32_t> main_pid; ///< nullopt: not asked yet; 0: has none
    bool is_slice = false;
    TimePoint appeared{}; ///< to us: what is older than the daemon has appeared with it
    std::optional<AppId>
        terminal{}; ///< whose tab it is, empty: not known; nullopt: it is no terminal's tab
    bool is_split = false; ///< a tab that is in this unit for a while: see policy/split_tabs.h

    /// A cgroup inside a unit, of which systemd knows nothing: a tab of Konsole.
    [[nodiscard]] bool is_inside() const { return terminal && !path.below.empty(); }
    [[nodiscard]] const std::string &name() const
    {
        return is_slice ? path.slices.back() : is_inside() ? path.below : path.unit;
    }
};

/// What was found when a unit's processes were last looked at closely.
struct Inspection {
    TimePoint at{};
    std::vector<DutyKind> duties;
    bool readable = false;
    bool outdated = false; ///< a window was opened in the unit since
};

} // namespace headroom
