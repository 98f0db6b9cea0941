// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/mutter.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace headroom {

namespace {

constexpr const char *inactive_since = "user.xdg.inactive-since";
constexpr const char *active = "-1";

} // namespace

MutterFocus::MutterFocus(UnitWatch &units, CgroupDirs &dirs, WindowSources &sources, Emit emit,
                         guint loss_settles)
    : m_units(units), m_dirs(dirs), m_sources(sources), m_emit(std::move(emit)),
      m_loss_settles(loss_settles)
{
}

void MutterFocus::compositor_appeared()
{
    m_sets_marks = false;
    m_units.watch_attributes(this);
    const auto units = m_units.units_in_slices();
    if (std::ranges::any_of(units, [this](UnitId unit) { return is_marked(unit); }))
        has_marked();
    else
        m_sources.offer(*this, WindowSources::Rank::BusNameOnly);
}

void MutterFocus::has_marked()
{
    if (std::exchange(m_sets_marks, true))
        return;
    m_sources.offer(*this, WindowSources::Rank::BusName);
    if (!m_is_reporting)
        m_units.watch_attributes(nullptr);
}

/// When mutter ends, its windows end, too, but its last mark stays. The next mutter doesn't know of
/// that mark, and won't remove it.
void MutterFocus::compositor_gone()
{
    m_sets_marks = true; // what follows is not waited for
    m_stale.clear();
    for (const auto &[unit, others] : m_marked)
        m_stale.insert(unit);
    stop_reporting();
    m_sources.withdraw(*this);
}

void MutterFocus::start_reporting()
{
    m_is_reporting = true;
    m_units.watch_attributes(this);
    m_emit(event::WindowSourceChanged{"mutter", false});
    m_reported.reset();
    look_at_all();
}

void MutterFocus::stop_reporting()
{
    m_is_reporting = false;
    if (m_sets_marks)
        m_units.watch_attributes(nullptr);
    m_losing.stop();
    m_front.reset();
    // When it reports again, all other marks are news.
    std::erase_if(m_marked, [this](const auto &known) { return !m_stale.contains(known.first); });
}

bool MutterFocus::is_marked(UnitId unit) const
{
    const CgroupDir *dir = m_dirs.find(unit);
    return dir && dir->mark(inactive_since).value_or("") == active;
}

/// What else may be written on a unit that runs: our marks, and systemd's for systemd-oomd.
std::string MutterFocus::other_marks(UnitId unit) const
{
    std::string all;
    const CgroupDir *dir = m_dirs.find(unit);
    for (const char *name : {mark::avoid, mark::frozen, mark::protection, mark::split,
                             mark::weights, oomd_mark::avoid, oomd_mark::omit})
        all += (dir ? dir->mark(name).value_or("-") : "-") + "\n";
    return all;
}

/// A window that is closed while it has the focus leaves its mark, and the unit may live on, as the
/// Shell's does. When the unit gets the focus again, the same value is written over it: an event
/// without a difference. It counts only between the loss of one focus and the next one, and only if
/// no other mark explains it. A wrong app in front is worse than none.
bool MutterFocus::is_marked_anew(UnitId unit)
{
    const std::string others = other_marks(unit);
    if (std::exchange(m_marked.at(unit), others) != others)
        return false;
    return m_stale.contains(unit) || (!m_front && m_reported);
}

/// Any attribute of the unit may have changed: only a difference from the last read is news. The
/// unit that was marked last is in front. There is only one focus, so any other mark is stale.
void MutterFocus::changed(UnitId unit)
{
    const bool marked = is_marked(unit);
    if (marked)
        has_marked();
    if (!m_is_reporting)
        return;
    if (marked == m_marked.contains(unit) && !(marked && is_marked_anew(unit)))
        return;
    m_stale.erase(unit);
    if (marked) {
        m_marked.insert_or_assign(unit, other_marks(unit));
        m_front = unit;
    } else {
        m_marked.erase(unit);
        if (m_front == unit)
            m_front.reset();
    }
}

/// The order of the marks is unknown here. Of several new ones, any may be stale; the next change
/// of focus decides.
void MutterFocus::look_at_all()
{
    std::map<UnitId, std::string> marked;
    std::vector<UnitId> fresh;
    for (const UnitId unit : m_units.units_in_slices()) {
        if (!is_marked(unit))
            continue;
        marked.emplace(unit, other_marks(unit));
        if (!m_marked.contains(unit))
            fresh.push_back(unit);
    }
    m_marked = std::move(marked);
    std::erase_if(m_stale, [this](UnitId unit) { return !m_marked.contains(unit); });
    if (fresh.size() == 1)
        m_front = fresh.front();
    else if (!fresh.empty() || (m_front && !m_marked.contains(*m_front)))
        m_front.reset();
    settled();
}

void MutterFocus::lost()
{
    if (m_is_reporting)
        look_at_all();
}

void MutterFocus::settled()
{
    if (!m_is_reporting)
        return;
    if (m_front) {
        m_losing.stop();
        if (m_reported != m_front)
            m_emit(event::UnitFocused{m_front});
        m_reported = m_front;
        return;
    }
    if (m_losing || !m_reported)
        return;
    m_losing = Timer::once(m_loss_settles, [this] {
        m_reported.reset();
        m_emit(event::UnitFocused{});
    });
}

} // namespace headroom
