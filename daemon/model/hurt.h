// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

/// Which app suffers most. Every list of apps shows that one first.
namespace headroom {

/// What Headroom does to an app, the hardest first.
enum class Restraint {
    Frozen, ///< also one that is about to be
    Napped,
    None
};

/// Percent of the last ten seconds. A resource whose pressure is unknown is absent.
using Pressures = std::map<Resource, double>;

struct Hurt {
    Restraint restraint = Restraint::None;
    Pressures pressure{};
    /// Bytes that the app needs. If that is unknown, bytes that it has. nullopt: both are unknown.
    std::optional<std::uint64_t> memory{};
    bool in_front = false;
};

/// The resource under the highest pressure. Among equal ones, the one that hangs a desktop comes
/// first: memory, then disk, then CPU. nullopt: none is known.
[[nodiscard]] std::optional<Resource> worst_pressure(const Pressures &pressure);

/// For each app, how many others are hurt more: 0 for the one that is hurt most. Apps that are hurt
/// alike have the same rank.
[[nodiscard]] std::vector<std::uint32_t> rank_hurt(const std::vector<Hurt> &apps);

} // namespace headroom
