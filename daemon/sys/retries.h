// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <glib.h>
#include <optional>

namespace headroom {

/// Retries of something that may work later, where no event shows when. Each pause is twice as long
/// as the one before, a minute at most. They end, since nothing is polled for ever.
class Retries {
public:
    static constexpr unsigned most = 7;
    static constexpr guint longest_pause_ms = 60'000;

    /// The pause before the next retry, in milliseconds. The first one is `first_ms`. nullopt: that
    /// was the last retry.
    [[nodiscard]] std::optional<guint> next_pause_ms(guint first_ms)
    {
        if (m_done >= most)
            return std::nullopt;
        return std::min(first_ms << m_done++, longest_pause_ms);
    }
    [[nodiscard]] bool have_begun() const { return m_done > 0; }
    void begin_anew() { m_done = 0; }

private:
    unsigned m_done = 0; ///< consecutive ones
};

} // namespace headroom
