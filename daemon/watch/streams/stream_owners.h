// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "sys/process.h"
#include "sys/timer.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// A client in a sandbox with its own pid namespace, as it reports itself.
struct SandboxedClient {
    std::int32_t pid = 0; ///< inside the namespace
    std::string program;
    auto operator<=>(const SandboxedClient &) const = default;
};

/// The only process of ours that the client can be. Refused: there is none, or more than one
/// sandbox has one. Reads all of /proc: never call this in the main loop.
[[nodiscard]] Result<std::int32_t> find_client(const ProcessTable &table,
                                               const SandboxedClient &client);

/// Searches for such clients in a thread: all requested ones in one search, with a pause after it.
class StreamOwners {
public:
    explicit StreamOwners(ProcessTable table) : m_table(std::move(table)) {}

    using Found = std::function<void(const Result<std::int32_t> &pid)>;
    /// Never answers before it returns.
    void find(const SandboxedClient &client, Found found);

private:
    using Answers = std::vector<std::pair<SandboxedClient, Result<std::int32_t>>>;
    void search();
    void searched(const Answers &answers);

    ProcessTable m_table;
    std::map<SandboxedClient, std::vector<Found>> m_wanted;
    bool m_searching = false;
    Timer m_pause; ///< after the last search
    ScopedCancellable m_errands;
};

} // namespace headroom
