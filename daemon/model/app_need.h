// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

#include <cstdint>
#include <optional>

/// What gentle reclaim has found about an app: sums over its units, in bytes. nullopt: it is
/// unknown of one of them, or there are none.
namespace headroom {

/// What the app needs.
[[nodiscard]] std::optional<std::uint64_t> need_of(const Session &session,
                                                   const GentleLimits &limits, const AppId &app);
/// The same for one unit. One with no more than the least is not reduced. It needs that, as far as
/// can be measured.
[[nodiscard]] std::optional<std::uint64_t> need_of_unit(const WorkingSet &set,
                                                        const GentleLimits &limits);
/// What its units had in memory at their first looks.
[[nodiscard]] std::optional<std::uint64_t> used_before(const Session &session, const AppId &app);
/// The same at their last looks.
[[nodiscard]] std::optional<std::uint64_t> used_now(const Session &session, const AppId &app);

} // namespace headroom
