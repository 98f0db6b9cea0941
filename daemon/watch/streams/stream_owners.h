// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "sys/process.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// What a client in a sandbox with pids of its own says of itself.
struct SandboxedClient {
    std::int32_t pid = 0; ///< in there
    std::string program;
    auto operator<=>(const SandboxedClient &) const = default;
};

/// The only process of ours that a client can be. Refused: there is none, or one in more than one sandbox. Reads all of /proc: not for the main loop.
[[nodiscard]] Result<std::int32_t> find_client(const ProcessTable &table,
                                               const SandboxedClient &client);

/// Looks for such clients in a thread: all that are asked for by then at once, and not again and again.
class StreamOwners {
public:
    explicit StreamOwners(ProcessTable table) : m_table(std::move(table)) {}

    using Found = std::function<void(const Result<std::int32_t> &pid)>;
    /// Answers later in any case.
    void find(const SandboxedClient &client, Found found);

private:
    using Answers = std::vector<std::pair<SandboxedClient, Result<std::int32_t>>>;
    void search();
    void searched(const Answers &answers);

    ProcessTable m_table;
    std::map<SandboxedClient, std::vector<Found>> m_wanted;
    bool m_searching = false;
    SourceId m_pause; ///< since the last search
    CallsOff m_errands;
};

} // namespace headroom
