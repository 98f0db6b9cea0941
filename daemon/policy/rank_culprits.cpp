// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/rank_culprits.h"

#include "policy/foreground_waits.h"

#include <algorithm>
#include <numeric>

namespace headroom {

namespace {

/// Growth counts from this moment. A freeze restarts the count, and so does a tab that gets a unit
/// of its own. A freeze in turn does not: that app did not grow.
TimePoint counted_from(const Session &session, TimePoint now)
{
    TimePoint from = now - PressureHistory::kept;
    for (const auto &[unit, lease] : session.leases) {
        if (!lease.in_turn)
            from = std::max(from, lease.since);
    }
    for (const UnitId tab : session.owners()->split_tabs)
        from = std::max(from, session.units.at(tab).appeared);
    return from;
}

/// What the units of an app have taken together. A member without a value is unknown for all of
/// them.
struct Appetite {
    std::optional<std::int64_t> held;
    std::uint64_t climbed = 0;
    std::uint64_t gave_back = 0;
    std::optional<std::uint64_t> refaults;
    std::optional<std::uint64_t> cpu;
    std::optional<std::uint64_t> io;

    void add(const UnitGrowth &unit)
    {
        const auto sum_up = [](auto &sum, const auto &more) {
            if (more)
                sum = sum.value_or(0) + *more;
        };
        sum_up(held, unit.held);
        climbed += unit.climbed.value_or(0);
        gave_back += unit.gave_back;
        sum_up(refaults, unit.refaults);
        if (unit.cpu)
            cpu = cpu.value_or(0) + static_cast<std::uint64_t>(unit.cpu->count());
        sum_up(io, unit.io);
    }
};

using Appetites = std::map<AppId, Appetite>;

constexpr Duration young = std::chrono::minutes{1};

/// An old unit of which no sample is older than the growth: it became known as an app's only now.
/// What it has taken meanwhile is unknown, and all that it holds would count.
bool is_news_only(const Session &session, const Unit &unit, const UnitGrowth &growth,
                  TimePoint since)
{
    const UnitUse *use = session.pressure.use(growth.unit);
    const auto holds = use ? static_cast<std::int64_t>(use->held.value_or(0)) : 0;
    return unit.appeared + young < since && holds > 0 && growth.held == holds;
}

/// Units with a lease are left out unless frozen_too: once frozen, they take nothing.
Appetites by_app(const Session &session, const Growth &growth, bool frozen_too)
{
    Appetites apps;
    const TimePoint since = session.pressure.last_at().value_or(TimePoint{}) - growth.over;
    for (const UnitGrowth &unit : growth.units) {
        const auto known = session.units.find(unit.unit);
        if (known != session.units.end() && !known->second.app.empty()
            && (frozen_too || !session.leases.contains(unit.unit))
            && !is_news_only(session, known->second, unit, since))
            apps[known->second.app].add(unit);
    }
    return apps;
}

/// A climb of this size counts in full, even if the app gave back as much before. It equals the
/// slack at which memory becomes low, so one such climb makes memory short.
std::optional<std::uint64_t> large_climb(const Session &session, const Config &config)
{
    const auto last = session.pressure.last_at();
    const auto memory = last ? session.pressure.memory(*last) : std::nullopt;
    if (!memory)
        return std::nullopt;
    return static_cast<std::uint64_t>(config.limits.slack_low / 100
                                      * static_cast<double>(memory->total));
}

/// The net growth of an app: what it has taken, less its deepest fall. An app that takes and gives
/// back the same amount has not grown.
std::optional<std::uint64_t> grown(const Appetite &app, std::optional<std::uint64_t> large)
{
    if (!app.held)
        return std::nullopt;
    if (large && app.climbed >= *large)
        return app.climbed;
    const std::int64_t net = *app.held - static_cast<std::int64_t>(app.gave_back);
    return static_cast<std::uint64_t>(std::max(net, std::int64_t{0}));
}

struct Taken {
    AppId app;
    std::uint64_t amount = 0;
};

/// Largest first.
template<typename Amount> std::vector<Taken> sorted(const Appetites &apps, Amount amount_of)
{
    std::vector<Taken> all;
    for (const auto &[app, appetite] : apps) {
        if (const std::optional<std::uint64_t> amount = amount_of(appetite))
            all.push_back({app, *amount});
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, &Taken::amount);
    return all;
}

std::uint64_t sum(const std::vector<Taken> &all)
{
    return std::accumulate(
        all.begin(), all.end(), std::uint64_t{0},
        [](std::uint64_t before, const Taken &taken) { return before + taken.amount; });
}

double part(std::uint64_t amount, std::uint64_t whole)
{
    return whole == 0 ? 0 : static_cast<double>(amount) / static_cast<double>(whole);
}

/// How many of the first ones are culprits. That is one that has more than half, or two that have
/// it together, each with a good part of it. Two builds at the same time are two culprits; ten tabs
/// are none. Of apps that only thrash, one at most: the others are its victims.
std::size_t named(const std::vector<Taken> &all, std::uint64_t whole, bool grows,
                  const FreezeLimits &limits)
{
    const auto percent = [&](std::size_t i) {
        return i < all.size() ? 100 * part(all[i].amount, whole) : 0.0;
    };
    if (percent(0) > limits.culprit_share)
        return 1;
    const bool two =
        grows && percent(0) + percent(1) > limits.culprit_share && percent(1) >= limits.least_share;
    return two ? 2 : 0;
}

double seconds(Duration duration)
{
    return std::chrono::duration<double>{duration}.count();
}

/// Bytes a second.
std::uint64_t pace(const Session &session, const Growth &growth, const AppId &app)
{
    const Appetites apps = by_app(session, growth, /*frozen_too=*/false);
    const auto found = apps.find(app);
    if (found == apps.end() || growth.over <= Duration::zero())
        return 0;
    return static_cast<std::uint64_t>(static_cast<double>(found->second.climbed)
                                      / seconds(growth.over));
}

std::vector<Taken> taken_of(const Session &session, const Config &config, const Growth &growth,
                            Resource resource)
{
    const Appetites apps = by_app(session, growth, /*frozen_too=*/false);
    switch (resource) {
    case Resource::Cpu: return sorted(apps, [](const Appetite &app) { return app.cpu; });
    case Resource::Io: return sorted(apps, [](const Appetite &app) { return app.io; });
    case Resource::Memory: break;
    }
    return sorted(apps, [large = large_climb(session, config)](const Appetite &app) {
        return grown(app, large);
    });
}

Culprit as_culprit(const Session &session, const AppId &app)
{
    Culprit culprit{.unit = {}, .app = app};
    std::uint64_t most = 0;
    for (const UnitId unit : session.units_of(app)) {
        const UnitUse *use = session.pressure.use(unit);
        const std::uint64_t held = use ? use->held.value_or(0) : 0;
        culprit.held += held;
        if (culprit.unit == UnitId{} || held > most) {
            culprit.unit = unit;
            most = held;
        }
    }
    return culprit;
}

/// Whether the app in front is short of memory because others have it. Those that are frozen count
/// with what they hold, otherwise each freeze would make it look larger.
bool is_victim(const Session &session, const AppId &app)
{
    if (app != session.focused_app())
        return false;
    std::uint64_t whole = 0;
    for (const auto &[each, units] : session.by_app)
        whole += session.held_by(each).value_or(0);
    return 2 * session.held_by(app).value_or(0) <= whole;
}

/// lost_to_no_app(), within this growth.
std::optional<std::uint64_t> lost_elsewhere(const Session &session, const Config &config,
                                            const Growth &growth)
{
    if (growth.over <= Duration::zero() || !growth.room_lost)
        return std::nullopt;
    std::uint64_t by_apps = 0;
    for (const auto &[app, appetite] : by_app(session, growth, /*frozen_too=*/true))
        by_apps += static_cast<std::uint64_t>(std::max(appetite.held.value_or(0), std::int64_t{0}));
    const std::uint64_t lost = *growth.room_lost;
    if (lost < by_apps + config.freezing.least_elsewhere
        || 100 * part(lost - by_apps, lost) <= config.freezing.culprit_share)
        return std::nullopt;
    return static_cast<std::uint64_t>(static_cast<double>(lost - by_apps) / seconds(growth.over));
}

} // namespace

std::vector<Culprit> rank_culprits(const Session &session, const Config &config, TimePoint now)
{
    const Growth growth = session.pressure.growth(counted_from(session, now));
    if (growth.over <= Duration::zero())
        return {};
    auto taken = taken_of(session, config, growth, Resource::Memory);
    // The cause may be no app but a service of the system. The lost room shows that. Both amounts
    // are net of what was given back.
    std::uint64_t whole = std::max(sum(taken), growth.room_lost.value_or(0));
    const bool grows = !taken.empty() && taken.front().amount >= config.freezing.least_growth;
    if (!grows) {
        // Apps that thrash are victims then. Or one does, and may: the foreground hardly waits.
        if (lost_elsewhere(session, config, growth)
            || !foreground_waits(session, config).value_or(true))
            return {};
        taken = sorted(by_app(session, growth, /*frozen_too=*/false),
                       [](const Appetite &app) { return app.refaults; });
        whole = sum(taken);
        if (!taken.empty() && is_victim(session, taken.front().app))
            taken.erase(taken.begin());
        if (taken.empty() || taken.front().amount < config.freezing.least_refaults)
            return {};
    }
    // The growth of the whole window shows the culprit. The last second shows its pace: an average
    // that includes its quiet time would mean nothing to the user.
    const Growth lately = session.pressure.growth(now - config.limits.long_window);
    std::vector<Culprit> culprits;
    const std::size_t count = named(taken, whole, grows, config.freezing);
    for (std::size_t i = 0; i < count; ++i) {
        Culprit culprit = as_culprit(session, taken[i].app);
        culprit.share = part(taken[i].amount, whole);
        if (grows)
            culprit.grows = pace(session, lately, taken[i].app);
        culprits.push_back(std::move(culprit));
    }
    return culprits;
}

Duration culprit_search_time(const Session &session, TimePoint now)
{
    return session.pressure.growth(counted_from(session, now)).over;
}

std::optional<std::uint64_t> lost_to_no_app(const Session &session, const Config &config,
                                            TimePoint now)
{
    return lost_elsewhere(session, config, session.pressure.growth(counted_from(session, now)));
}

std::map<AppId, double> app_shares(const Session &session, const Config &config, Resource resource,
                                   TimePoint now)
{
    const Growth growth = session.pressure.growth(counted_from(session, now));
    const auto taken = taken_of(session, config, growth, resource);
    const std::uint64_t whole =
        std::max(sum(taken), resource == Resource::Memory ? growth.room_lost.value_or(0) : 0);
    std::map<AppId, double> result;
    for (const Taken &app : taken)
        result[app.app] = part(app.amount, whole);
    return result;
}

} // namespace headroom
