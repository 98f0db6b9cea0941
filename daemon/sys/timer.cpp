// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/timer.h"

#include <utility>

namespace headroom {

struct Timer::Call {
    Fires fires;
    Callback callback;

    // The callback may stop, replace or destroy its timer; the first thing that many do is to set
    // it again. Then it must not be freed while it runs. It belongs to the source, not to the
    // Timer, and GLib keeps it until the call returns, even if the source is destroyed meanwhile.
    // This function does not use the Timer, which may be gone or moved.
    static gboolean fire(gpointer data)
    {
        auto *call = static_cast<Call *>(data);
        // Before the call: the callback sees that the timer has ended, and may set it again.
        if (call->fires == Fires::Once)
            g_source_destroy(g_main_current_source());
        call->callback();
        return G_SOURCE_CONTINUE; // a destroyed source is not called again
    }
};

void Timer::End::operator()(GSource *source) const
{
    g_source_destroy(source);
    g_source_unref(source);
}

Timer::Timer(GSource *made, Fires fires, Callback callback, Where where) : m_source(made)
{
    g_source_set_static_name(made, where.function_name());
    g_source_set_callback(made, Call::fire, new Call{fires, std::move(callback)},
                          [](gpointer call) { delete static_cast<Call *>(call); });
    g_source_attach(made, g_main_context_get_thread_default());
}

Timer Timer::once(guint milliseconds, Callback callback, int priority, Where where)
{
    GSource *const made = g_timeout_source_new(milliseconds);
    g_source_set_priority(made, priority);
    return {made, Fires::Once, std::move(callback), where};
}

Timer Timer::every(guint milliseconds, Callback callback, Where where)
{
    return {g_timeout_source_new(milliseconds), Fires::Repeatedly, std::move(callback), where};
}

Timer Timer::once_in_seconds(guint seconds, Callback callback, Where where)
{
    return {g_timeout_source_new_seconds(seconds), Fires::Once, std::move(callback), where};
}

Timer Timer::every_seconds(guint seconds, Callback callback, Where where)
{
    return {g_timeout_source_new_seconds(seconds), Fires::Repeatedly, std::move(callback), where};
}

void Timer::detach()
{
    if (GSource *const source = m_source.release())
        g_source_unref(source); // the context has its own reference until it fires
}

Timer::operator bool() const
{
    return m_source && g_source_is_destroyed(m_source.get()) == FALSE;
}

} // namespace headroom
