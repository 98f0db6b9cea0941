// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <glib.h>

namespace headroom::seen {

/// Iterates the main context until the condition holds. Returns false after 20 s: a limit for what
/// should come immediately, not a delay.
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

/// No source is ready, and no timer is set.
[[nodiscard]] inline bool is_quiet()
{
    gint timeout = 0;
    gint priority = 0;
    std::array<GPollFD, 64> fds{};
    GMainContext *context = g_main_context_default();
    (void)g_main_context_acquire(context);
    const bool ready = g_main_context_prepare(context, &priority) != FALSE;
    (void)g_main_context_query(context, priority, &timeout, fds.data(),
                               static_cast<gint>(fds.size()));
    g_main_context_release(context);
    return !ready && timeout == -1 && g_main_context_pending(context) == FALSE;
}

/// Dispatches all that is ready and waits for timers until none is left. Returns false if that
/// takes too long.
[[nodiscard]] inline bool becomes_quiet()
{
    constexpr gint64 patience_us = 20'000'000;
    const gint64 over = g_get_monotonic_time() + patience_us;
    while (!is_quiet() && g_get_monotonic_time() < over)
        g_main_context_iteration(nullptr, TRUE);
    return is_quiet();
}

} // namespace headroom::seen
