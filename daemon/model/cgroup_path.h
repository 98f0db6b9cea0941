// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A path below the cgroup2 mount, split into its parts:
/// "/user.slice/user-1000.slice/user@1000.service/app.slice/app-x.scope/main.scope". As in
/// libsystemd, the unit is the first component after the slices. What lies below belongs to the
/// unit.
struct CgroupPath {
    /// Set if the path is below user@UID.service: a user manager runs it.
    std::optional<std::uint32_t> manager_uid;
    /// Below the manager: {"app.slice", "app-graphical.slice"}. Without a manager, from the root.
    std::vector<std::string> slices;
    std::string unit; ///< "app-x.scope"; empty if the path ends in a slice or leads to no unit
    std::string unit_root; ///< the path up to and including the unit; empty if there is no unit
    /// What follows the unit ("main.scope"), or the slices if there is no unit. Empty if nothing
    /// does.
    std::string below;

    bool operator==(const CgroupPath &) const = default;
};

/// nullopt if the path isn't absolute or has no component, or if it has a NUL, an empty component,
/// "." or ".." (a path from another cgroup namespace). A removed cgroup ("/app.slice/app-x.scope
/// (deleted)") is no unit any more.
[[nodiscard]] std::optional<CgroupPath> parse_cgroup_path(std::string_view path);

/// Whether the path is that of the cgroup, or of one below it. Neither ends in "/".
[[nodiscard]] bool is_at_or_below(std::string_view path, std::string_view cgroup);

} // namespace headroom
