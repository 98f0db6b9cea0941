// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/window_sources.h"

#include <algorithm>

namespace headroom {

void WindowSources::offer(WindowSource &source, Rank rank)
{
    if (std::ranges::find(m_offers, &source, &Offer::source) != m_offers.end())
        return;
    m_offers.push_back({rank, &source});
    choose();
}

void WindowSources::withdraw(WindowSource &source)
{
    std::erase_if(m_offers, [&](const Offer &offer) { return offer.source == &source; });
    if (m_heard != &source)
        return;
    m_heard = nullptr;
    if (m_offers.empty())
        m_emit(event::WindowSourceChanged{});
    else
        choose();
}

Result<void> WindowSources::close(const std::vector<WindowId> &windows)
{
    return m_heard
        ? m_heard->close(windows)
        : error(ErrorKind::Failed, "no window source is left, so no window can be closed");
}

/// Of two sources of the same rank the earlier one stays.
void WindowSources::choose()
{
    WindowSource *best = std::ranges::min_element(m_offers, {}, &Offer::rank)->source;
    if (best == m_heard)
        return;
    if (m_heard)
        m_heard->stop_reporting();
    m_heard = best;
    best->start_reporting();
}

} // namespace headroom
