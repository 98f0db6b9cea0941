// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace headroom {

/// Of an app, all its units together.
struct Culprit {
    UnitId unit; ///< the one that holds most
    AppId app;
    double share = 0;                   ///< of all that was taken lately, 0 to 1
    std::optional<std::uint64_t>
        grows; ///< bytes a second, over the last one; nullopt: it doesn't grow, it thrashes
    std::uint64_t held = 0;
};

/// Who has memory run short? Largest share first. Empty: nobody can be named, because many have a part in it, or because something has that is no app.
[[nodiscard]] std::vector<Culprit> rank_culprits(const Session &session, const Config &config,
                                                 TimePoint now);

/// Bytes that can't be dropped, of all units of an app. nullopt: it isn't known of all of them.
[[nodiscard]] std::optional<std::uint64_t> held_by(const Session &session, const AppId &app);

/// For how long somebody was looked for: since samples are taken, or the last freeze of a culprit.
[[nodiscard]] Duration looked_for_culprits(const Session &session, TimePoint now);

/// Bytes a second that are lost to what is no application: a service of the system, or the kernel. nullopt: not most of what is lost.
[[nodiscard]] std::optional<std::uint64_t> taken_elsewhere(const Session &session,
                                                           const Config &config, TimePoint now);

/// What share (0 to 1) of what all applications took of a resource lately each of them has taken.
[[nodiscard]] std::map<AppId, double> shares(const Session &session, const Config &config,
                                             Resource resource, TimePoint now);

/// "6.2 GiB", "130 MiB".
[[nodiscard]] Sentence in_words(std::uint64_t bytes);

/// "is using 6.2 GiB and growing by 130 MiB a second".
[[nodiscard]] Sentence describe(const Culprit &culprit);

} // namespace headroom
