// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"
#include "policy/pressure_words.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace headroom {

/// An app, with all its units together.
struct Culprit {
    UnitId unit; ///< the one that holds most
    AppId app;
    double share = 0; ///< of all that was taken lately, 0 to 1
    /// Bytes a second, over the last second. nullopt: it does not grow, it thrashes.
    std::optional<std::uint64_t> grows;
    std::uint64_t held = 0;
};

/// Bytes a second. A figure for users is in whole mebibytes, so one of less would be 0.
inline constexpr std::uint64_t noticeable_growth = 1ULL << 20U;

/// Ranks the apps that make memory run short, largest share first. Empty: no app can be named,
/// because many have a part in it, or because the cause is no app.
[[nodiscard]] std::vector<Culprit> rank_culprits(const Session &session, const Config &config,
                                                 TimePoint now);

/// For how long a culprit has been looked for: since sampling began, or since a culprit was last
/// frozen.
[[nodiscard]] Duration culprit_search_time(const Session &session, TimePoint now);

/// Bytes a second that are lost to what is no app: a service of the system, or the kernel. nullopt:
/// unknown, or not most of what is lost.
[[nodiscard]] std::optional<std::uint64_t> lost_to_no_app(const Session &session,
                                                          const Config &config, TimePoint now);

/// Each app's share (0 to 1) of what all apps took of a resource lately.
[[nodiscard]] std::map<AppId, double> app_shares(const Session &session, const Config &config,
                                                 Resource resource, TimePoint now);

} // namespace headroom
