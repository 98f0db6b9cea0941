// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/gentle_slices.h"

#include "model/memory_use.h"

#include <algorithm>
#include <limits>

namespace headroom {

namespace {

/// senpai's formula. 0: the unit stalls too much, or its stalls are unknown.
std::uint64_t slice_of(const WorkingSet &set, const GentleLimits &limits)
{
    const auto current = set.current();
    const auto stalled = set.stalled();
    if (!current || !stalled || *stalled * 100 >= limits.target || *current <= limits.least)
        return 0;
    const double pace = (1 - *stalled * 100 / limits.target) * set.pace();
    const auto bytes =
        static_cast<std::uint64_t>(static_cast<double>(*current) * limits.share / 100 * pace);
    return std::min(bytes, *current - limits.least) / smallest_page * smallest_page;
}

/// The next slice of a unit that was measured in the last look, if that came after its last slice.
std::optional<action::Reclaim> next_slice(const Session &session, const Config &config, UnitId unit)
{
    const auto seen = session.working_sets.find(unit);
    if (seen == session.working_sets.end() || seen->second.looked_at() != session.swap->at)
        return std::nullopt;
    const WorkingSet &set = seen->second;
    const auto known = session.reclaiming.find(unit);
    const bool begun = known != session.reclaiming.end();
    if (begun && (known->second.under_way || known->second.asked >= set.looked_at()))
        return std::nullopt; // one slice for each measurement
    const bool file_pages_only =
        set.stalled().value_or(0) * 100 < config.gentle.file_pages_only_below
        && !(begun && known->second.no_file_pages);
    return action::Reclaim{.bytes = slice_of(set, config.gentle),
                           .from = ReclaimFrom::Background,
                           .file_pages_only = file_pages_only};
}

/// As many bytes as may be asked for until the next look, so that no more is written to a disk than
/// the limit allows. Others' writing counts, too. nullopt: any number.
std::optional<double> room_on_disk(const SwapSeen &swap, const GentleLimits &limits)
{
    if (!wears_a_disk(swap))
        return std::nullopt;
    constexpr double least_written = 1e-3; // zswap keeps the rest, so no disk limits it
    const std::chrono::duration<double> time = limits.interval;
    const double left = static_cast<double>(limits.swap_out) - swap.others_a_second.value_or(0);
    return std::max(0.0, left * time.count()) / std::max(swap.written, least_written);
}

} // namespace

bool wears_a_disk(const SwapSeen &swap)
{
    return swap.on_disk.value_or(true);
}

void take_slices(const Session &session, const Config &config, const std::set<UnitId> &of,
                 Wanted &wanted)
{
    std::map<UnitId, action::Reclaim> slices;
    std::size_t to_swap = 0;
    for (const UnitId unit : of) {
        const auto slice = next_slice(session, config, unit);
        if (!slice || slice->bytes == 0)
            continue;
        slices[unit] = *slice;
        to_swap += slice->file_pages_only ? 0 : 1;
    }
    const auto room = room_on_disk(*session.swap, config.gentle);
    // All have the same share, so that each of them becomes smaller.
    const double most = room ? *room / static_cast<double>(std::max(to_swap, 1UZ))
                             : std::numeric_limits<double>::infinity();
    for (auto &[unit, slice] : slices) {
        if (!slice.file_pages_only && static_cast<double>(slice.bytes) > most) {
            slice.held_back = static_cast<double>(slice.bytes) >= most * 2;
            slice.bytes = static_cast<std::uint64_t>(most) / smallest_page * smallest_page;
        }
        if (slice.bytes > 0)
            wanted.reclaims[unit] = slice;
    }
}

} // namespace headroom
