// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include <algorithm>

// Facts about pressure: stalls, samples, working sets, and the power supply.
namespace headroom {

namespace {

SwapSeen swap_seen(const event::WorkingSetsSeen &e, const std::optional<SwapSeen> &before,
                   TimePoint now)
{
    SwapSeen seen{.at = now,
                  .memory = e.memory,
                  .swapped_out = e.swapped_out,
                  .others_a_second = std::nullopt,
                  .on_disk = e.swap_on_disk};
    const bool follows = before && now > before->at && now - before->at <= WorkingSet::longest_gap;
    if (!follows || !before->swapped_out || !e.swapped_out || *e.swapped_out < *before->swapped_out)
        return seen;
    const std::chrono::duration<double> time = now - before->at;
    const auto out = static_cast<double>(*e.swapped_out - *before->swapped_out);
    const auto asked = static_cast<double>(before->asked);
    seen.others_a_second = std::max(0.0, out - asked) / time.count();
    // It falls slowly: the kernel may have found file pages this time, and next time none are left.
    seen.written =
        asked > 0 ? std::max(std::min(1.0, out / asked), before->written / 2) : before->written;
    return seen;
}

constexpr std::uint64_t least_need = 1ULL << 20U; ///< bytes; what fades is forgotten below that

/// While memory is short, the kernel also takes memory that a unit needs. The unit then holds less,
/// but does not need less. So its earlier need still counts, halved about every ten
/// seconds. A sample that began before the focus came back lacks the unit, which then needs no less
/// either.
std::uint64_t faded(std::uint64_t bytes, Duration age)
{
    constexpr Duration fades = std::chrono::seconds{15}; // by a factor of e, in small steps
    const std::chrono::duration<double> left = std::max(fades - age, Duration::zero());
    return static_cast<std::uint64_t>(static_cast<double>(bytes)
                                      * std::min(1.0, left / std::chrono::duration<double>{fades}));
}

void see(NeedNow &need, const UnitNeed &seen)
{
    need.bytes = std::max(need.bytes, seen.bytes);
    if (need.back_so_far && seen.came_back && *seen.came_back > *need.back_so_far)
        need.back_lately += *seen.came_back - *need.back_so_far;
    need.back_so_far = seen.came_back;
}

} // namespace

void Session::take(const event::CompositorSeen &e, TimePoint now)
{
    compositor = e.process;
    for (const auto &[id, window] : std::map{windows}) {
        if (window.process == e.process)
            take(event::WindowSeen{window}, now); // again, since its owner was unknown
    }
}

void Session::take(const event::StallSeen & /*e*/, TimePoint now)
{
    pressure.stall_seen(now);
}

void Session::take(const event::PressureSampled &e, TimePoint now)
{
    const Duration age = now - pressure.last_at().value_or(now);
    pressure.add(e.sample, now);
    take_needs(e.sample.needs, age);
    for (auto &[app, question] : asked) {
        if (now > question.at + Question::followed_for)
            continue;
        question.before = question.now;
        question.now = held_by(app);
    }
}

void Session::take_needs(const std::vector<UnitNeed> &seen, Duration age)
{
    const auto forget_little = [&] {
        std::erase_if(needs, [](const auto &need) { return need.second.bytes < least_need; });
    };
    for (auto &[unit, need] : needs) {
        need.bytes = faded(need.bytes, age);
        need.back_lately = faded(need.back_lately, age);
        if (!std::ranges::contains(seen, unit, &UnitNeed::unit))
            need.back_so_far.reset(); // what comes back until the next sample is not all of late
    }
    forget_little(); // also what a long gap has left of it
    for (const UnitNeed &need : seen) {
        if (units.contains(need.unit))
            see(needs[need.unit], need);
    }
    forget_little();
}

void Session::take(const event::WorkingSetsSeen &e, TimePoint now)
{
    swap = swap_seen(e, swap, now);
    for (const UnitMemory &of_unit : e.units) {
        const auto unit = units.find(of_unit.unit);
        if (unit == units.end())
            continue;
        WorkingSet &set = working_sets[of_unit.unit];
        set.add(of_unit, now);
        if (const auto gentle = reclaiming.find(of_unit.unit);
            gentle != reclaiming.end() && gentle->second.file_pages_only && set.came_back())
            gentle->second.no_file_pages = true; // there are none that it doesn't use
        if (need_requests.contains(unit->second.app))
            m_changed.apps.insert(unit->second.app);
    }
}

void Session::take(const event::NeedAsked &e, TimePoint now)
{
    if (e.cancelled) {
        if (const auto request = need_requests.find(e.app); request != need_requests.end())
            request->second.cancelled = true;
        return;
    }
    if (units_of(e.app).empty())
        return; // it has ended meanwhile
    if (!need_requests.try_emplace(e.app, NeedRequest{.asked = now}).second)
        return; // it is being measured already
    need_outcomes.erase(e.app);
    if (!was_looked_at_lately(e.app, now))
        forget_working_sets(e.app); // what was found then may no longer be so
    m_changed.apps.insert(e.app);
}

bool Session::was_looked_at_lately(const AppId &app, TimePoint now) const
{
    return std::ranges::all_of(units_of(app), [&](UnitId unit) {
        const auto set = working_sets.find(unit);
        return set != working_sets.end()
            && now - set->second.looked_at() <= WorkingSet::longest_gap;
    });
}

void Session::take(const event::NeedsKept &e, TimePoint /*now*/)
{
    for (const DayNeed &need : e.needs)
        keep(kept_needs, need);
}

void Session::take(const event::PowerSeen &e, TimePoint /*now*/)
{
    on_battery = e.on_battery;
}

std::optional<std::uint64_t> Session::held_by(const AppId &app) const
{
    std::uint64_t held = 0;
    for (const UnitId unit : units_of(app)) {
        const UnitUse *use = pressure.use(unit);
        if (!use || !use->held)
            return std::nullopt;
        held += *use->held;
    }
    return held;
}

} // namespace headroom
