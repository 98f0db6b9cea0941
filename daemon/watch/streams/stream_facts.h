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

/// What a stream is and which app owns it, by its properties and its client's. Nothing is looked up
/// here.
namespace headroom {

using Properties = std::map<std::string, std::string, std::less<>>;

/// nullopt: it isn't set, or isn't all digits.
[[nodiscard]] std::optional<std::uint64_t> number_in(const Properties &properties,
                                                     std::string_view key);

/// The owner of a stream by the surest source alone: a sandbox's app id, otherwise a pid.
struct StreamOwner {
    /// The app id from the portal or the sandbox; empty: no sandbox is known.
    AppId sandbox;
    std::optional<std::int32_t> pid; ///< nullopt: none that could be right
    /// The client itself has reported the pid, and this is the program that it claims to run. In a
    /// sandbox with its own pid namespace both hold only inside. Empty: the kernel vouches for the
    /// pid (SO_PEERCRED).
    std::string claimed_program;
    AppId hint; ///< the client's own name for itself, unverified

    bool operator==(const StreamOwner &) const = default;
};

[[nodiscard]] StreamOwner owner_of_stream(const Properties &client, const Properties &node);

/// nullopt: it is no app's playback or recording: hardware, a level meter, a node without a client.
[[nodiscard]] std::optional<StreamKind> kind_of_stream(const Properties &node);

} // namespace headroom
