// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/reclaim_frozen.h"

namespace headroom {

namespace {

bool swap_has_room(const PressureHistory &history, const ReclaimLimits &limits)
{
    const auto last = history.last_at();
    const auto memory = last ? history.memory(*last) : std::nullopt;
    if (!memory || memory->swap_total == 0 || memory->swap_free < limits.slice)
        return false;
    const auto after = static_cast<double>(memory->swap_free - limits.slice);
    return after * 100 >= limits.swap_reserve * static_cast<double>(memory->swap_total);
}

bool has_more(const Session &session, UnitId unit, const Lease &lease, const ReclaimLimits &limits)
{
    const UnitUse *use = session.pressure.use(unit);
    return use && use->held && *use->held > lease.reclaimed + limits.leave;
}

/// One slice at a time, with a pressure sample after each: writing it may cause the next stall.
bool was_looked_at_since(const Session &session, const Lease &lease)
{
    return !lease.last_slice || session.pressure.last_at() > lease.last_slice;
}

} // namespace

void reclaim_frozen(const Session &session, const Config &config, const Judgement &judgement,
                    TimePoint /*now*/, Wanted &wanted)
{
    if (!config.reclaim.enabled || session.ending
        || !swap_has_room(session.pressure, config.reclaim)
        || !is_memory_low(session, config).value_or(false))
        return;
    // Reclaim costs the very time and disk that are short. Asked for 32 MiB, the kernel has written
    // 100 to a slow disk. The foreground app's reads had to wait behind that for four
    // seconds. A frozen app's pages are the first that the kernel itself pushes out when it must.
    if (judgement.level > Level::Calm)
        return;
    for (const auto &[unit, lease] : session.leases) {
        if (lease.cause != FreezeCause::Pressure || lease.state != FreezerState::Frozen
            || lease.reclaiming || lease.reclaimed_dry || lease.ended)
            continue;
        if (!wanted.frozen.contains(unit) || !was_looked_at_since(session, lease)
            || !has_more(session, unit, lease, config.reclaim))
            continue;
        wanted.reclaims[unit] = {.bytes = config.reclaim.slice, .from = ReclaimFrom::Frozen};
        return; // from one unit at a time
    }
}

} // namespace headroom
