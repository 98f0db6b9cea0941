// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "history.h"

#include "model/news.h"
#include "recording/event_json.h"

#include <algorithm>
#include <utility>
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

Sentence what_was(HistoryRing::Reclaimed reclaimed, const AppId &app)
{
    const Sentence amount{static_cast<double>(reclaimed.bytes / mebibyte), 0};
    return reclaimed.from_frozen
        ? say("done: {1} is an application",
              "pushed {} MiB of {} out of memory while it was paused", amount, app)
        : say("done: {1} is an application",
              "pushed {} MiB of {} out of memory while it was hidden", amount, app);
}

/// Empty: nothing is in force on it.
AppId app_acted_on(const Session &session, UnitId unit)
{
    if (const auto lease = session.leases.find(unit); lease != session.leases.end())
        return lease->second.app;
    const auto weights = session.weights.find(unit);
    return weights != session.weights.end() ? weights->second.app : AppId{};
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

void History::add(const HistoryEntry &entry)
{
    (void)keep(entry);
}

void History::add(const std::vector<HistoryEntry> &entries)
{
    for (const HistoryEntry &entry : entries)
        add(entry);
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
    const bool from_frozen = std::get<action::Reclaim>(action.what).from == ReclaimFrom::Frozen;
    if (const auto place = keep(entry_of(action, level, now)))
        m_reclaims[action.unit] = {.entry = *place,
                                   .so_far = {.bytes = 0, .from_frozen = from_frozen}};
}

void History::reclaimed(UnitId unit, std::uint64_t bytes)
{
    const auto known = m_reclaims.find(unit);
    if (known == m_reclaims.end())
        return;
    known->second.so_far.bytes += bytes;
    m_ring.set_reclaimed(known->second.entry, known->second.so_far);
}

void History::take(const Event &event, const Session &session, WallTime now)
{
    if (const auto *slice = std::get_if<event::Reclaimed>(&event))
        reclaimed(slice->unit, slice->bytes);
    const auto *gone = std::get_if<event::UnitGone>(&event);
    const Unit *unit = gone ? session.find_unit(gone->unit) : nullptr;
    const AppId app = unit ? app_acted_on(session, gone->unit) : AppId{};
    if (!app.empty())
        add(HistoryEntry{.at = now,
                         .action = "ended",
                         .app = app,
                         .unit = unit->name(),
                         .level = session.level,
                         .reason = say("done: {} is an application", "a unit of {} has ended",
                                       session.name_of(app)),
                         .is_news = false});
}

std::vector<HistoryEntry> History::since(WallTime from, WallTime now) const
{
    std::vector<HistoryEntry> found;
    for (HistoryRing::Kept &kept : m_ring.since(std::max(from, now - longest))) {
        if (kept.reclaimed.bytes > 0)
            kept.entry.reason = what_was(kept.reclaimed, kept.entry.app);
        found.push_back(std::move(kept.entry));
    }
    return found;
}

/// Drops the oldest until there is room. No value if the entry is longer than all of it.
std::optional<HistoryRing::Place> History::keep(const HistoryEntry &entry)
{
    while (m_ring.size() > 0
           && (m_ring.size() >= most || m_ring.time_of(m_ring.oldest()) + longest < entry.at))
        drop_oldest_entry();
    auto place = m_ring.add(entry);
    for (; !place && m_ring.size() > 0; place = m_ring.add(entry))
        drop_oldest_entry();
    return place;
}

void History::drop_oldest_entry()
{
    std::erase_if(m_reclaims,
                  [this](const auto &reclaim) { return reclaim.second.entry == m_ring.oldest(); });
    m_ring.drop_oldest();
}

} // namespace headroom
