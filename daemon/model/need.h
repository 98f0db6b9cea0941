// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "model/sentence.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// How much memory an app needs: the request to measure that, its outcome, and earlier ones.
namespace headroom {

/// A user has requested the measurement. It is under way until a rule ends it.
struct NeedRequest {
    TimePoint asked{};
    bool cancelled = false;
};

/// How a requested measurement ended. nullopt: not known.
struct NeedOutcome {
    std::optional<std::uint64_t> used; ///< bytes in memory when it began
    std::optional<std::uint64_t> needed; ///< bytes. nullopt: it ended without a result
    Sentence sentence; ///< the result, or why there is none
};

/// What an app needed on one day.
struct DayNeed {
    AppId app;
    std::int32_t day = 0; ///< days since 1970-01-01, by the user's clock
    std::uint64_t bytes = 0;
    bool operator==(const DayNeed &) const = default;
};

/// By the day.
using NeedHistory = std::map<std::int32_t, std::uint64_t>;

/// What is kept at most. Two weeks show a trend, and nobody runs more apps in that time. All of it
/// is below the 1 MiB that is read of a file, also with ids of 255 bytes.
constexpr std::int32_t days_kept = 14;
constexpr std::size_t most_apps_kept = 200;
/// Of a DayNeed: in the year 2243.
constexpr std::int32_t last_day = 100'000;

/// Adds what was measured; the days of an app have to be added in their order. What the app needed
/// two weeks before that goes. Of too many apps, the oldest go.
void keep(std::map<AppId, NeedHistory> &all, const DayNeed &need);

/// Without those from before the last two weeks, and from a clock that was ahead.
[[nodiscard]] std::vector<DayNeed> of_two_weeks(std::vector<DayNeed> needs, std::int32_t today);
[[nodiscard]] std::map<AppId, NeedHistory> of_two_weeks(std::map<AppId, NeedHistory> all,
                                                        std::int32_t today);

/// What the app needed on the last three days on which it was measured, if it needed more each
/// time, and a tenth more in all since it began to grow. nullopt: that isn't so.
[[nodiscard]] std::optional<std::array<std::uint64_t, 3>> growing(const NeedHistory &history);

/// "2026-11-26".
[[nodiscard]] std::string date_of(std::int32_t day);

} // namespace headroom
