// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/pressure_history.h"

#include <algorithm>
#include <utility>

// How samples get into the history, and what is dropped from it.
namespace headroom {

namespace {

/// Growth is queried from a few moments on, not from every sample.
constexpr Duration between_uses = std::chrono::milliseconds{190};

/// In bytes. The kernel calls pages active that were read twice, however long ago.
std::uint64_t file_pages_in_use(const MemoryLevel &memory)
{
    return std::min(memory.active_file, memory.mapped.value_or(memory.active_file));
}

} // namespace

void PressureHistory::add(const PressureSample &sample, TimePoint at)
{
    if (!m_samples.empty()
        && (at - m_samples.back().at > longest_gap || at <= m_samples.back().at)) {
        m_samples.clear();
        m_uses.clear();
        m_taken.clear();
        // m_last stays: a sample has only the units that changed. One that is idle is in none after
        // the gap, and all that it holds would count as taken when it next does anything.
    }
    drop_before(at - kept);
    m_samples.push_back({.at = at,
                         .groups = {sample.system, sample.compositor, sample.focused},
                         .focused_unit = sample.focused_unit,
                         .memory = sample.memory});
    m_samples.back().in_use = most_in_use();
    for (const UnitUse &use : sample.units)
        take(use);
    if (!m_uses.empty() && at - m_uses.back().at < between_uses)
        return;
    m_uses.push_back({at, std::exchange(m_taken, {}), sample.memory});
}

std::uint64_t PressureHistory::most_in_use() const
{
    std::uint64_t most = 0;
    for (const Stalls &sample : m_samples) {
        if (sample.memory)
            most = std::max(most, file_pages_in_use(*sample.memory));
    }
    return most;
}

void PressureHistory::take(const UnitUse &use)
{
    const auto [known, is_new] = m_last.try_emplace(use.unit, use);
    if (!is_new && known->second == use)
        return;
    if (m_uses.empty()) {
        // The first sample is what later ones are compared with. What the unit has taken or given
        // back since a sample before a gap says nothing about the present.
        known->second = use;
        return;
    }
    const auto [entry, is_first] = m_taken.try_emplace(use.unit);
    Taken &taken = entry->second;
    if (is_first && !is_new) {
        taken.before = known->second;
        taken.add(known->second.held);
    }
    taken.add(use.held);
    known->second = use;
}

void PressureHistory::forget_unit(UnitId unit)
{
    m_last.erase(unit);
    m_taken.erase(unit);
    for (Uses &uses :
         m_uses) // of thousands that go together, blocks would be left all over the heap
        uses.units.erase(unit);
    std::erase_if(m_pushes, [unit](const Push &push) {
        return push.unit == unit && !push.until;
    }); // its outcome will never be reported
}

/// Drops what is no longer queried, where no sample comes that would drop it.
void PressureHistory::forget_before(TimePoint at)
{
    if (!m_samples.empty() && m_samples.back().at < at)
        m_uses.clear();
}

void PressureHistory::reclaim_began(UnitId unit, TimePoint at)
{
    forget_reclaims_before(at - kept); // slices may come for hours without a sample
    // While a slice of a unit is under way, another one is not begun, and has no outcome.
    const auto is_open = [unit](const Push &push) { return push.unit == unit && !push.until; };
    if (std::ranges::none_of(m_pushes, is_open))
        m_pushes.push_back({.unit = unit, .from = at, .until = std::nullopt});
}

void PressureHistory::forget_reclaims_before(TimePoint at)
{
    std::erase_if(m_pushes, [at](const Push &push) { return push.until && *push.until < at; });
}

void PressureHistory::reclaim_ended(UnitId unit, TimePoint at)
{
    const auto push =
        std::ranges::find_if(m_pushes, [&](const Push &p) { return p.unit == unit && !p.until; });
    if (push != m_pushes.end())
        push->until = at;
}

void PressureHistory::drop_before(TimePoint at)
{
    while (!m_samples.empty() && m_samples.front().at < at)
        m_samples.pop_front();
    while (!m_uses.empty() && m_uses.front().at < at)
        m_uses.pop_front();
    forget_reclaims_before(at);
}

} // namespace headroom
