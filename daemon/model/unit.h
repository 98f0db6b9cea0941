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

enum class Placement {
    OwnUnit, ///< a unit for one app: acts apply to it
    /// The bus's, the shell's, the compositor's or the login session's unit. Apps don't belong
    /// there.
    StraySource,
    /// A container of podman's. What runs in it isn't known: it is only ever boosted.
    Container,
    Exempt, ///< the session needs it
    Foreign, ///< not ours: another manager's
};

struct Unit {
    std::string full_path; ///< below the cgroup2 mount
    CgroupPath path;       ///< the same, taken apart
    /// The app by the unit's own names, desktop file and processes. Empty: they name none.
    AppId own_app;
    /// The app it is a part of: see kinship.h. Empty: none (a service of the desktop, a slice).
    AppId app;
    std::vector<std::string> names; ///< systemd's, aliases included; empty until they are known
    std::string source_path;
    /// nullopt: not known yet, and starts_programs isn't either; 0: it has none
    std::optional<std::int32_t> main_pid;
    bool starts_programs = false; ///< see event::UnitDescribed
    bool is_slice = false;
    Placement placement = Placement::Exempt; ///< see placement.h
    TimePoint appeared{}; ///< when we first saw it; never before the daemon's start
    /// The terminal whose tab it is; empty: not known which. nullopt: it is no terminal's tab.
    std::optional<AppId> terminal{};
    bool is_split = false; ///< a tab is in this unit for a while: see policy/split_tabs.h

    /// A cgroup inside a unit that systemd doesn't know of: a tab of Konsole.
    [[nodiscard]] bool is_inside() const { return terminal && !path.below.empty(); }
    [[nodiscard]] const std::string &name() const
    {
        return is_slice ? path.slices.back() : is_inside() ? path.below : path.unit;
    }
};

/// What the last inspection of a unit's processes found.
struct Inspection {
    TimePoint at{};
    std::vector<DutyKind> duties;
    bool readable = false;
    bool outdated = false; ///< the unit has opened a window since
};

} // namespace headroom
