// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lost_tokens.h"

#include <algorithm>
#include <utility>

namespace headroom::ctl {

namespace {

/// Between two jobs a holder has a token and no process for it, but only for a moment.
constexpr Duration lasts = std::chrono::seconds{3};

} // namespace

unsigned LostTokens::look(unsigned held, std::optional<unsigned> threads, TimePoint now)
{
    if (!threads || held <= *threads) {
        m_too_many_since.reset();
        return 0;
    }
    const unsigned too_many = held - *threads;
    if (!m_too_many_since) {
        m_too_many_since = now;
        m_least = too_many;
    }
    m_least = std::min(m_least, too_many);
    if (now - *m_too_many_since < lasts)
        return 0;
    m_too_many_since.reset();
    return std::exchange(m_least, 0);
}

} // namespace headroom::ctl
