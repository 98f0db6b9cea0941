// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/need.h"

#include <algorithm>
#include <chrono>
#include <format>
#include <iterator>
#include <vector>

namespace headroom {

namespace {

constexpr std::size_t days_of_a_trend = 3;
constexpr double grows_by = 10; ///< percent

std::int32_t first_kept(std::int32_t today)
{
    return today - (days_kept - 1);
}

/// A journey across time zones may take a day back.
bool is_kept(std::int32_t day, std::int32_t today)
{
    return day >= first_kept(today) && day <= today + 1;
}

} // namespace

void keep(std::map<AppId, NeedHistory> &all, const DayNeed &need)
{
    NeedHistory &history = all[need.app];
    // Later days come from a clock that was ahead. They would remain the latest for ever.
    history.erase(history.upper_bound(need.day), history.end());
    history[need.day] = need.bytes;
    history.erase(history.begin(), history.lower_bound(first_kept(need.day)));
    if (all.size() <= most_apps_kept)
        return;
    const auto latest = [](const auto &entry) { return entry.second.rbegin()->first; };
    all.erase(std::ranges::min_element(all, {}, latest));
}

std::vector<DayNeed> of_two_weeks(std::vector<DayNeed> needs, std::int32_t today)
{
    std::erase_if(needs, [today](const DayNeed &need) { return !is_kept(need.day, today); });
    return needs;
}

std::map<AppId, NeedHistory> of_two_weeks(std::map<AppId, NeedHistory> all, std::int32_t today)
{
    for (auto &[app, days] : all)
        std::erase_if(days, [today](const auto &day) { return !is_kept(day.first, today); });
    std::erase_if(all, [](const auto &entry) { return entry.second.empty(); });
    return all;
}

std::optional<std::array<std::uint64_t, 3>> growing(const NeedHistory &history)
{
    std::vector<std::uint64_t> run; ///< the newest comes first
    for (auto day = history.rbegin(); day != history.rend(); ++day) {
        if (!run.empty() && day->second >= run.back())
            break;
        run.push_back(day->second);
    }
    if (run.size() < days_of_a_trend
        || static_cast<double>(run.front()) * 100
            < static_cast<double>(run.back()) * (100 + grows_by))
        return std::nullopt;
    return std::array{run[2], run[1], run[0]};
}

std::string date_of(std::int32_t day)
{
    const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
    return std::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

} // namespace headroom
