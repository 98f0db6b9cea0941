// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "top_order.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>

#include "sys/valid_text.h"

namespace headroom::ctl {

namespace {

/// With whole percents, this keeps nearly equal apps from changing places all the time.
constexpr double memory_step = 16 << 20;

/// Larger figures have a smaller rank. Unknown comes last.
std::int64_t rank(std::optional<double> figure, double step)
{
    return figure ? -static_cast<std::int64_t>(*figure / step) : 1;
}

std::int64_t rank(std::optional<Wait> wait)
{
    return rank(wait ? std::optional{wait->percent} : std::nullopt, 1);
}

std::int64_t memory_rank(const Measure &measure)
{
    const auto bytes = measure.memory_needed ? measure.memory_needed : measure.memory;
    return rank(bytes ? std::optional{static_cast<double>(*bytes)} : std::nullopt, memory_step);
}

std::int64_t hurt_rank(const Measure &measure)
{
    return measure.hurt_rank ? std::int64_t{*measure.hurt_rank}
                             : std::numeric_limits<std::int64_t>::max();
}

using Rank = std::pair<std::int64_t, std::int64_t>;

Rank rank_of(const LiveSituation &situation, const App &app, TopOrder order)
{
    const Measure measure = measure_of(situation, app);
    switch (order) {
    case TopOrder::Hurt: return {hurt_rank(measure), 0};
    case TopOrder::Memory: return {memory_rank(measure), 0};
    case TopOrder::MemoryWait:
        return {rank(wait_for(measure, Resource::Memory)), memory_rank(measure)};
    case TopOrder::CpuWait: return {rank(wait_for(measure, Resource::Cpu)), memory_rank(measure)};
    case TopOrder::IoWait: return {rank(wait_for(measure, Resource::Io)), memory_rank(measure)};
    case TopOrder::Name: return {};
    }
    return {};
}

std::string collation_key(const std::string &name)
{
    return CharPtr{g_utf8_collate_key(valid_text(name).get(), -1)}.get();
}

} // namespace

Measure measure_of(const LiveSituation &situation, const App &app)
{
    const auto found = situation.measures.find(app.id);
    return found != situation.measures.end() ? found->second : Measure{};
}

std::vector<const App *> in_order(const LiveSituation &situation, TopOrder order)
{
    struct Placed {
        Rank rank;
        std::string name;
        const App *app = nullptr;
    };
    std::vector<Placed> placed;
    for (const App &app : situation.apps)
        placed.push_back({rank_of(situation, app, order), collation_key(app.name), &app});
    std::ranges::sort(placed, {}, [](const Placed &each) {
        return std::tie(each.rank, each.name, each.app->id);
    });
    std::vector<const App *> apps;
    std::ranges::transform(placed, std::back_inserter(apps), &Placed::app);
    return apps;
}

} // namespace headroom::ctl
