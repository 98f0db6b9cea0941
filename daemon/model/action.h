// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

/// All that can be done, on one screen.
namespace headroom {

/// Weights as systemd's CPUWeight= and IOWeight= take them: 1 to 10000, the kernel's default is 100. nullopt: not ours to set here.
struct Weights {
    std::optional<std::uint64_t> cpu;
    std::optional<std::uint64_t> io;
    bool operator==(const Weights &) const = default;
};

enum class ThawCause { Asked, Activated, Shown, NewWindow, LaunchedAgain, HoldOver, NeverSettled, ByOthers, NoLongerAllowed, Ending };

namespace action {

struct SetWeights { Weights weights; bool operator==(const SetWeights &) const = default; };
struct UnsetWeights { bool operator==(const UnsetWeights &) const = default; }; ///< back to "not set", which is not the same as 100
struct Freeze { bool operator==(const Freeze &) const = default; };
struct Thaw { ThawCause cause{}; bool operator==(const Thaw &) const = default; };
struct Adopt { ProcessId leader; bool operator==(const Adopt &) const = default; }; ///< the leader and its tree, into a scope of their own

} // namespace action

struct Action {
    std::variant<action::SetWeights, action::UnsetWeights, action::Freeze, action::Thaw, action::Adopt> what;
    UnitId unit;        ///< the unit acted on; for Adopt the one that is left
    std::string name;   ///< that unit's name, for systemd and for people
    AppId app;
    std::string reason; ///< the sentence for the journal, the bus and `headroomctl why`

    bool operator==(const Action &) const = default;
};

} // namespace headroom
