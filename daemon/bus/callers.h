// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/bus_peers.h"
#include "sys/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Who may call what.
namespace headroom {

enum class Callers {
    Anybody,    ///< in a sandbox, too
    ForItself,  ///< in a sandbox, too, if the first argument is the caller's own application id
    NoSandbox,  ///< what runs in the user's session outside of any sandbox; and the compositor
    Compositor, ///< whoever owns the compositor's name on the bus, unless that is in a sandbox
};

/// Whether the table has a row for this method or property. `interface` is one of ours without its prefix ("Manager"), or a standard one in full.
[[nodiscard]] std::optional<Callers> callers_of(std::string_view interface,
                                                std::string_view member);

/// The methods and properties of an interface that have a row.
[[nodiscard]] std::vector<std::string> members_of(std::string_view interface);

/// What of a caller the table asks for, besides its sandbox.
struct CallerFacts {
    bool is_compositor = false;
    bool names_itself = false; ///< the first argument is its own application's id
};

/// Whether it may read every property, and so hear every signal.
[[nodiscard]] bool may_read_everything(const Sandbox &caller, const CallerFacts &facts);

/// Success, or .Refused with what was refused and why. What has no row is refused to everybody.
[[nodiscard]] Result<void> may_call(const Sandbox &caller, const CallerFacts &facts,
                                    std::string_view interface, std::string_view member);

} // namespace headroom
