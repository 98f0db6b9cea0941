// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/pressure_trace.h"

#include <algorithm>

namespace headroom {

namespace {

using std::chrono::seconds;

std::optional<double> within_bounds(std::optional<double> average)
{
    return average ? std::optional{std::clamp(*average, 0.0, 100.0)} : std::nullopt;
}

/// What one look shows about a moment before it. The averages overlap, so the share of the shorter
/// one is taken out of the longer one.
std::optional<double> said_of(const StallAverages &averages, Duration before)
{
    if (before < seconds{10} || !averages.sixty)
        return averages.ten;
    const double first = averages.ten.value_or(*averages.sixty);
    if (before < seconds{60} || !averages.three_hundred)
        return std::clamp((60 * *averages.sixty - 10 * first) / 50, 0.0, 100.0);
    return std::clamp((300 * *averages.three_hundred - 60 * *averages.sixty) / 240, 0.0, 100.0);
}

} // namespace

void PressureTrace::take(const StallAverages &averages, TimePoint now)
{
    while (!m_looks.empty() && m_looks.front().at < now - slots_kept * slot)
        m_looks.pop_front();
    if (averages != StallAverages{})
        m_looks.push_back({now,
                           {within_bounds(averages.ten), within_bounds(averages.sixty),
                            within_bounds(averages.three_hundred)}});
}

/// The figure of each moment comes from the first look after it, which is the closest.
std::vector<double> PressureTrace::row() const
{
    std::vector<double> values;
    if (m_looks.empty())
        return values;
    for (int back = slots_kept - 1; back >= 0; --back) {
        const TimePoint at = m_looks.back().at - back * slot;
        const auto look =
            std::ranges::find_if(m_looks, [&](const Look &each) { return each.at >= at; });
        if (const auto value = said_of(look->averages, look->at - at))
            values.push_back(*value);
    }
    return values;
}

std::optional<double> PressureTrace::last() const
{
    return m_looks.empty() ? std::nullopt : m_looks.back().averages.ten;
}

} // namespace headroom
