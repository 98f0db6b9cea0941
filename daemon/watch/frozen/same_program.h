// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// What a launcher starts: an executable. For an interpreter (python3, java, sh) also the script.
struct Program {
    std::string executable; ///< its path
    /// An interpreter's arguments up to the first that is no option, unchanged. Empty: no
    /// interpreter.
    std::vector<std::string> script;
    std::string watched; ///< the file that is opened when it is started
    auto operator<=>(const Program &) const = default;
};

/// The programs of those processes whose parent isn't among them. No launcher would start their
/// children again, such as a compiler's stages or a browser's helpers. Shells at a prompt are
/// skipped, and so is what many apps run (a bus, a proxy).
[[nodiscard]] std::set<Program> launched_programs(const std::string &proc_root,
                                                  const std::set<int> &pids);

enum class StartedAgain {
    Yes,
    /// A process of such a program has started the new one: it is a helper.
    No,
    /// No new process runs such a program: not yet, or no longer.
    Unseen,
};

/// Whether another process has begun to run one of these programs. pids: the app's own. since: as
/// in ProcessId.
[[nodiscard]] StartedAgain started_again(const std::string &proc_root,
                                         const std::set<Program> &programs,
                                         const std::set<int> &pids, std::uint64_t since);

} // namespace headroom
