// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "waiting.h"

#include <glib/gi18n.h>

#include "sys/timer.h"

namespace headroom::ctl {

namespace {

constexpr guint notice_after_seconds = 3;

void print_waiting(const char *awaited)
{
    // Translators: %s is the name of a program, "headroomd" or "systemd", or "the session bus".
    g_printerr(C_("progress: what goes on", "Waiting for %s…"), awaited);
    g_printerr("\n");
}

} // namespace

void wait_until(const char *awaited, const std::function<bool()> &done)
{
    const Timer notice =
        Timer::once_in_seconds(notice_after_seconds, [awaited] { print_waiting(awaited); });
    while (!done())
        g_main_context_iteration(nullptr, /* may_block= */ TRUE);
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
    wait_until(m_awaited, [this] { return m_result != nullptr; });
    return m_result;
}

} // namespace headroom::ctl
