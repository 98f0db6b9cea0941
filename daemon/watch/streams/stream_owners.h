// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "sys/process.h"
#include "sys/timer.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace headroom {

/// A client in a sandbox with its own pid namespace, as it reports itself.
struct SandboxedClient {
    std::int32_t pid = 0; ///< inside the namespace
    std::string program;
    auto operator<=>(const SandboxedClient &) const = default;
};

/// For each client, the only process of ours that it can be. Refused: there is none, or more than
/// one sandbox has one.
using ClientProcesses = std::map<SandboxedClient, Result<std::int32_t>>;

/// Reads all of /proc, once for all clients: never call this in the main loop.
[[nodiscard]] ClientProcesses find_clients(const ProcessTable &table,
                                           const std::set<SandboxedClient> &clients);

/// Searches for such clients in a thread: all requested ones in one search, with a pause after it.
class StreamOwners {
public:
    static constexpr std::size_t most_waiting = 64;

    using Searched = std::function<void(const ClientProcesses &found)>;
    StreamOwners(ProcessTable table, Searched searched)
        : m_table(std::move(table)), m_searched(std::move(searched))
    {
    }

    /// Never answers before it returns. False: too many are waiting, so ask again after the next
    /// answer.
    [[nodiscard]] bool find(const SandboxedClient &client);

private:
    void search();
    void searched(const ClientProcesses &found, gint64 took_us);

    ProcessTable m_table;
    Searched m_searched;
    std::set<SandboxedClient> m_wanted; ///< for the next search
    std::set<SandboxedClient> m_sought; ///< by the search under way
    bool m_searching = false;
    Timer m_pause; ///< after the last search
    ScopedCancellable m_errands;
};

} // namespace headroom
