// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "history.h"

#include "model/news.h"
#include "recording/event_json.h"

#include <algorithm>
#include <glib.h>

namespace headroom {

namespace {

constexpr std::uint64_t mebibyte = 1024 * 1024;

HistoryEntry entry_of(const Action &action, Level level, WallTime now)
{
    return {.at = now,
            .action = std::string{verb(action)},
            .app = action.app,
            .unit = action.name,
            .level = level,
            .reason = action.reason,
            .is_news = is_news(action)};
}

} // namespace

WallTime wall_now()
{
    return WallTime{WallTime::duration{g_get_real_time()}};
}

bool continues_earlier_act(const Session &session, const Action &action)
{
    if (!std::holds_alternative<action::Reclaim>(action.what))
        return false;
    if (const auto gentle = session.reclaiming.find(action.unit);
        gentle != session.reclaiming.end())
        return gentle->second.slices > 1;
    const auto lease = session.leases.find(action.unit);
    return lease != session.leases.end() && lease->second.reclaimed > 0;
}

void History::add(HistoryEntry entry)
{
    while (!m_entries.empty()
           && (m_entries.size() >= most || m_entries.front().at + longest < entry.at))
        drop_oldest_entry();
    m_entries.push_back(std::move(entry));
}

void History::add(std::vector<HistoryEntry> entries)
{
    for (HistoryEntry &entry : entries)
        add(std::move(entry));
}

void History::add(const Action &action, Level level, WallTime now)
{
    if (std::holds_alternative<action::Reclaim>(action.what)) {
        add_slice(action, level, now);
        return;
    }
    // The next slice begins a new entry: for this freeze, or for the next stay in the background.
    if (std::holds_alternative<action::Freeze>(action.what)
        || std::holds_alternative<action::EndReclaim>(action.what))
        m_reclaims.erase(action.unit);
    add(entry_of(action, level, now));
}

void History::add_slice(const Action &action, Level level, WallTime now)
{
    if (m_reclaims.contains(action.unit))
        return;
    add(entry_of(action, level, now));
    m_reclaims[action.unit] = {.number = m_dropped + m_entries.size() - 1,
                               .from = std::get<action::Reclaim>(action.what).from};
}

void History::reclaimed(UnitId unit, std::uint64_t bytes)
{
    const auto known = m_reclaims.find(unit);
    if (known == m_reclaims.end() || bytes == 0)
        return;
    Reclaim &reclaim = known->second;
    reclaim.bytes += bytes;
    HistoryEntry &entry = m_entries[reclaim.number - m_dropped];
    const Sentence amount{static_cast<double>(reclaim.bytes / mebibyte), 0};
    entry.reason = reclaim.from == ReclaimFrom::Frozen
        ? say("done: {1} is an application",
              "pushed {} MiB of {} out of memory while it was paused", amount, entry.app)
        : say("done: {1} is an application",
              "pushed {} MiB of {} out of memory while it was in the background", amount,
              entry.app);
}

std::vector<HistoryEntry> History::since(WallTime from, WallTime now) const
{
    std::vector<HistoryEntry> found;
    std::ranges::copy_if(m_entries, std::back_inserter(found), [&](const HistoryEntry &entry) {
        return entry.at >= from && entry.at + longest >= now;
    });
    return found;
}

void History::drop_oldest_entry()
{
    std::erase_if(m_reclaims,
                  [this](const auto &reclaim) { return reclaim.second.number == m_dropped; });
    m_entries.pop_front();
    ++m_dropped;
}

} // namespace headroom
