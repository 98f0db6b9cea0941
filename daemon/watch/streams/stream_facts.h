// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

/// What a stream is and whose, as far as its properties and those of its client tell. Nothing is looked up here.
namespace headroom {

using Properties = std::map<std::string, std::string, std::less<>>;

/// nullopt: it isn't there, or isn't all digits.
[[nodiscard]] std::optional<std::uint64_t> number_in(const Properties &properties,
                                                     std::string_view key);

/// Whose a stream is, the surest word alone: a sandbox's, else a pid.
struct StreamOwner {
    AppId
        sandbox; ///< the portal's or the sandbox's own id of the app; empty: it is in none that is known
    std::optional<std::int32_t> pid; ///< nullopt: none that could be right
    /// The pid is the client's own word, and the program is what it says it runs: in a sandbox with pids of its own both are true in there only.
    /// Empty: the kernel vouches for the pid (SO_PEERCRED).
    std::string claimed_program;
    AppId hint; ///< what the client calls itself, unverified

    bool operator==(const StreamOwner &) const = default;
};

[[nodiscard]] StreamOwner owner_of_stream(const Properties &client, const Properties &node);

/// nullopt: it is nobody's concern: hardware, a level meter, a part of the graph that belongs to no client.
[[nodiscard]] std::optional<StreamKind> kind_of_stream(const Properties &node);

} // namespace headroom
