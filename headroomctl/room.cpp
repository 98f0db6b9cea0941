// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "room.h"

#include <algorithm>

#include "model/config.h"

namespace headroom::ctl {

namespace {

constexpr Duration look_again = std::chrono::seconds{1};
/// Polled, since no event reports that memory has become free. That happens when a job ends.
constexpr Duration look_for_memory = std::chrono::seconds{2};
/// After a longer gap this process was stopped: what was seen before it says nothing.
constexpr Duration longest_gap = std::chrono::seconds{5};

} // namespace

std::uint64_t reserve_of(std::uint64_t total)
{
    return static_cast<std::uint64_t>(static_cast<double>(total) * PressureLimits{}.slack_low
                                      / 100);
}

bool Room::is_settled(TimePoint now) const
{
    if (now - *m_calm_since >= longest_settling)
        return true;
    const std::uint64_t last = m_samples.back().available;
    const auto taken = [last](const Sample &before) {
        return before.available > last && before.available - last > settled_within;
    };
    return std::ranges::none_of(m_samples, taken);
}

RoomVerdict Room::look(Level level, const std::optional<MemoryLevel> &memory, TimePoint now)
{
    if (level != Level::Calm) {
        m_calm_since.reset();
        m_samples.clear();
        return {Obstacle::Level, std::nullopt};
    }
    if (!m_samples.empty() && now - m_samples.back().at > longest_gap) {
        m_calm_since.reset();
        m_samples.clear();
    }
    if (!m_calm_since)
        m_calm_since = now;
    if (!memory)
        return {Obstacle::Memory, look_for_memory};
    // Keeps the samples within the window, and the last one before it.
    const auto in_window = std::ranges::find_if(
        m_samples, [&](const Sample &each) { return now - each.at < calm_before_start; });
    if (in_window != m_samples.begin())
        m_samples.erase(m_samples.begin(), in_window - 1);
    m_samples.push_back({now, memory->available});
    const std::uint64_t reserve = reserve_of(memory->total);
    if (memory->available < reserve || memory->available - reserve < m_need)
        return {Obstacle::Memory, look_for_memory};
    if (now - *m_calm_since < calm_before_start)
        return {Obstacle::Settling,
                std::min(look_again, calm_before_start - (now - *m_calm_since))};
    if (!is_settled(now))
        return {Obstacle::Settling, look_again};
    return {};
}

} // namespace headroom::ctl
