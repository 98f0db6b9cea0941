// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A path below the cgroup2 mount ("/user.slice/user-1000.slice/user@1000.service/app.slice/app-x.scope/main.scope"), taken apart
/// as libsystemd does it: the unit is the first component after the slices, whatever lies below is the unit's own affair.
struct CgroupPath {
    std::optional<std::uint32_t>
        manager_uid; ///< set if below user@UID.service, that is: run by a user manager
    std::vector<std::string>
        slices; ///< below the manager: {"app.slice", "app-graphical.slice"}; else from the root
    std::string unit; ///< "app-x.scope"; empty if the path ends in a slice or leads to no unit
    std::string unit_root; ///< the path up to and including the unit; empty if there is no unit
    std::string
        below; ///< what follows the unit ("main.scope"), or the slices if no unit does; empty if nothing follows

    bool operator==(const CgroupPath &) const = default;
};

/// nullopt if the path isn't absolute, holds an empty, "." or ".." component (a path from another cgroup namespace), a NUL, or no
/// component at all. A cgroup that is gone ("/app.slice/app-x.scope (deleted)") is no unit any more.
[[nodiscard]] std::optional<CgroupPath> parse_cgroup_path(std::string_view path);

} // namespace headroom
