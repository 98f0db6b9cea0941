// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/window_sources.h"

#include <algorithm>

namespace headroom {

void WindowSources::offer(WindowSource &source, Rank rank)
{
    const auto known = std::ranges::find(m_offers, &source, &Offer::source);
    if (known == m_offers.end())
        m_offers.push_back({rank, &source});
    else
        known->rank = rank;
    choose();
}

void WindowSources::withdraw(WindowSource &source)
{
    std::erase_if(m_offers, [&](const Offer &offer) { return offer.source == &source; });
    if (m_chosen != &source)
        return;
    m_chosen = nullptr;
    if (m_offers.empty())
        m_emit(event::WindowSourceChanged{});
    else
        choose();
}

Result<void> WindowSources::close(const std::vector<WindowId> &windows)
{
    return m_chosen
        ? m_chosen->close(windows)
        : error(ErrorKind::Failed, "no window source is left, so no window can be closed");
}

Result<void> WindowSources::minimise(const std::vector<WindowId> &windows)
{
    return m_chosen
        ? m_chosen->minimise(windows)
        : error(ErrorKind::Failed, "no window source is left, so no window can be minimised");
}

/// Of two sources of the same rank the earlier one stays.
void WindowSources::choose()
{
    WindowSource *best = std::ranges::min_element(m_offers, {}, &Offer::rank)->source;
    if (best == m_chosen)
        return;
    if (m_chosen)
        m_chosen->stop_reporting();
    m_chosen = best;
    best->start_reporting();
}

} // namespace headroom
