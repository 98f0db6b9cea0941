// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/bus_peers.h"
#include "sys/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Which caller may call what.
namespace headroom {

enum class Callers {
    Anybody, ///< even if sandboxed
    ForItself, ///< even if sandboxed, if the first argument is the caller's own app id
    NoSandbox, ///< runs in the user's session outside of any sandbox
    Compositor, ///< owns the compositor's bus name, and is in no sandbox; KWin may be undumpable
};

/// The row for this method or property, or nullopt. `interface` is one of ours without its prefix
/// ("Manager"), or a standard one in full.
[[nodiscard]] std::optional<Callers> callers_of(std::string_view interface,
                                                std::string_view member);

/// The methods and properties of an interface that have a row.
[[nodiscard]] std::vector<std::string> members_of(std::string_view interface);

/// What the table needs of a caller besides its sandbox.
struct CallerFacts {
    bool is_compositor = false;
    bool names_itself = false; ///< the first argument is its own app id
};

/// Whether it may read every property, and so receive every signal.
[[nodiscard]] bool may_read_everything(const Sandbox &caller, const CallerFacts &facts);

/// Success, or .Refused with what was refused and why. A member without a row is refused to every
/// caller.
[[nodiscard]] Result<void> may_call(const Sandbox &caller, const CallerFacts &facts,
                                    std::string_view interface, std::string_view member);

} // namespace headroom
