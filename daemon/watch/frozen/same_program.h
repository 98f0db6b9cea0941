// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// What a launcher starts: an executable, and for what runs others' programs (python3, java, sh) also which one.
struct Program {
    std::string executable; ///< its path
    std::vector<std::string>
        script; ///< an interpreter's arguments up to the first that is no option, as they stand; empty: it is no interpreter
    std::string watched; ///< the file that is opened when it is started
    auto operator<=>(const Program &) const = default;
};

/// What was started so that these processes run: the programs of those whose parent isn't among them. What they have started themselves isn't what a
/// launcher would start again: a compiler's stages, a browser's helpers. Passed over are shells at a prompt, and what many apps run (a bus, a proxy).
[[nodiscard]] std::set<Program> launched_programs(const std::string &proc_root,
                                                  const std::set<int> &pids);

enum class StartedAgain {
    Yes,
    No, ///< what runs such a program was started by another that does: its helper
    Unseen, ///< nothing new runs such a program: not yet, or no longer
};

/// Whether another process has begun to run one of these programs. pids: the app's own. since: as in ProcessId.
[[nodiscard]] StartedAgain started_again(const std::string &proc_root,
                                         const std::set<Program> &programs,
                                         const std::set<int> &pids, std::uint64_t since);

} // namespace headroom
