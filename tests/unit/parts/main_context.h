// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <glib.h>

namespace headroom::seen {

/// Lets the main context work until something is so. False if it isn't after a long time: a limit for what should come at once, not a delay.
template<typename Condition> [[nodiscard]] bool comes_true(Condition condition)
{
    constexpr guint patience_s = 20;
    bool over = false;
    const guint limit = g_timeout_add_seconds_full(
        G_PRIORITY_DEFAULT, patience_s,
        [](gpointer is_over) -> gboolean {
            *static_cast<bool *>(is_over) = true;
            return G_SOURCE_CONTINUE;
        },
        &over, nullptr);
    while (!condition() && !over)
        g_main_context_iteration(nullptr, TRUE);
    g_source_remove(limit);
    return condition();
}

} // namespace headroom::seen
