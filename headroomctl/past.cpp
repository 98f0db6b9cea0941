// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "past.h"

#include "daemon_proxy.h"
#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

std::vector<PastAct> acts_in(GVariant *answer)
{
    std::vector<PastAct> acts;
    GVariantIter iter;
    g_variant_iter_init(&iter, answer);
    guint64 time_us = 0;
    const char *action = nullptr;
    const char *app = nullptr;
    const char *unit = nullptr;
    const char *level = nullptr;
    const char *reason = nullptr;
    gboolean is_news = FALSE;
    const char *code = nullptr;
    while (g_variant_iter_loop(&iter, "(t&s&s&s&s&sb&s)", &time_us, &action, &app, &unit, &level,
                               &reason, &is_news, &code))
        acts.push_back({time_us, action, app, unit, level, reason, is_news != FALSE, code});
    return acts;
}

std::expected<std::vector<PastAct>, Failure> past_acts(HeadroomDbusManager *daemon,
                                                       std::uint64_t since_us)
{
    // GDBusProxy leaks the arguments of a call to a name that it knows to have no owner.
    if (!is_on_bus(daemon))
        return std::unexpected(why_gone(daemon));
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_history(daemon, since_us, nullptr, PendingResult::arrived, &pending);
    g_autoptr(GVariant) entries = nullptr;
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_history_finish(daemon, &entries, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    return acts_in(entries);
}

} // namespace headroom::ctl
