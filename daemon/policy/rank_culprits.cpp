// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/rank_culprits.h"

#include <algorithm>
#include <numeric>

namespace headroom {

namespace {

/// From when on growth counts: the last freeze has changed everything.
TimePoint counted_from(const Session &session, TimePoint now)
{
    TimePoint from = now - PressureHistory::kept;
    for (const auto &[unit, lease] : session.leases)
        from = std::max(from, lease.since);
    return from;
}

struct Taken {
    UnitId unit;
    std::uint64_t amount = 0;
};

/// Largest first. What is frozen takes nothing any more.
template<typename Value> std::vector<Taken> sorted(const Session &session, const Growth &growth, std::optional<Value> UnitGrowth::*member)
{
    std::vector<Taken> all;
    for (const UnitGrowth &unit : growth.units) {
        const auto amount = unit.*member;
        if (!amount || session.leases.contains(unit.unit) || !session.units.contains(unit.unit))
            continue;
        if constexpr (std::is_same_v<Value, Duration>)
            all.push_back({unit.unit, static_cast<std::uint64_t>(amount->count())});
        else
            all.push_back({unit.unit, *amount});
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, &Taken::amount);
    return all;
}

std::uint64_t sum(const std::vector<Taken> &all)
{
    return std::accumulate(all.begin(), all.end(), std::uint64_t{0}, [](std::uint64_t before, const Taken &taken) { return before + taken.amount; });
}

double part(std::uint64_t amount, std::uint64_t whole)
{
    return whole == 0 ? 0 : static_cast<double>(amount) / static_cast<double>(whole);
}

/// How many of the first ones are to be named: one that has more than half; or two that have it together, each with a good part of it. Two
/// builds at once are two culprits; ten tabs are none. Of those who only thrash, one at the most: the others are his victims.
std::size_t named(const std::vector<Taken> &all, std::uint64_t whole, bool grows, const FreezeLimits &limits)
{
    const auto percent = [&](std::size_t i) { return i < all.size() ? 100 * part(all[i].amount, whole) : 0.0; };
    if (percent(0) > limits.culprit_share)
        return 1;
    const bool two = grows && percent(0) + percent(1) > limits.culprit_share && percent(1) >= limits.least_share;
    return two ? 2 : 0;
}

/// Bytes a second.
std::uint64_t pace(const Growth &growth, UnitId id)
{
    const auto unit = std::ranges::find(growth.units, id, &UnitGrowth::unit);
    if (unit == growth.units.end() || growth.over <= Duration::zero())
        return 0;
    const std::chrono::duration<double> seconds = growth.over;
    return static_cast<std::uint64_t>(static_cast<double>(unit->held.value_or(0)) / seconds.count());
}

std::vector<Taken> taken_of(const Session &session, const Growth &growth, Resource resource)
{
    switch (resource) {
    case Resource::Cpu: return sorted(session, growth, &UnitGrowth::cpu);
    case Resource::Io: return sorted(session, growth, &UnitGrowth::io);
    case Resource::Memory: break;
    }
    return sorted(session, growth, &UnitGrowth::held);
}

} // namespace

std::vector<Culprit> rank_culprits(const Session &session, const Config &config, TimePoint now)
{
    const Growth growth = session.pressure.growth(counted_from(session, now));
    if (growth.over <= Duration::zero())
        return {};
    auto taken = sorted(session, growth, &UnitGrowth::held);
    // Something outside all apps may be what grows, a service of the system: the room that is lost tells.
    std::uint64_t whole = std::max(sum(taken), growth.room_lost.value_or(0));
    const bool grows = !taken.empty() && taken.front().amount >= config.freezing.least_growth;
    if (!grows) {
        taken = sorted(session, growth, &UnitGrowth::refaults);
        whole = sum(taken);
        if (taken.empty() || taken.front().amount < config.freezing.least_refaults)
            return {};
    }
    // Who is to blame is told by all that was taken; how fast it goes, by the last second: nobody can make anything of an average with its quiet time.
    const Growth lately = session.pressure.growth(now - config.limits.look);
    std::vector<Culprit> culprits;
    const std::size_t count = named(taken, whole, grows, config.freezing);
    for (std::size_t i = 0; i < count; ++i) {
        if (session.units.at(taken[i].unit).app.empty())
            continue; // a service: there is nobody to name
        const UnitUse *use = session.pressure.use(taken[i].unit);
        culprits.push_back({.unit = taken[i].unit,
                            .app = session.units.at(taken[i].unit).app,
                            .share = part(taken[i].amount, whole),
                            .grows = grows ? std::optional{pace(lately, taken[i].unit)} : std::nullopt,
                            .held = use ? use->held.value_or(0) : 0});
    }
    return culprits;
}

std::map<UnitId, double> shares(const Session &session, Resource resource, TimePoint now)
{
    const Growth growth = session.pressure.growth(counted_from(session, now));
    const auto taken = taken_of(session, growth, resource);
    const std::uint64_t whole = std::max(sum(taken), resource == Resource::Memory ? growth.room_lost.value_or(0) : 0);
    std::map<UnitId, double> result;
    for (const Taken &unit : taken)
        result[unit.unit] = part(unit.amount, whole);
    return result;
}

Sentence in_words(std::uint64_t bytes)
{
    constexpr double mib = 1024.0 * 1024.0;
    const double amount = static_cast<double>(bytes) / mib;
    return amount >= 1024 ? say("amount of memory", "{} GiB", Sentence{amount / 1024, 1}) : say("amount of memory", "{} MiB", Sentence{amount, 0});
}

Sentence describe(const Culprit &culprit)
{
    if (!culprit.grows)
        return say("what an application does, after its name or \"it\": {} is an amount of memory", "is using {} and keeps reading it back into memory",
                   in_words(culprit.held));
    return say("what an application does, after its name or \"it\": {} are amounts of memory", "is using {} and growing by {} a second", in_words(culprit.held),
               in_words(*culprit.grows));
}

} // namespace headroom
