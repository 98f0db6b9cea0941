// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/gentle_slices.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr std::uint64_t page = 4096; ///< no machine has smaller pages

/// The law. 0: the unit stalls, or it isn't known whether it does, so nothing is reclaimed.
std::uint64_t slice_of(const WorkingSet &set, const GentleLimits &limits)
{
    const auto current = set.current();
    const auto stalled = set.stalled();
    if (!current || !stalled || *stalled * 100 >= limits.target || *current <= limits.least)
        return 0;
    const double pace = 1 - *stalled * 100 / limits.target;
    const auto bytes =
        static_cast<std::uint64_t>(static_cast<double>(*current) * limits.share / 100 * pace);
    return std::min(bytes, *current - limits.least) / page * page;
}

} // namespace

void take_slices(const Session &session, const Config &config, const std::set<UnitId> &of,
                 Wanted &wanted)
{
    for (const UnitId unit : of) {
        const auto seen = session.working_sets.find(unit);
        if (seen == session.working_sets.end() || seen->second.looked_at() != session.swap->at)
            continue;
        const WorkingSet &set = seen->second;
        const auto known = session.reclaiming.find(unit);
        const bool begun = known != session.reclaiming.end();
        if (begun && (known->second.under_way || known->second.asked >= set.looked_at()))
            continue; // one slice for each measurement
        const std::uint64_t bytes = slice_of(set, config.gentle);
        const bool file_pages_only =
            set.stalled().value_or(0) * 100 < config.gentle.file_pages_only_below
            && !(begun && known->second.no_file_pages);
        if (bytes > 0)
            wanted.reclaims[unit] = {.bytes = bytes,
                                     .from = ReclaimFrom::Background,
                                     .file_pages_only = file_pages_only};
    }
}

} // namespace headroom
