// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// A tie to a unit of which only the path is known.
struct SeenTie {
    std::string unit_path; ///< below the cgroup2 mount
    TieKind kind{};
    bool operator==(const SeenTie &) const = default;
};

/// A process with its parent in another unit.
struct ChildElsewhere {
    std::int32_t pid = 0;
    std::string unit_path; ///< below the cgroup2 mount
    /// Its parent was a guest in this unit and has left it. The unit is a terminal's, or a scope of
    /// ours.
    bool by_guest = false;
    /// It runs the same program as its parent. Set for a few children at most: the others follow
    /// one of these.
    bool same_program = false;
    bool operator==(const ChildElsewhere &) const = default;
};

/// Parents and children of a unit's processes in other units of the user manager.
struct SeenKin {
    std::vector<SeenTie> ties;
    std::vector<ChildElsewhere> children;
    /// Of a tab whose path doesn't show its terminal: what has started the shell in it. nullopt:
    /// the unit is none, or its processes don't show that.
    std::optional<ProcessId> tab_starter;
    bool is_empty = false; ///< no process was seen in it
};

/// directory: the unit's cgroup. unit_path: the same, below the cgroup2 mount. Reads a few files of
/// each process: milliseconds for a browser.
[[nodiscard]] SeenKin kin_seen_of(const std::string &directory, const std::string &unit_path,
                                  const std::string &manager_path, const std::string &proc_root);

} // namespace headroom
