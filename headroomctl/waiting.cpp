// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "waiting.h"

#include <glib/gi18n.h>

namespace headroom::ctl {

namespace {

constexpr guint patience_seconds = 3;

gboolean say_whom(gpointer whom)
{
    // Translators: %s is the name of a program, "headroomd" or "systemd", or "the session bus".
    g_printerr(C_("progress: what goes on", "Waiting for %s…"), static_cast<const char *>(whom));
    g_printerr("\n");
    return G_SOURCE_REMOVE;
}

} // namespace

void wait_until(const char *whom, const std::function<bool()> &done)
{
    g_autoptr(GSource) impatience = g_timeout_source_new_seconds(patience_seconds);
    g_source_set_callback(impatience, say_whom, const_cast<char *>(whom), nullptr);
    g_source_attach(impatience, nullptr);
    while (!done())
        g_main_context_iteration(nullptr, /* may_block= */ TRUE);
    g_source_destroy(impatience);
}

PendingResult::~PendingResult()
{
    g_clear_object(&m_result);
}

void PendingResult::arrived(GObject *, GAsyncResult *result, gpointer pending)
{
    static_cast<PendingResult *>(pending)->m_result = g_object_ref(result);
}

GAsyncResult *PendingResult::result()
{
    wait_until(m_whom, [this] { return m_result != nullptr; });
    return m_result;
}

} // namespace headroom::ctl
